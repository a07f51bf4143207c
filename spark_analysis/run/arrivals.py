"""Which events reached which nodes, how often, and when first: the group-by that is most of the work of a large run.

What a run comes to takes DuckDB twice as long without it, and Spark's SQL sixteen times (benchmarks/README.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.capture.kernels.compiler import cached

PAIR = ("publisher", "sequence", "node")
"""The columns that name an event and a node."""
_NONE = np.int32(-1)
_SIDE_BY_SIDE = np.uint64(64)
"""Nodes of an event that are side by side in the table."""


@dataclass(frozen=True)
class Arrivals:
    """Pairs of an event and a node, in the order in which they were first seen."""

    publisher: np.ndarray
    sequence: np.ndarray
    node: np.ndarray
    first: np.ndarray
    """Index of the row in which the pair was seen first."""
    times: np.ndarray
    """How many rows it is in."""
    slots: np.ndarray

    @classmethod
    def of(cls, publisher: np.ndarray, sequence: np.ndarray, node: np.ndarray) -> Arrivals:
        """The pairs in rows of integers from 0 to 2**32 - 1, all three of one length."""
        first, times, slots = _grouped(_events(publisher, sequence), node.astype(np.uint64))
        return cls(publisher[first], sequence[first], node[first], first, times, slots)

    def find(self, publisher: np.ndarray, sequence: np.ndarray, node: np.ndarray) -> np.ndarray:
        """Of each row the index of its pair, -1 where it is not among them."""
        own = _events(self.publisher, self.sequence), self.node.astype(np.uint64)
        return np.asarray(_found(self.slots, *own, _events(publisher, sequence), node.astype(np.uint64)))

    def first_of(self, publisher: np.ndarray, sequence: np.ndarray, node: np.ndarray) -> np.ndarray:
        """Of each row the first row that has its pair, -1 where none has."""
        at = self.find(publisher, sequence, node)
        return np.where(at < 0, -1, self.first[at]) if len(self.first) else at


def _events(publisher: np.ndarray, sequence: np.ndarray) -> np.ndarray:
    return np.asarray(publisher.astype(np.uint64) << np.uint64(32) | sequence.astype(np.uint64))


@cached
def _slot(event: np.uint64, node: np.uint64, mask: np.uint64) -> np.uint64:
    """Where to look first. An event's nodes are side by side, and events come one after the other in a trace: what is
    looked up is in the processor's cache."""
    mixed = event * np.uint64(0xD6E8FEB86659FD93)
    return ((mixed ^ (mixed >> np.uint64(32))) * _SIDE_BY_SIDE + node) & mask


@cached
def _grouped(event: np.ndarray, node: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of each pair the first row and the number of rows; then the table that finds them, at most half full."""
    bits = 7
    while (1 << bits) < 2 * len(event):
        bits += 1
    mask = np.uint64((1 << bits) - 1)
    slots = np.full(1 << bits, _NONE, np.int32)
    first = np.empty(len(event), np.int64)
    times = np.zeros(len(event), np.int64)
    pairs = 0
    for row in range(len(event)):
        at = _slot(event[row], node[row], mask)
        pair = slots[at]
        while pair != _NONE and (event[first[pair]] != event[row] or node[first[pair]] != node[row]):
            at = (at + np.uint64(1)) & mask
            pair = slots[at]
        if pair == _NONE:
            slots[at] = pair = pairs
            first[pair] = row
            pairs += 1
        times[pair] += 1
    return first[:pairs], times[:pairs], slots


@cached
def _found(
    slots: np.ndarray, own_event: np.ndarray, own_node: np.ndarray, event: np.ndarray, node: np.ndarray
) -> np.ndarray:
    mask = np.uint64(len(slots) - 1)
    found = np.empty(len(event), np.int64)
    for row in range(len(event)):
        at = _slot(event[row], node[row], mask)
        pair = slots[at]
        while pair != _NONE and (own_event[pair] != event[row] or own_node[pair] != node[row]):
            at = (at + np.uint64(1)) & mask
            pair = slots[at]
        found[row] = pair
    return found
