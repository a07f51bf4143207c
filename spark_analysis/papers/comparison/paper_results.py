"""The results of a paper's figures: one experiment each, with the optima of some of its runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from schema.manifest import Experiment, Scalar
from schema.papers.row_table import RowTable
from spark_analysis.experiment.results import load

REPLICATION = "replication"
TableOrColumn = TypeVar("TableOrColumn", pd.DataFrame, pd.Series)
_VARIANT = "variant"


@dataclass(frozen=True)
class FigureResults:
    """The runs of one figure."""

    experiment: Experiment
    runs: pd.DataFrame
    """tables/runs: a row for each run and metric, with a column for each parameter that varies."""
    optima: pd.DataFrame
    """A row for each run whose optimum is known: the paper's table of optima, and what varies."""
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
        """Return `wide(metric, compared)` with the columns of an optimum, of the runs whose optimum is known."""
        others = [name for name in self.experiment.varying if name != compared]
        known = self.optima.drop(columns=[_VARIANT, compared]).set_index([*others, REPLICATION])
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


def read_paper_results(folder: Path, names: tuple[str, ...], optima: RowTable[Any] | None = None) -> PaperResults:
    """Return the results of the figures in `folder`, with the table `optima` of each that has it.

    Raises FileNotFoundError where a figure is not there, UsageError where its table of optima is malformed.
    """
    return PaperResults({name: _read_figure(folder / name, optima) for name in names})


def _read_figure(folder: Path, optima: RowTable[Any] | None) -> FigureResults:
    results = load(folder)
    runs = results.runs
    known = pd.DataFrame()
    if optima:
        points = runs[[_VARIANT, *results.experiment.varying]].drop_duplicates()
        rows = pd.DataFrame([asdict(row) for row in optima.read(folder)], columns=optima.columns)
        known = rows.merge(points, on=_VARIANT)
    steps = results.overlay_costs if "overlay_costs" in results.tables else pd.DataFrame()
    return FigureResults(results.experiment, runs, known, steps, folder)
