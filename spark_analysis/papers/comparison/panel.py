"""What a figure of a paper shows: panels with the paper's axes, each with curves from our runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from schema.intervals import Estimate, estimate
from spark_analysis.papers.comparison.paper_results import FigureResults


@dataclass(frozen=True)
class CurvePoint:
    """The mean at one value of the x axis, with its interval."""

    x: float
    estimate: Estimate


@dataclass(frozen=True)
class PaperCurve:
    """A line of a panel; without a line, only marks."""

    name: str
    points: tuple[CurvePoint, ...]
    has_line: bool = True


def no_marks(results: FigureResults) -> Sequence[float]:
    """Return nothing: the panel has no vertical lines."""
    return ()


@dataclass(frozen=True)
class PaperPanel:
    """One pair of axes."""

    title: str
    x_label: str
    y_label: str
    curves: Callable[[FigureResults], list[PaperCurve]]
    marks: Callable[[FigureResults], Sequence[float]] = no_marks
    """Values of x with a vertical line."""
    is_wide: bool = False
    """Whether it is as wide as the page."""


@dataclass(frozen=True)
class PaperPicture:
    """A figure of the paper, drawn from our runs."""

    name: str
    """Of the folder of results, `fig-4`."""
    subject: str
    """Completes the sentence "Fig. 4 shows …"."""
    panels: tuple[PaperPanel, ...]
    results: str = ""
    """The folder of results, where it is that of another figure."""

    @property
    def folder(self) -> str:
        """The folder of results."""
        return self.results or self.name


def curve_over(name: str, x: str, values: pd.Series) -> PaperCurve:
    """Return the mean of `values` at each value of `x`, a level of their index."""
    groups = values.groupby(level=x, sort=True)
    points = [CurvePoint(float(at), estimate([float(value) for value in group])) for at, group in groups]
    return PaperCurve(name, tuple(points))
