"""One pass over a piece of a capture: where its records are, and where in each of them is what."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import big, int64, le32, little, u32
from spark_analysis.capture.kernels.compiler import cached, compiled, inlined
from spark_analysis.capture.kernels.source_digest import source_digest
from spark_analysis.capture.layers.ip import ipv4, ipv6, udp
from spark_analysis.capture.layers.llc import LLC_FOLLOWS, NOTHING, TYPE_ARP, TYPE_IPV4, TYPE_IPV6, arp, llc
from spark_analysis.capture.layers.message import message
from spark_analysis.capture.layers.places import LINK, MALFORMED, NOWHERE, PLACES, RADIOTAP, RECORD, SOUND, TIME_NS
from spark_analysis.capture.links.ethernet import ethernet, ppp, raw_ip
from spark_analysis.capture.links.ieee80211 import ieee80211
from spark_analysis.capture.links.radiotap import radiotap
from spark_analysis.capture.stream.limits import (
    LINK_ETHERNET,
    LINK_IEEE80211,
    LINK_PPP,
    LINK_RADIOTAP,
    MAX_FRAME,
    RECORD_HEADER,
)

FULL, INCOMPLETE, OVERSIZED = range(3)
"""Why a scan ended: no room for more records, no more bytes, a record that claims more than any frame has."""

BLOCK = 32
"""Records whose fields are gathered together: so few that they stay in the processor's first cache."""

Scan = Callable[[np.ndarray, int, int, bool, int, int, np.ndarray, np.ndarray], tuple[int, int, int]]


@inlined
def _link(
    data: np.ndarray, at: int, end: int, sent_end: int, link: int, places: np.ndarray
) -> tuple[int, int, int, int, int]:
    """Note the places of a frame's link layer; `sent_end`: where it ended on the air.

    What is malformed, what follows as an EtherType, where, where its captured bytes end, and where it ended on the air.
    """
    places[LINK] = at
    wrong, follows, fcs, malformed = SOUND, NOTHING, 0, SOUND
    if link == LINK_RADIOTAP:
        length, fcs, sound = radiotap(data, at, end, places)
        if length == 0:
            return RADIOTAP, NOTHING, at, end, sent_end
        malformed = SOUND if sound else RADIOTAP
        at += length
        places[LINK] = at
    if link in (LINK_RADIOTAP, LINK_IEEE80211):
        sent_end -= fcs
        end = min(end, sent_end)
        wrong, at, sent_end = ieee80211(data, at, end, sent_end, places)
        follows = LLC_FOLLOWS if at != NOWHERE else NOTHING
    elif link == LINK_ETHERNET:
        wrong, follows, at, sent_end = ethernet(data, at, end, sent_end, places)
        end = min(end, sent_end)
    elif link == LINK_PPP:
        wrong, follows, at = ppp(data, at, end, places)
    else:
        wrong, follows = raw_ip(data, at, end)
    if follows == LLC_FOLLOWS:
        wrong_llc, follows = llc(data, at, end, places)
        wrong = wrong if wrong != SOUND else wrong_llc
        at += 8
    return malformed if malformed != SOUND else wrong, follows, at, end, sent_end


@inlined
def _frame(data: np.ndarray, at: int, end: int, sent_end: int, link: int, places: np.ndarray) -> int:
    """Note the places of a captured frame: the first layer that is malformed, SOUND if none is.

    A message cut because it goes on in another fragment is not malformed, though it cannot be read.
    """
    wrong, follows, at, end, payload_end = _link(data, at, end, sent_end, link, places)
    wrong_ip, datagram, packet_end, fragment = SOUND, NOWHERE, end, False
    if follows == TYPE_IPV4:
        wrong_ip, datagram, packet_end, fragment = ipv4(data, at, end, payload_end, places)
    elif follows == TYPE_IPV6:
        wrong_ip, datagram, packet_end, fragment = ipv6(data, at, end, payload_end, places)
    elif follows == TYPE_ARP:
        wrong_ip = arp(data, at, end, places)
    wrong = wrong if wrong != SOUND else wrong_ip
    if datagram == NOWHERE:
        return wrong
    wrong_udp, end = udp(data, datagram, min(end, packet_end), packet_end, fragment, places)
    wrong = wrong if wrong != SOUND else wrong_udp
    if end == NOWHERE:
        return wrong
    wrong_message = message(data, datagram, end, places)
    goes_on = fragment or payload_end > sent_end
    return wrong if wrong != SOUND or goes_on else wrong_message


@compiled
def _header(data: np.ndarray, at: int, big_endian: bool) -> int:
    return u32(data, at) if big_endian else le32(data, at)


@compiled
def _gather(data: np.ndarray, places: np.ndarray, count: int, fields: np.ndarray, rows: np.ndarray, first: int) -> None:
    """Columns of `rows` from `first` on: each field's number, or what it is where its place is nowhere."""
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
        """Fill `rows` (int64, fields x records) from the records in data[start:end], behind which are PADDING bytes.

        `fractions`: units of time in a second; `fields`: fields.table. Returns how many records there were, where the
        next begins, and why there are no more.
        """
        assert sources != 0
        places, block = np.empty(PLACES, np.int64), np.empty((BLOCK, PLACES), np.int64)
        done, at, why = int64(0), start, int64(FULL)
        while why == FULL and done < rows.shape[1]:
            count = int64(0)
            while count < min(BLOCK, rows.shape[1] - done):
                frame = at + RECORD_HEADER
                captured = _header(data, at + 8, big_endian) if frame <= end else 0
                if frame + captured > end or captured > MAX_FRAME:
                    why = int64(OVERSIZED if captured > MAX_FRAME else INCOMPLETE)
                    break
                original = _header(data, at + 12, big_endian)
                places[:] = NOWHERE
                places[RECORD] = at
                places[MALFORMED] = _frame(data, frame, frame + captured, frame + max(captured, original), link, places)
                fraction = _header(data, at + 4, big_endian)
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
    """A number for the sources that the compiled scan is made from."""
    return int.from_bytes(source_digest("spark_analysis.capture", "schema.messages")[:7], "big") | 1


scan = _make(_fingerprint())
"""Part of its key on disk is `sources`: numba looks only at the file that a function stands in."""
