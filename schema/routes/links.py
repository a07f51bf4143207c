"""The identifiers of links that Bloom filters in packets are made of (Jokela et al. 2009), as C++'s LinkIdentifier."""

from __future__ import annotations

from functools import cache

from schema.routes import FILTER_BITS

LINK_ONES = 5
"""Bits of an identifier that are set."""
MOST_ONES = 0.7
"""Part of a filter's bits that may be set: switches drop a packet with more."""

_MASK = (1 << 64) - 1


def _mixed(state: int) -> int:
    """SplitMix64 (Steele et al. 2014)."""
    number = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


@cache
def link_identifier(start: int, end: int, table: int) -> int:
    """The identifier of the link from node `start` to node `end`: 256 bits, the first in a packet is the highest."""
    step = 0x9E3779B97F4A7C15
    state = (start << 32 | end) + step & _MASK
    state = _mixed(state) ^ table
    identifier = 0
    while identifier.bit_count() < LINK_ONES:
        state = state + step & _MASK
        identifier |= 1 << (FILTER_BITS - 1 - _mixed(state) % FILTER_BITS)
    return identifier


def is_in_filter(route: int, start: int, end: int, table: int) -> bool:
    """Whether a switch sends a packet with this filter over a link: by chance also over a link that is not in it."""
    identifier = link_identifier(start, end, table)
    return route & identifier == identifier and route.bit_count() <= MOST_ONES * FILTER_BITS
