"""Numbers of libpcap's file format, and what the reader allows itself."""

from __future__ import annotations

FILE_HEADER = 24
RECORD_HEADER = 16
MAX_FRAME = 262_144
"""Bytes no frame can have (tcpdump's largest snapshot length): a longer one is a broken record header."""
PADDING = 8
"""Bytes that may be read, not used, behind a capture's in memory: a number is loaded with what follows it."""

LINK_ETHERNET = 1
LINK_PPP = 9
LINK_RAW_IP = 101
LINK_IEEE80211 = 105
LINK_RADIOTAP = 127
LINKS = {
    LINK_ETHERNET: "Ethernet",
    LINK_PPP: "PPP",
    LINK_RAW_IP: "raw IP",
    LINK_IEEE80211: "802.11",
    LINK_RADIOTAP: "radiotap",
}
