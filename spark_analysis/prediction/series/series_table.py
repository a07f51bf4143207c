"""The table of traffic series, `link_steps`, and the series in it: docs/prediction.md describes its columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, finite_values

COLUMNS = ("step", "a", "b", "notifications", "dS", "dA")
"""Step n, the link's direction from broker `a` to broker `b`, T(n), dS(n) and dA(n)."""

Link = tuple[int, int]
"""Brokers a and b: the direction from a to b."""


@dataclass(frozen=True)
class SeriesOfLinks:
    """The usable series, the sentence for each link that was left out, and how many were left out by fault."""

    series: Mapping[Link, LinkSeries]
    excluded: Mapping[Link, UnusableSeries]
    last_step: int
    """The last step of any link in the table."""

    @property
    def exclusions(self) -> Mapping[Fault, int]:
        return Counter(error.fault for error in self.excluded.values())

    @property
    def ended_early(self) -> tuple[Link, ...]:
        """Usable links whose last step is before the table's: the link or its broker vanished."""
        ends = {link: series.first_step + len(series) - 1 for link, series in self.series.items()}
        return tuple(link for link, end in ends.items() if end < self.last_step)


def read_series(table: Mapping[str, np.ndarray], minimum_steps: int = 2) -> SeriesOfLinks:
    """The series of each link in `table`, which maps COLUMNS to arrays; the order of rows does not matter.

    A link with a missing or repeated step, with a value that is not finite or with less than `minimum_steps` steps is
    excluded. Raises UnusableSeries if a column is missing, the columns differ in length, or there are no rows.
    """
    columns = _columns(table)
    order = np.lexsort((columns["step"], columns["b"], columns["a"]))
    ordered = {name: values[order] for name, values in columns.items()}
    is_first = (np.diff(ordered["a"], prepend=np.nan) != 0) | (np.diff(ordered["b"], prepend=np.nan) != 0)
    series: dict[Link, LinkSeries] = {}
    excluded: dict[Link, UnusableSeries] = {}
    for rows in np.split(np.arange(len(order)), np.flatnonzero(is_first)[1:]):
        link = (int(ordered["a"][rows[0]]), int(ordered["b"][rows[0]]))
        try:
            rows_of_link = {name: values[rows] for name, values in ordered.items()}
            series[link] = series_of_rows(f"link {link[0]}-{link[1]}", rows_of_link, minimum_steps)
        except UnusableSeries as error:
            excluded[link] = error
    return SeriesOfLinks(series, excluded, int(columns["step"].max()))


def _columns(table: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    if missing := [name for name in COLUMNS if name not in table]:
        raise UnusableSeries(Fault.SHAPE, f"the table of series has no column {', '.join(missing)}")
    columns = {name: np.asarray(table[name], dtype=np.float64) for name in COLUMNS}
    if len({values.shape for values in columns.values()}) > 1:
        raise UnusableSeries(Fault.SHAPE, "the columns of the table of series have different lengths")
    for name in ("step", "a", "b"):
        values = finite_values(columns[name], name=f"column {name}")
        if (values != np.floor(values)).any():
            raise UnusableSeries(Fault.SHAPE, f"column {name} has values that are no integers")
    return columns


def series_of_rows(name: str, columns: Mapping[str, np.ndarray], minimum_steps: int = 2) -> LinkSeries:
    """The series of the rows of one link, in the order of their steps; `name` is that of the link in a sentence.

    Raises UnusableSeries for a missing or repeated step, a value that is not finite, or too few steps.
    """
    steps = columns["step"]
    irregular = np.flatnonzero(np.diff(steps) != 1)
    if len(irregular):
        before = int(steps[irregular[0]])
        after = int(steps[irregular[0] + 1])
        raise UnusableSeries(Fault.GAP, f"{name} has step {after} after step {before}")
    traffic, subscriptions, advertisements = (
        finite_values(columns[column], minimum_steps, f"{column} of {name}") for column in ("notifications", "dS", "dA")
    )
    return LinkSeries(traffic, subscriptions, advertisements, int(steps[0]))
