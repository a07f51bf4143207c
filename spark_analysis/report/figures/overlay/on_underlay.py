"""One run's overlay on its underlay, before and after its moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from schema.manifest import RUNS
from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.overlay.overlay_map import read_overlay_map
from spark_analysis.report.data.overlay.underlay_map import read_underlay_map
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.overlay.before_after import draw_on_underlay, overlay_rows
from spark_analysis.report.theme.picture import Picture

_NAME = "overlay-on-underlay"


def draw_overlay_on_underlay(story: Story) -> Iterator[Picture]:
    """Draw the run with the most moves."""
    shown = read_overlay_map(story)
    if shown is None:
        return
    underlay = read_underlay_map(story.inputs.folder / RUNS / shown.variant / str(shown.replication))
    if underlay is None or not set(shown.brokers) <= set(underlay.places):
        return
    yield Picture(
        _NAME,
        f"The overlay on its underlay: {shown.label}, replication {shown.replication}",
        f"The same two overlays as above, on the {len(underlay.places):,} routers. Routers are placed so that "
        "distances resemble the delays between them, and a broker has the same place in both. A link of the overlay "
        "is a straight line, whatever path its datagrams take. The underlay’s links are pale.",
        f"Two drawings of an overlay of {len(shown.brokers):,} brokers on an underlay of {len(underlay.places):,} "
        f"routers and {len(underlay.links):,} links.",
        partial(draw_on_underlay, shown, underlay),
        partial(overlay_rows, shown),
    )


OVERLAY_ON_UNDERLAY_FIGURE = ReportFigure(
    name=_NAME,
    order=242,
    kinds=ON_WIRES,
    needs=("links", "overlay_brokers", "overlay_links", "overlay_steps", "plans"),
    draw=draw_overlay_on_underlay,
    section="overlay",
)
