"""LLC and SNAP (IEEE 802.2, RFC 1042), and ARP (RFC 826).

 0       1       2       3               6         8
+-------+-------+-------+---------------+---------+
| DSAP  | SSAP  |control| organisation  |EtherType|   SNAP where the first three octets are AA AA 03
+-------+-------+-------+---------------+---------+

 0         2         4      5      6         8            14          18           24          28
+---------+---------+------+------+---------+------------+-----------+------------+-----------+
|hardware |protocol | lengths     |operation| sender MAC |sender IPv4| target MAC |target IPv4|
+---------+---------+------+------+---------+------------+-----------+------------+-----------+
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import big, u8, u16, u32
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.ethertypes import NOTHING
from spark_analysis.capture.layers.places import ARP, ETHERTYPE, LLC, SOUND

LLC_BYTES = 3
SNAP_BYTES = 8
_ORGANISATION_AT, _ETHERTYPE_AT = 3, 6
_SNAP = 0xAAAA03
_ARP_FIXED_BYTES, _ARP_BYTES = 8, 28
_LENGTHS_AT = 4
_ARP_OF_ETHERNET, _ARP_LENGTHS = 0x00010800, 0x0604


@inlined
def llc(data: np.ndarray, at: int, end: int, places: np.ndarray) -> tuple[int, int]:
    """Write the places of the LLC header at `at`: the layer that is malformed or SOUND, and the EtherType of what
    follows SNAP_BYTES on, or NOTHING."""
    if at + LLC_BYTES > end:
        return LLC, NOTHING
    if big(data, at, LLC_BYTES) != _SNAP:
        return SOUND, NOTHING
    if at + SNAP_BYTES > end:
        return LLC, NOTHING
    if big(data, at + _ORGANISATION_AT, 3) != 0:
        return SOUND, NOTHING  # another organisation's numbers
    places[ETHERTYPE] = at + _ETHERTYPE_AT
    return SOUND, u16(data, at + _ETHERTYPE_AT)


@inlined
def arp(data: np.ndarray, at: int, end: int, places: np.ndarray) -> int:
    """Write the place of ARP between Ethernet and IPv4 addresses; other ARP is only checked for its length."""
    if at + _ARP_FIXED_BYTES > end:
        return ARP
    if u32(data, at) != _ARP_OF_ETHERNET or u16(data, at + _LENGTHS_AT) != _ARP_LENGTHS:
        hardware_bytes, protocol_bytes = u8(data, at + _LENGTHS_AT), u8(data, at + _LENGTHS_AT + 1)
        return SOUND if at + _ARP_FIXED_BYTES + 2 * (hardware_bytes + protocol_bytes) <= end else ARP
    if at + _ARP_BYTES > end:
        return ARP
    places[ARP] = at
    return SOUND
