"""How the report speaks of a metric: its label, where it stands, which way is better, and the unit a reader meets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from statistics import median
from typing import Literal

Better = Literal["higher", "lower"]


@dataclass(frozen=True)
class MetricView:
    """What the catalogue does not say. `better` is None where neither end is good in itself."""

    name: str
    label: str
    group: str
    better: Better | None = None
    percent: bool = False


DELIVERY, TIME, OVERHEAD, TREE, RADIO = "Delivery", "Time and path", "Overhead", "Tree", "Radio"
WORKLOAD, OTHER = "Workload", "Other"
GROUPS = (DELIVERY, TIME, OVERHEAD, TREE, RADIO, WORKLOAD, OTHER)

_VIEWS = (
    MetricView("delivery_ratio", "delivery ratio", DELIVERY, "higher", percent=True),
    MetricView("reachable_delivery_ratio", "reachable delivery ratio", DELIVERY, "higher", percent=True),
    MetricView("duplicate_ratio", "duplicate ratio", DELIVERY, "lower", percent=True),
    MetricView("false_delivery_ratio", "false delivery ratio", DELIVERY, "lower", percent=True),
    MetricView("latency_p50_s", "median latency", TIME, "lower"),
    MetricView("latency_p95_s", "95th percentile of latency", TIME, "lower"),
    MetricView("hops_mean", "hops per delivery", TIME),
    MetricView("path_stretch", "path stretch", TIME, "lower"),
    MetricView("control_bytes_per_delivered_byte", "control bytes per delivered byte", OVERHEAD, "lower"),
    MetricView("tx_per_delivery", "transmissions per delivery", OVERHEAD, "lower"),
    MetricView("control_tx_per_node_s", "control transmissions per node and second", OVERHEAD, "lower"),
    MetricView("pst_overhead_events", "O(E) of the realised tree", TREE, "lower"),
    MetricView("relay_overhead_events", "O(E) as relayed on the air", TREE, "lower"),
    MetricView("parent_changes_per_node_min", "parent changes per node and minute", TREE, "lower"),
    MetricView("orphan_time_fraction", "time without a parent", TREE, "lower", percent=True),
    MetricView("tree_similarity", "tree similarity (mean varBLEU)", TREE),
    MetricView("airtime_fraction", "share of airtime used", RADIO, "lower", percent=True),
    MetricView("tx_fairness", "fairness of transmissions (Jain)", RADIO),
    MetricView("mac_collision_ratio", "MAC collision ratio", RADIO, "lower", percent=True),
    MetricView("events", "events published", WORKLOAD),
    MetricView("due_deliveries", "deliveries due", WORKLOAD),
    MetricView("deliveries", "due deliveries made", WORKLOAD),
)
_BY_NAME = {view.name: view for view in _VIEWS}

QUESTIONS = (
    "delivery_ratio",
    "control_bytes_per_delivered_byte",
    "tx_per_delivery",
    "relay_overhead_events",
    "latency_p95_s",
)
"""What the answer at the top speaks of, in this order."""


def view(metric: str) -> MetricView:
    """The view of `metric`; a metric that is new to the report is shown under its own name."""
    return _BY_NAME.get(metric) or MetricView(metric, metric.replace("_", " "), OTHER)


def in_order(metrics: Iterable[str]) -> list[str]:
    """Metrics as the report orders them; unknown ones last, by name."""
    place = {name: index for index, name in enumerate(_BY_NAME)}
    return sorted(set(metrics), key=lambda name: (place.get(name, len(place)), name))


@dataclass(frozen=True)
class Scale:
    """From a table's unit to the one shown: multiply by `factor`, write `unit` behind."""

    factor: float
    unit: str
    difference_unit: str


def scale(metric: str, unit: str, values: Iterable[float]) -> Scale:
    """Shares become percent, times milliseconds where most are short; everything else stays as it stands in the tables.

    A unit that the label already says (transmissions, hops, per second) is not said again.
    """
    if view(metric).percent:
        return Scale(100.0, "%", "percentage points")
    if unit == "s":
        finite = [abs(value) for value in values if isfinite(value)]
        return Scale(1000.0, "ms", "ms") if finite and median(finite) < 1.0 else Scale(1.0, "s", "s")
    spoken = unit in {"", "1", "-", "none"} or unit.startswith("1/") or unit in view(metric).label
    shown = "" if spoken else unit
    return Scale(1.0, shown, shown)
