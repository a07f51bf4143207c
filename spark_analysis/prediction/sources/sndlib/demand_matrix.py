"""The traffic between all pairs of nodes in one time step."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

Pair = tuple[str, str]
"""Source and target."""
_GRANULARITY = re.compile(r"(\d+)\s*(min|h|hour|day)s?")
_MINUTES = {"min": 1, "h": 60, "hour": 60, "day": 24 * 60}
_TIMES = ("%Y%m%d-%H%M", "%Y%m%d%H%M", "%Y%m%d")


@dataclass(frozen=True)
class DemandMatrix:
    """A pair without a demand has none: SNDlib leaves out demands of 0."""

    time: datetime
    granularity: timedelta
    nodes: frozenset[str]
    demands: Mapping[Pair, float]


def demand_matrix(
    about: Mapping[str, str], nodes: Iterable[str], demands: Iterable[tuple[str, str, str]], name: str
) -> DemandMatrix:
    """A matrix of its texts: `about` has `time` and `granularity`, a demand is source, target and value.

    Raises UnusableSeries where a part is missing or is not of the format; `name` is that of the file.
    """
    known = frozenset(nodes)
    values: dict[Pair, float] = {}
    for source, target, text in demands:
        if not {source, target} <= known:
            raise UnusableSeries(
                Fault.SHAPE, f"{name} has a demand {source} {target} between nodes that it does not list"
            )
        if (source, target) in values:
            raise UnusableSeries(Fault.SHAPE, f"{name} has the demand {source} {target} twice")
        values[source, target] = _demand_value(text, name)
    return DemandMatrix(
        _time(about.get("time", ""), name), _granularity(about.get("granularity", ""), name), known, values
    )


def _demand_value(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError as error:
        raise UnusableSeries(Fault.SHAPE, f"{name} has the demand {text!r}, expected a number") from error
    if not math.isfinite(value):
        raise UnusableSeries(Fault.NOT_FINITE, f"{name} has the demand {text}")
    return value


def _time(text: str, name: str) -> datetime:
    for form in _TIMES:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    raise UnusableSeries(Fault.SHAPE, f"{name} has the time {text!r}, expected one such as 20040301-0005")


def _granularity(text: str, name: str) -> timedelta:
    found = _GRANULARITY.fullmatch(text.strip().lower())
    if found is None or int(found[1]) == 0:
        raise UnusableSeries(Fault.SHAPE, f"{name} has the granularity {text!r}, expected one such as 5min")
    return timedelta(minutes=int(found[1]) * _MINUTES[found[2]])
