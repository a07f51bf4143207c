"""What a figure of the report is: one object per figure, which the gallery finds by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from spark_analysis.report.data.story import Story
from spark_analysis.report.theme.picture import Picture


@dataclass(frozen=True, eq=False)
class ReportFigure:
    """A figure, or one per axis of the experiment. An object of this class at the top of a module here is drawn."""

    name: str
    """Of its files, and in the `shown_in` of the metrics that it shows."""
    order: int
    """Place in the report; no two figures share one."""
    kinds: frozenset[str]
    """Names of the network kinds whose reports have it."""
    needs: tuple[str, ...]
    """The result tables or trace tables that it is drawn from."""
    draw: Callable[[Story], Iterator[Picture]]
    """Gives no picture where nothing was measured that it could show."""
    section: str = "figures"
    """Name of the section that shows it."""
