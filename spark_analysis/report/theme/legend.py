"""The key to the series, below the panels, where it hides nothing."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from spark_analysis.report.theme.palette import Ink
from spark_analysis.report.theme.picture import Page

_LONGEST = 40
_INCHES_PER_LETTER = 0.075
_HANDLE_INCHES = 0.6
_ROW_INCHES = 0.2


def legend_height(inks: Mapping[str, Ink], page: Page) -> float:
    """Inches the legend needs below the panels."""
    return _ROW_INCHES * ceil(len(inks) / _columns(inks, page)) + 0.1


def legend_below(figure: Figure, inks: Mapping[str, Ink], page: Page, *, lines: bool) -> None:
    """One entry per series, in as many columns as fit the page."""
    handles = [
        Line2D(
            [],
            [],
            color=ink.colour,
            marker=ink.marker,
            markersize=6,
            linewidth=1.7,
            linestyle=ink.dash if lines else "none",
        )
        for ink in inks.values()
    ]
    figure.legend(handles, _names(inks), loc="outside lower center", ncols=_columns(inks, page))


def _names(inks: Mapping[str, Ink]) -> list[str]:
    return [name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…" for name in inks]


def _columns(inks: Mapping[str, Ink], page: Page) -> int:
    longest = max(map(len, _names(inks)), default=1) * _INCHES_PER_LETTER + _HANDLE_INCHES
    return max(1, min(len(inks), int(page.width / longest)))
