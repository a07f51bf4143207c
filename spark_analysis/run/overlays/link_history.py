"""The shape of an overlay over time: its parts, its cycles, and how many links its brokers have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import duckdb
import pyarrow as pa

OverlayLink = tuple[int, int]
"""Two brokers, the smaller number first."""


class LinkChange(NamedTuple):
    """A link begins (`up`) or ends."""

    time_ns: int
    link: OverlayLink
    up: bool


@dataclass(frozen=True)
class OverlayShape:
    """The overlay from one change of its links to the next. `until_ns` is None for the last shape."""

    from_ns: int
    until_ns: int | None
    parts: int
    """Groups of brokers that links connect: 1 where no broker is cut off."""
    extra_links: int
    """Links without which the parts would be the same: 0 where there is no cycle."""
    degree_max: int


class DisjointSets:
    """Sets that can be united: union-find with path halving."""

    def __init__(self, members: Iterable[int]) -> None:
        self._parent = {member: member for member in members}
        self.count = len(self._parent)

    def unite(self, a: int, b: int) -> bool:
        """Unite the sets of `a` and `b`. Returns False where they were one already."""
        a, b = self._root(a), self._root(b)
        if a == b:
            return False
        self._parent[a] = b
        self.count -= 1
        return True

    def _root(self, member: int) -> int:
        parent = self._parent
        while parent[member] != member:
            parent[member] = member = parent[parent[member]]
        return member


def overlay_shapes(brokers: Iterable[int], changes: Iterable[LinkChange]) -> Iterator[OverlayShape]:
    """The shapes of an overlay, in order of time. `changes` are in order of time; those of one moment count at once.

    A link that begins twice is one link. Raises KeyError for a link of a node that is none of `brokers`.
    """
    known = list(brokers)
    links: dict[OverlayLink, None] = {}
    moments = [(time_ns, list(group)) for time_ns, group in groupby(changes, key=lambda change: change.time_ns)]
    ends: list[int | None] = [*(time_ns for time_ns, _ in moments), None]
    for (time_ns, group), until_ns in zip(moments, ends[1:], strict=True):
        for change in group:
            if change.up:
                links[change.link] = None
            else:
                links.pop(change.link, None)
        sets = DisjointSets(known)
        extra = sum(not sets.unite(a, b) for a, b in links)
        yield OverlayShape(time_ns, until_ns, sets.count, extra, max(degrees(links).values(), default=0))


def degrees(links: Iterable[OverlayLink]) -> Counter[int]:
    """Broker -> number of its links; a broker without links is not in it."""
    return Counter(end for link in links for end in link)


def links_at(changes: Iterable[LinkChange], time_ns: int) -> list[OverlayLink]:
    """The links at a moment, changes at it included, in order."""
    links: dict[OverlayLink, None] = {}
    for change in changes:
        if change.time_ns <= time_ns:
            if change.up:
                links[change.link] = None
            else:
                links.pop(change.link, None)
    return sorted(links)


_SHAPES = pa.schema(
    [(name, pa.int64()) for name in ("from_ns", "until_ns", "parts", "extra_links", "degree_max")],
)
_CHANGES = """
SELECT time_ns, a, b, up FROM overlay_links
WHERE a IN (SELECT node FROM overlay_brokers) AND b IN (SELECT node FROM overlay_brokers) ORDER BY time_ns, up
"""
"""A link that ends and begins at one moment is there after it."""


def shapes_table(database: duckdb.DuckDBPyConnection) -> pa.Table:
    """The shapes of the run's overlay as a table; no row without one. The database has the run's trace tables."""
    brokers = [node for (node,) in database.execute("SELECT node FROM overlay_brokers ORDER BY node").fetchall()]
    rows = database.execute(_CHANGES).fetchall()
    changes = (LinkChange(time_ns, (a, b), bool(up)) for time_ns, a, b, up in rows)
    return pa.Table.from_pylist([vars(shape) for shape in overlay_shapes(brokers, changes)], _SHAPES)
