"""The key to the series, below the panels, where it hides nothing."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from spark_analysis.report.picture import Page
from spark_analysis.report.story import Story

_INCHES_PER_LETTER = 0.075
_HANDLE_INCHES = 0.55


def legend_below(figure: Figure, story: Story, page: Page, *, lines: bool) -> None:
    """One entry per series, in as many columns as fit the page."""
    handles = [
        Line2D(
            [], [], color=ink.colour, marker=ink.marker, markersize=6, linewidth=1.7, linestyle=ink.dash if lines else "none"
        )
        for ink in story.inks.values()
    ]
    longest = max(map(len, story.inks), default=1) * _INCHES_PER_LETTER + _HANDLE_INCHES
    columns = max(1, min(len(handles), int(page.width / longest)))
    figure.legend(handles, list(story.inks), loc="outside lower center", ncols=columns)
