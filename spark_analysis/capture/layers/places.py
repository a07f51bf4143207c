"""The places in a record that columns are read from. A record without a place has NOWHERE there.

A place is only given where all bytes that are read from it were captured: what is read needs no further care.
"""

from __future__ import annotations

NOWHERE = -1

SOUND = 0
"""Nothing is malformed. The layers from RECORD to MESSAGE name what is, in the column `malformed`."""
LINK = 0
"""The frame, behind radiotap; always there."""
RECORD = 1
"""The record's header, 16 bytes; always there."""
RADIOTAP = 2
IEEE80211 = 3
"""The frame control field, 2 bytes."""
ETHERNET = 4
PPP = 5
LLC = 6
ARP = 7
"""Of Ethernet and IPv4 addresses, 28 bytes."""
IPV4 = 8
IPV6 = 9
UDP = 10
MESSAGE = 11
"""One of ours, with all that is read of it."""
TSFT, FLAGS, RATE, CHANNEL, SIGNAL, NOISE, MCS = range(12, 19)
"""Fields of radiotap."""
FIRST_ADDRESS, SECOND_ADDRESS, THIRD_ADDRESS, FOURTH_ADDRESS, SEQUENCE_CONTROL, QOS_CONTROL = range(19, 25)
"""Fields of 802.11; Ethernet has the first two as well."""
VLAN = 25
ETHERTYPE = 26
HOP_LIMIT = 27
PROTOCOL = 28
"""The byte that says what an IP packet carries; of IPv6 the last one."""
EVENT = 29
MALFORMED, TIME_NS = 30, 31
"""No places: which layer is malformed, the record's time."""
PLACES = 32

NAMES = {
    RECORD: "record",
    RADIOTAP: "radiotap",
    IEEE80211: "802.11",
    ETHERNET: "Ethernet",
    PPP: "PPP",
    LLC: "LLC",
    ARP: "ARP",
    IPV4: "IPv4",
    IPV6: "IPv6",
    UDP: "UDP",
    MESSAGE: "ours",
}
EXPECTED = {
    RECORD: "a record header that captured no more than there was, with a fraction below a second",
    RADIOTAP: "a radiotap header with its fields in it",
    IEEE80211: "an 802.11 header, version 0, of the length that its kind has",
    ETHERNET: "an Ethernet header and a length that the frame has",
    PPP: "a PPP protocol number",
    LLC: "an LLC header of 3 bytes, 8 with SNAP",
    ARP: "an ARP packet with its addresses",
    IPV4: "an IPv4 header and as many bytes as it announces",
    IPV6: "an IPv6 header, those behind it, and as many bytes as it announces",
    UDP: "a UDP header and as many bytes as it announces",
    MESSAGE: "a message of schema.messages, up to the identity of the event that it carries",
}
"""Where a layer is malformed: what was expected."""
