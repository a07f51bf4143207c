"""The results of a paper's figures: one experiment each, with the optima of some of its runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pandas as pd

from schema.manifest import Experiment, Scalar
from schema.papers.optima import read_optima
from spark_analysis.experiment.results import load

REPLICATION = "replication"
TableOrColumn = TypeVar("TableOrColumn", pd.DataFrame, pd.Series)
OPTIMUM_COLUMNS = ("best_hops", "bound_hops", "unlimited_bound_hops")


@dataclass(frozen=True)
class FigureResults:
    """The runs of one figure."""

    experiment: Experiment
    runs: pd.DataFrame
    """tables/runs: a row for each run and metric, with a column for each parameter that varies."""
    optima: pd.DataFrame
    """A row for each run whose optimum is known: what varies, the replication and OPTIMUM_COLUMNS."""
    steps: pd.DataFrame = field(default_factory=pd.DataFrame)
    """tables/overlay_costs: a row for each run and step; empty without an overlay that changes."""
    folder: Path = Path()
    """Where they are."""

    def wide(self, metric: str, compared: str) -> pd.DataFrame:
        """Return the values of `metric` with a column for each value of the parameter `compared`.

        The rows are the points of the other parameters that vary, and the replications, so that a row holds what is
        compared pair by pair. A row in which a value is missing is left out.
        """
        rows = self.runs[self.runs["metric"] == metric]
        others = [name for name in self.experiment.varying if name != compared]
        table = rows.pivot(index=[*others, REPLICATION], columns=compared, values="value")
        return table.dropna()

    def with_optima(self, metric: str, compared: str) -> pd.DataFrame:
        """Return `wide(metric, compared)` with OPTIMUM_COLUMNS, of the runs whose optimum is known."""
        others = [name for name in self.experiment.varying if name != compared]
        known = self.optima.set_index([*others, REPLICATION])[list(OPTIMUM_COLUMNS)]
        return self.wide(metric, compared).join(known, how="inner")


@dataclass(frozen=True)
class PaperResults:
    """The results of all figures that were swept, by name."""

    figures: Mapping[str, FigureResults]

    def __getitem__(self, name: str) -> FigureResults:
        return self.figures[name]


def by_point(table: TableOrColumn) -> Iterator[tuple[dict[str, Scalar], TableOrColumn]]:
    """Return each point of `table`, whose index is the parameters that vary and the replication, with its rows."""
    *names, _ = table.index.names
    places: dict[tuple[Scalar, ...], list[int]] = {}
    for place, (*values, _) in enumerate(table.index):
        places.setdefault(tuple(values), []).append(place)
    for values, rows in places.items():
        yield dict(zip(names, values, strict=True)), table.iloc[rows]


def figure_title(figure: str) -> str:
    """Return `Fig. 4` for fig-4, and `E4` for e4, an experiment of ours."""
    return f"Fig. {figure.removeprefix('fig-')}" if figure.startswith("fig-") else figure.upper()


def read_paper_results(folder: Path, names: tuple[str, ...]) -> PaperResults:
    """Return the results of the figures in `folder`. Raises FileNotFoundError where one is not there."""
    return PaperResults({name: _read_figure(folder / name) for name in names})


def _read_figure(folder: Path) -> FigureResults:
    results = load(folder)
    varying = list(results.experiment.varying)
    runs = results.runs
    rows = pd.DataFrame(
        [
            (row.variant, row.replication, *(getattr(row, name) for name in OPTIMUM_COLUMNS))
            for row in read_optima(folder)
        ],
        columns=["variant", REPLICATION, *OPTIMUM_COLUMNS],
    )
    points = runs[["variant", *varying]].drop_duplicates()
    steps = results.overlay_costs if "overlay_costs" in results.tables else pd.DataFrame()
    return FigureResults(results.experiment, runs, rows.merge(points, on="variant"), steps, folder)
