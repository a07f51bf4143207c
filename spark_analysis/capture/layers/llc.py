"""LLC and SNAP (IEEE 802.2, RFC 1042), and ARP (RFC 826)."""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import big, u8, u16, u32
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.places import ARP, ETHERTYPE, LLC, SOUND

TYPE_IPV4, TYPE_ARP, TYPE_IPV6 = 0x0800, 0x0806, 0x86DD
NOTHING, LLC_FOLLOWS = 0, 1
"""What can be in an EtherType's place here: no layer that is looked at, or LLC."""
_SNAP = 0xAAAA03
_ARP_OF_ETHERNET, _ARP_LENGTHS = 0x00010800, 0x0604


@inlined
def llc(data: np.ndarray, at: int, end: int, places: np.ndarray) -> tuple[int, int]:
    """What is malformed, and the EtherType of what follows 8 bytes on."""
    if at + 3 > end:
        return LLC, NOTHING
    places[LLC] = at
    if big(data, at, 3) != _SNAP:
        return SOUND, NOTHING
    if at + 8 > end:
        return LLC, NOTHING
    if big(data, at + 3, 3) != 0:
        return SOUND, NOTHING  # another organisation's numbers
    places[ETHERTYPE] = at + 6
    return SOUND, u16(data, at + 6)


@inlined
def arp(data: np.ndarray, at: int, end: int, places: np.ndarray) -> int:
    """What is malformed. Only ARP between Ethernet and IPv4 addresses is looked into."""
    if at + 8 > end:
        return ARP
    if u32(data, at) != _ARP_OF_ETHERNET or u16(data, at + 4) != _ARP_LENGTHS:
        return SOUND if at + 8 + 2 * (u8(data, at + 4) + u8(data, at + 5)) <= end else ARP
    if at + 28 > end:
        return ARP
    places[ARP] = at
    return SOUND
