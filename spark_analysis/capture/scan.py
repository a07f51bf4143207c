"""One pass over a piece of a capture: finds the records, and the offset of each layer in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

import spark_analysis.capture.links  # noqa: F401  (registers the link layers)
from spark_analysis.capture.kernels.byte_numbers import big, int64, le32, little, u8, u32
from spark_analysis.capture.kernels.compiler import cached, compiled, inlined
from spark_analysis.capture.kernels.source_digest import source_digest
from spark_analysis.capture.layers.ethertypes import (
    IEEE80211_FOLLOWS,
    LLC_FOLLOWS,
    NOTHING,
    TYPE_ARP,
    TYPE_IPV4,
    TYPE_IPV6,
)
from spark_analysis.capture.layers.ieee80211 import ieee80211
from spark_analysis.capture.layers.ip import PROTOCOL_TCP, ipv4, ipv6
from spark_analysis.capture.layers.llc import SNAP_BYTES, arp, llc
from spark_analysis.capture.layers.message import message
from spark_analysis.capture.layers.places import LINK, MALFORMED, NOWHERE, PLACES, PROTOCOL, RECORD, SOUND, TIME_NS
from spark_analysis.capture.layers.transport import tcp, udp
from spark_analysis.capture.links.link_layer import LinkLayer, Locate, link_layers
from spark_analysis.capture.stream.pcap_format import MAX_FRAME_BYTES, RECORD_HEADER_BYTES

FULL, INCOMPLETE, OVERSIZED = range(3)
"""Why a scan ended: no room for more records, no more bytes, a record that claims more than any frame has."""

RECORDS_IN_BLOCK = 32
"""Records whose fields are gathered together: so few that they stay in the processor's first cache."""

Scan = Callable[[np.ndarray, int, int, bool, int, int, np.ndarray, np.ndarray], tuple[int, int, int]]

_FRACTION_AT, _CAPTURED_AT, _ORIGINAL_AT = 4, 8, 12
"""Offsets in a record's header."""


def _dispatch(layers: Sequence[LinkLayer]) -> Locate:
    """A function that calls `locate` of the one of `layers` with link type `link`: a chain of comparisons, compiled."""
    if not layers:

        @inlined
        def unregistered(
            data: np.ndarray, at: int, end: int, sent_end: int, link: int, places: np.ndarray
        ) -> tuple[int, int, int, int, int]:
            """The reader refuses the file; here the record is malformed."""
            return RECORD, NOTHING, at, end, sent_end

        return unregistered

    link_type, locate, others = layers[0].link_type, layers[0].locate, _dispatch(layers[1:])

    @inlined
    def locate_link(
        data: np.ndarray, at: int, end: int, sent_end: int, link: int, places: np.ndarray
    ) -> tuple[int, int, int, int, int]:
        if link == link_type:
            return locate(data, at, end, sent_end, places)
        return others(data, at, end, sent_end, link, places)

    return locate_link


_locate_link = _dispatch(link_layers())


@inlined
def _link(
    data: np.ndarray, at: int, end: int, sent_end: int, link: int, places: np.ndarray
) -> tuple[int, int, int, int, int]:
    """Write the places of a frame's link layer; `sent_end`: where the frame ended on the medium.

    Returns the layer that is malformed or SOUND, what follows as an EtherType, where, where its captured bytes end,
    and where it ended on the medium.
    """
    places[LINK] = at
    wrong, follows, at, end, sent_end = _locate_link(data, at, end, sent_end, link, places)
    if follows == IEEE80211_FOLLOWS:
        wrong_frame, at, sent_end = ieee80211(data, at, end, sent_end, places)
        wrong = wrong if wrong != SOUND else wrong_frame
        follows = LLC_FOLLOWS if at != NOWHERE else NOTHING
    if follows == LLC_FOLLOWS:
        wrong_llc, follows = llc(data, at, end, places)
        wrong = wrong if wrong != SOUND else wrong_llc
        at += SNAP_BYTES
    return wrong, follows, at, end, sent_end


@inlined
def _frame(data: np.ndarray, at: int, end: int, sent_end: int, link: int, places: np.ndarray) -> int:
    """Write the places of a captured frame: the first layer that is malformed, SOUND if none is.

    A message cut because it goes on in another fragment is not malformed, though it cannot be read.
    """
    wrong, follows, at, end, payload_end = _link(data, at, end, sent_end, link, places)
    wrong_ip, transport, packet_end, fragment = SOUND, NOWHERE, end, False
    if follows == TYPE_IPV4:
        wrong_ip, transport, packet_end, fragment = ipv4(data, at, end, payload_end, places)
    elif follows == TYPE_IPV6:
        wrong_ip, transport, packet_end, fragment = ipv6(data, at, end, payload_end, places)
    elif follows == TYPE_ARP:
        wrong_ip = arp(data, at, end, places)
    wrong = wrong if wrong != SOUND else wrong_ip
    if transport == NOWHERE:
        return wrong
    if u8(data, places[PROTOCOL]) == PROTOCOL_TCP:
        wrong_tcp = tcp(data, transport, min(end, packet_end), packet_end, places)
        return wrong if wrong != SOUND else wrong_tcp
    wrong_udp, end = udp(data, transport, min(end, packet_end), packet_end, fragment, places)
    wrong = wrong if wrong != SOUND else wrong_udp
    if end == NOWHERE:
        return wrong
    wrong_message = message(data, transport, end, places)
    goes_on = fragment or payload_end > sent_end
    return wrong if wrong != SOUND or goes_on else wrong_message


@compiled
def _header(data: np.ndarray, at: int, big_endian: bool) -> int:
    return u32(data, at) if big_endian else le32(data, at)


@compiled
def _gather(data: np.ndarray, places: np.ndarray, count: int, fields: np.ndarray, rows: np.ndarray, first: int) -> None:
    """Write the fields of `count` records into columns of `rows` from `first` on: each field's number, or `none`."""
    for row in range(len(fields)):
        place_at, offset, is_place, is_big, shift, mask, none = fields[row]
        for i in range(count):
            place = places[i, place_at]
            if is_place != 0:
                rows[row, first + i] = place
                continue
            at = place + offset if place >= 0 else 0
            word = big(data, at, 8) if is_big != 0 else little(data, at, 8)
            rows[row, first + i] = word >> shift & mask if place >= 0 else none


def _make(sources: int) -> Scan:
    @cached
    def scan(
        data: np.ndarray,
        start: int,
        end: int,
        big_endian: bool,
        fractions: int,
        link: int,
        fields: np.ndarray,
        rows: np.ndarray,
    ) -> tuple[int, int, int]:
        """Fill `rows` (int64, fields x records) from the records in data[start:end].

        PADDING_BYTES bytes of `data` follow `end`. `fractions`: units of time in a second; `fields`: a field_table.
        Returns the number of records, where the next begins, and why the scan ended.
        """
        assert sources != 0
        places, block = np.empty(PLACES, np.int64), np.empty((RECORDS_IN_BLOCK, PLACES), np.int64)
        done, at, why = int64(0), start, int64(FULL)
        while why == FULL and done < rows.shape[1]:
            count = int64(0)
            while count < min(RECORDS_IN_BLOCK, rows.shape[1] - done):
                frame = at + RECORD_HEADER_BYTES
                captured = _header(data, at + _CAPTURED_AT, big_endian) if frame <= end else 0
                if frame + captured > end or captured > MAX_FRAME_BYTES:
                    why = int64(OVERSIZED if captured > MAX_FRAME_BYTES else INCOMPLETE)
                    break
                original = _header(data, at + _ORIGINAL_AT, big_endian)
                places[:] = NOWHERE
                places[RECORD] = at
                places[MALFORMED] = _frame(data, frame, frame + captured, frame + max(captured, original), link, places)
                fraction = _header(data, at + _FRACTION_AT, big_endian)
                places[TIME_NS] = _header(data, at, big_endian) * 1_000_000_000 + fraction * (
                    1_000_000_000 // fractions
                )
                if captured > original or fraction >= fractions:
                    places[MALFORMED] = RECORD
                block[count] = places
                at = frame + captured
                count += 1
            _gather(data, block, count, fields, rows, done)
            done += count
        return done, at, why

    return scan


def _fingerprint() -> int:
    """A number for the sources that the compiled scan is made from, besides this file."""
    folders = (f"spark_analysis.capture.{name}" for name in ("kernels", "layers", "links", "stream"))
    return int.from_bytes(source_digest(*folders, "schema.messages", "schema.routes")[:7], "big") | 1


scan = _make(_fingerprint())
"""Part of its key on disk is `sources`: numba looks only at the file that a function stands in."""
