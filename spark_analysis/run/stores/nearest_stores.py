"""The distance from each request to the nearest live store of its topic, worked out from the plan and not by brokers.

Sourlas et al. 2011, section 5 count the links on the shortest path between brokers. The links, the placement and the
failures of stores are enough for it: nothing that a broker or a client wrote of a request's way is used.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import duckdb
import pyarrow as pa

from schema.filters import NotAFilter, parse

Neighbours = Mapping[int, frozenset[int]]

_SCHEMA = pa.schema([("client", pa.uint32()), ("request", pa.uint32()), ("planned_hops", pa.uint32())])
_CHANGES = """
SELECT time_ns, node, topic, kept AS is_on FROM placement
UNION ALL SELECT time_ns, node, NULL, is_live FROM store_state
ORDER BY time_ns
"""


@dataclass
class StoreStates:
    """Which broker's store keeps which topic, and which stores have failed, at a moment."""

    kept: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Topic -> brokers."""
    failed: set[int] = field(default_factory=set)

    def change(self, node: int, topic: str | None, is_on: bool) -> None:
        """Apply a row of the table `placement`, or of `store_state`, which has no topic."""
        if topic is None:
            (self.failed.discard if is_on else self.failed.add)(node)
        else:
            (self.kept[topic].add if is_on else self.kept[topic].discard)(node)

    def live_holders(self, filter_text: str) -> frozenset[int]:
        """The brokers with a live store that keeps every event that a filter matches; none for a text that is none."""
        try:
            asked = parse(filter_text)
        except NotAFilter:
            return frozenset()
        holders = (nodes for topic, nodes in self.kept.items() if parse(topic).covers(asked))
        return frozenset().union(*holders) - self.failed


def distances(neighbours: Neighbours, sources: Iterable[int]) -> dict[int, int]:
    """Links from each node to the nearest of `sources`; a node that none reaches is not in it."""
    found = dict.fromkeys(sources, 0)
    waiting = deque(found)
    while waiting:
        node = waiting.popleft()
        for other in neighbours.get(node, frozenset()):
            if other not in found:
                found[other] = found[node] + 1
                waiting.append(other)
    return found


def planned_hops(database: duckdb.DuckDBPyConnection) -> pa.Table:
    """Per request of a client `planned_hops`: links from its broker to the nearest live store that kept its topic when
    the request was sent, NULL where there was none.

    A change at the very moment of a request counts. The database has the trace tables of the run.
    """
    requests = database.execute("SELECT client, request, time_ns, filter FROM requests ORDER BY time_ns").fetchall()
    if not requests:
        return _SCHEMA.empty_table()
    broker_of = dict(database.execute("SELECT node, broker FROM clients").fetchall())
    neighbours = _neighbours(database)
    states, changes = StoreStates(), iter(database.execute(_CHANGES).fetchall())
    change = next(changes, None)
    by_holders: dict[frozenset[int], dict[int, int]] = {}
    holders_of: dict[str, frozenset[int]] = {}
    hops: list[int | None] = []
    for client, _, time_ns, filter_text in requests:
        while change is not None and change[0] <= time_ns:
            states.change(change[1], change[2], bool(change[3]))
            holders_of.clear()
            change = next(changes, None)
        if filter_text not in holders_of:
            holders_of[filter_text] = states.live_holders(filter_text)
        holders = holders_of[filter_text]
        if holders not in by_holders:
            by_holders[holders] = distances(neighbours, holders)
        hops.append(by_holders[holders].get(broker_of.get(client, -1)))
    clients, numbers = [row[0] for row in requests], [row[1] for row in requests]
    return pa.table({"client": clients, "request": numbers, "planned_hops": hops}, _SCHEMA)


def _neighbours(database: duckdb.DuckDBPyConnection) -> Neighbours:
    """Broker -> the brokers that it has a link to."""
    ways = database.execute("SELECT from_node, to_node FROM broker_links").fetchall()
    found: dict[int, set[int]] = defaultdict(set)
    for start, end in ways:
        found[start].add(end)
    return {node: frozenset(ends) for node, ends in found.items()}
