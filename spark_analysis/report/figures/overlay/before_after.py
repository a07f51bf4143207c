"""One run's overlay before and after its moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.overlay.overlay_map import read_overlay_map
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.overlay.before_after import draw_before_after, overlay_rows
from spark_analysis.report.theme.picture import Picture

_NAME = "overlay-before-after"


def draw_overlay_map(story: Story) -> Iterator[Picture]:
    """Draw the run with the most moves."""
    shown = read_overlay_map(story)
    if shown is None:
        return
    new = len(set(shown.after.links) - set(shown.before.links))
    moves = f"{shown.moves:,} {'move' if shown.moves == 1 else 'moves'}"
    yield Picture(
        _NAME,
        f"The overlay before and after: {shown.label}, replication {shown.replication}",
        f"The {len(shown.brokers):,} brokers and the overlay’s links, each tree drawn from its middle outwards, so "
        "that a broker has another place in the two. The darker a broker, on a dark page the brighter, the more "
        "notifications it received per second from other brokers, in the first and in the last tenth of the measured "
        "window.",
        f"Two drawings of an overlay of {len(shown.brokers):,} brokers. {moves} replaced {new:,} of its "
        f"{len(shown.before.links):,} links.",
        partial(draw_before_after, shown),
        partial(overlay_rows, shown),
    )


OVERLAY_BEFORE_AFTER_FIGURE = ReportFigure(
    name=_NAME,
    order=240,
    kinds=ON_WIRES,
    needs=("overlay_brokers", "overlay_links", "overlay_steps", "plans"),
    draw=draw_overlay_map,
    section="overlay",
)
