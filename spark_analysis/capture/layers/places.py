"""The layers of a record, by number, and the places in it that columns are read from.

A layer's number is its value in the column `malformed`. A place is an offset; a record without it has NOWHERE there. A
place is only given where all bytes that are read from it were captured: what is read needs no further check. Most
layers have a place with the layer's number.
"""

from __future__ import annotations

NOWHERE = -1

SOUND = 0
"""In place of a layer's number: no layer is malformed."""
LINK = 0
"""The frame, behind radiotap; always there."""
RECORD = 1
"""The record's header, 16 bytes; always there."""
RADIOTAP = 2
IEEE80211 = 3
"""The frame control field, 2 bytes."""
ETHERNET, PPP, LLC = 4, 5, 6
"""Layers without a place: no column is read from their headers."""
ARP = 7
"""Of Ethernet and IPv4 addresses, 28 bytes."""
IPV4 = 8
IPV6 = 9
UDP = 10
MESSAGE = 11
"""A message of schema.messages, with all that is read of it."""
TCP = 12
"""A layer; its places are TCP_HEADER, TCP_PAYLOAD and TCP_PAYLOAD_END."""
FREE_LAYER = 13
"""The first number for the layers of link layers that are added (spark_analysis.capture.links.link_layer)."""

TCP_HEADER = 4
"""Without options, 20 bytes."""
TCP_PAYLOAD, TCP_PAYLOAD_END = 5, 6
"""The first byte behind the header, and the byte behind the segment; they need not have been captured."""
TSFT, FLAGS, RATE, CHANNEL, SIGNAL, NOISE, MCS = range(12, 19)
"""Fields of radiotap."""
FIRST_ADDRESS, SECOND_ADDRESS, THIRD_ADDRESS, FOURTH_ADDRESS, SEQUENCE_CONTROL, QOS_CONTROL = range(19, 25)
"""Fields of 802.11; Ethernet has the first two as well."""
VLAN = 25
ETHERTYPE = 26
HOP_LIMIT = 27
PROTOCOL = 28
"""The byte with the number of the protocol that an IP packet carries; of IPv6 the one in the last header."""
EVENT = 29
MALFORMED, TIME_NS = 30, 31
"""No places: which layer is malformed, the record's time."""
ROUTE, EGRESSES = 32, 33
"""No places: what kind of route an IP packet has in it (schema.routes), and how many egresses a bit string has."""
PLACES = 40
"""A multiple of eight: a record's places are cleared and copied in whole cache lines."""

LAYERS = {
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
    TCP: "TCP",
}
"""Number -> name."""
EXPECTED = {
    RECORD: "a record header that captured no more than there was, with a fraction below a second",
    LLC: "an LLC header of 3 bytes, 8 with SNAP",
    ARP: "an ARP packet with its addresses",
    IPV4: "an IPv4 header and as many bytes as it announces",
    IPV6: "an IPv6 header, those behind it, and as many bytes as it announces",
    UDP: "a UDP header and as many bytes as it announces",
    MESSAGE: "a message of schema.messages, up to the identity of its event or of its request",
    TCP: "a TCP header of 20 bytes or more, with its options",
}
"""Number -> what was expected where the layer is malformed. Link layers register theirs."""
