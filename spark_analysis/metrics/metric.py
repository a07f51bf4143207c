"""A metric is one object: it holds all that the tables, the docs, the figures and the report state about it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from spark_analysis.metrics.run_data import RunData

Better = Literal["higher", "lower"]

DELIVERY, TIME, OVERHEAD, TREE, RADIO, LINKS = "Delivery", "Time and path", "Overhead", "Tree", "Radio", "Links"
REQUESTS, STORES, OVERLAY, SWITCHES = "Requests", "Stores", "Overlay", "Switches"
WORKLOAD, OTHER = "Workload", "Other"
GROUPS = (REQUESTS, STORES, OVERLAY, SWITCHES, DELIVERY, TIME, OVERHEAD, TREE, RADIO, LINKS, WORKLOAD, OTHER)
"""The groups of the report, in its order."""

ON_RADIO, ON_WIRES = frozenset({"radio"}), frozenset({"wired"})
ON_EVERY_NETWORK = ON_RADIO | ON_WIRES
"""Names of network kinds, as schema.kinds has them."""


@dataclass(frozen=True, eq=False)
class Metric:
    """One metric. An object of this class at the top of a module in this folder is in the catalogue."""

    name: str
    """As the tables have it."""
    order: int
    """Place of its rows in the tables and in docs/metrics.md; no two metrics share one."""
    unit: str
    definition: str
    source: str
    """Where the definition comes from, then whether it is computed from captures or traces."""
    compute: str | Callable[[RunData], float]
    """A query that gives one value, NULL or no row where there is none; or a function, which gives NaN there."""
    needs: tuple[str, ...]
    """The tables that it is computed from: those of schema.traces and of spark_analysis.run.run_tables."""
    kinds: frozenset[str]
    """Names of the network kinds that have it."""
    label: str
    """As the report calls it."""
    group: str
    """One of GROUPS."""
    better: Better | None = None
    """None where neither end is good in itself."""
    percent: bool = False
    """Whether the report shows it in percent."""
    report_order: int | None = None
    """Place in its group of the report, where it is not `order`."""
    short_label: str = ""
    """Column of the table that ends a sweep in the terminal; empty where it has none."""
    shown_in: Mapping[str, int] = field(default_factory=dict)
    """Place among the metrics of each figure that shows it, by the figure's name. `answer`: of the report's answer;
    `terminal`: of the table in the terminal."""

    in_every_run: bool = True
    """False: only runs of programs that simulate such things have it, and no report of other programs names it."""

    def value(self, data: RunData) -> float:
        """Return the value of one run, NaN where it has none."""
        if not isinstance(self.compute, str):
            return self.compute(data)
        row = data.query(self.compute).fetchone()
        return math.nan if row is None or row[0] is None else float(row[0])
