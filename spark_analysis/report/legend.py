"""The key to the series, below the panels, where it hides nothing."""

from __future__ import annotations

from math import ceil

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from spark_analysis.report.picture import Page
from spark_analysis.report.story import Story

_LONGEST = 40
_INCHES_PER_LETTER = 0.075
_HANDLE_INCHES = 0.6
_ROW_INCHES = 0.2


def legend_height(story: Story, page: Page) -> float:
    """Inches the legend needs below the panels."""
    return _ROW_INCHES * ceil(len(story.inks) / _columns(story, page)) + 0.1


def legend_below(figure: Figure, story: Story, page: Page, *, lines: bool) -> None:
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
        for ink in story.inks.values()
    ]
    figure.legend(handles, _names(story), loc="outside lower center", ncols=_columns(story, page))


def _names(story: Story) -> list[str]:
    return [name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…" for name in story.inks]


def _columns(story: Story, page: Page) -> int:
    longest = max(map(len, _names(story)), default=1) * _INCHES_PER_LETTER + _HANDLE_INCHES
    return max(1, min(len(story.inks), int(page.width / longest)))
