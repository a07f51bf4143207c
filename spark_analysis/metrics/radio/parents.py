"""The trees of a run: the parent of each node at a moment, and the filters that nodes had subscribed to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from schema.traces import NO_NODE
from spark_analysis.metrics.run_data import RunData

if TYPE_CHECKING:
    import numpy as np

Parents = dict[int, dict[int, int]]
"""Root -> node -> parent; nodes without a parent are not in it."""


def parents_at(tables: RunData, times: np.ndarray) -> Iterator[Parents]:
    """Yield the parents at each of `times` (ns, ascending): the state after every change up to that time."""
    rows = tables.trace("parents").rows
    parents: Parents = defaultdict(dict)
    at = 0
    for time in times.tolist():
        while at < len(rows) and rows["time_ns"][at] <= time:
            root, node, parent = (int(rows[name][at]) for name in ("root", "node", "new_parent"))
            if parent == NO_NODE:
                parents[root].pop(node, None)
            else:
                parents[root][node] = parent
            at += 1
        yield parents


def is_treeless(tables: RunData) -> bool:
    """Return whether events arrived although no node ever had a parent: the protocol makes no trees."""
    parents, deliveries = (tables.trace(table).rows for table in ("parents", "deliveries"))
    return len(parents) == 0 and len(deliveries) > 0


class Interests:
    """The filters of each node at a moment, in the order of subscription; `until` advances the moment."""

    def __init__(self, tables: RunData) -> None:
        trace = tables.trace("subscriptions")
        self._rows = list(
            zip(
                trace.rows["time_ns"].tolist(),
                trace.rows["node"].tolist(),
                trace.column("filter").tolist(),
                trace.rows["active"].tolist(),
                strict=True,
            )
        )
        self._at = 0
        self.topics: dict[int, list[str]] = defaultdict(list)

    def until(self, time: int) -> dict[int, list[str]]:
        """Return the filters of each node after all changes up to `time` (ns)."""
        while self._at < len(self._rows) and self._rows[self._at][0] <= time:
            _, node, wanted, active = self._rows[self._at]
            if active:
                self.topics[node].append(wanted)
            elif wanted in self.topics[node]:
                self.topics[node].remove(wanted)
            self._at += 1
        return self.topics
