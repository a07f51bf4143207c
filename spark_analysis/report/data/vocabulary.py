"""How the report names a metric: label, place, the direction that is better, and the unit that is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from statistics import median

from spark_analysis.metrics.catalogue import CATALOGUE, metrics_shown_in
from spark_analysis.metrics.metric import GROUPS, OTHER, Better, Metric


@dataclass(frozen=True)
class MetricView:
    """What the report shows of a metric. `better` is None where neither end is good in itself."""

    name: str
    label: str
    group: str
    better: Better | None = None
    percent: bool = False


def _place(metric: Metric) -> tuple[int, int]:
    """In the report: by group, then within the group."""
    within = metric.order if metric.report_order is None else metric.report_order
    return GROUPS.index(metric.group), within


_BY_NAME = {
    metric.name: MetricView(metric.name, metric.label, metric.group, metric.better, metric.percent)
    for metric in sorted(CATALOGUE, key=_place)
}
ANSWERED = tuple(metric.name for metric in metrics_shown_in("answer"))
"""The metrics of the answer at the top, in this order."""


def view(metric: str) -> MetricView:
    """The view of `metric`; a metric that is not in the catalogue is shown under its own name."""
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
    """Shares become percent, times milliseconds where most are short, rates of many bits kilobits or megabits per
    second; everything else stays as it stands in the tables.

    A unit that the label contains already (transmissions, hops, per second) is not repeated.
    """
    if view(metric).percent:
        return Scale(100.0, "%", "percentage points")
    if unit == "s":
        finite = [abs(value) for value in values if isfinite(value)]
        return Scale(1000.0, "ms", "ms") if finite and median(finite) < 1.0 else Scale(1.0, "s", "s")
    if unit == "bit/s":
        finite = [abs(value) for value in values if isfinite(value)]
        thousands = min(2, max(0, (len(str(int(median(finite)))) - 1) // 3)) if finite else 0
        shown = ("bit/s", "kbit/s", "Mbit/s")[thousands]
        return Scale(1000.0**-thousands, shown, shown)
    spoken = unit in {"", "1", "-", "none"} or unit.startswith("1/") or unit in view(metric).label
    shown = "" if spoken else unit
    return Scale(1.0, shown, shown)
