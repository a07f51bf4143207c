"""One pass over a piece of a capture: where its records are, and where in each of them is what."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files

import numpy as np

from spark_analysis.pcap.compiled import cached, compiled
from spark_analysis.pcap.ethernet import ethernet, ppp, raw_ip
from spark_analysis.pcap.ieee80211 import ieee80211
from spark_analysis.pcap.layers import LINK, RADIOTAP, RECORD, SOUND
from spark_analysis.pcap.limits import LINK_ETHERNET, LINK_IEEE80211, LINK_PPP, LINK_RADIOTAP, MAX_FRAME, RECORD_HEADER
from spark_analysis.pcap.radiotap import radiotap
from spark_analysis.pcap.words import number

FULL, INCOMPLETE, OVERSIZED = range(3)
"""Why a scan ended: no room for more records, no more bytes, a record that claims more than any frame has."""

Scan = Callable[[np.ndarray, int, int, bool, int, int, np.ndarray, np.ndarray], tuple[int, int, int]]


@compiled
def _frame(data: np.ndarray, at: int, end: int, sent_end: int, link: int, places: np.ndarray, i: int) -> int:
    """Note the places of a captured frame; `sent_end`: where it ended on the air. What is malformed, if anything."""
    wrong, fcs = SOUND, 0
    places[LINK, i] = at
    if link == LINK_RADIOTAP:
        length, fcs, sound = radiotap(data, at, end, places, i)
        if length == 0:
            return RADIOTAP
        if not sound:
            wrong = RADIOTAP
        at += length
        places[LINK, i] = at
    if link in (LINK_RADIOTAP, LINK_IEEE80211):
        inner = ieee80211(data, at, min(end, sent_end - fcs), sent_end - fcs, places, i)
    elif link == LINK_ETHERNET:
        inner = ethernet(data, at, end, sent_end, places, i)
    elif link == LINK_PPP:
        inner = ppp(data, at, end, sent_end, places, i)
    else:
        inner = raw_ip(data, at, end, sent_end, places, i)
    return wrong if wrong != SOUND else inner


def _make(sources: int) -> Scan:
    @cached
    def scan(
        data: np.ndarray,
        start: int,
        end: int,
        big_endian: bool,
        fractions: int,
        link: int,
        places: np.ndarray,
        malformed: np.ndarray,
    ) -> tuple[int, int, int]:
        """Fill `places` (PLACES x records, NOWHERE before) and `malformed` from the records in data[start:end].

        `fractions`: units of time in a second. Returns how many records there were, where the next begins, and why
        there are no more.
        """
        assert sources != 0
        i, at = 0, start
        while i < len(malformed):
            frame = at + RECORD_HEADER
            if frame > end:
                return i, at, INCOMPLETE
            captured = number(data, at + 8, 4, big_endian)
            if captured > MAX_FRAME:
                return i, at, OVERSIZED
            if frame + captured > end:
                return i, at, INCOMPLETE
            original = number(data, at + 12, 4, big_endian)
            places[RECORD, i] = at
            malformed[i] = _frame(data, frame, frame + captured, frame + max(captured, original), link, places, i)
            if captured > original or number(data, at + 4, 4, big_endian) >= fractions:
                malformed[i] = RECORD
            at = frame + captured
            i += 1
        return i, at, FULL

    return scan


def _fingerprint() -> int:
    """Of all that the compiled scan is made from."""
    sources = [*files("spark_analysis.pcap").iterdir(), files("schema") / "wire.py"]
    code = sha256()
    for source in sorted(sources, key=lambda source: source.name):
        if source.name.endswith(".py"):
            code.update(source.read_bytes())
    return int.from_bytes(code.digest()[:7], "big") | 1


scan = _make(_fingerprint())
"""Part of its key on disk is `sources`: numba looks only at the file that a function stands in."""
