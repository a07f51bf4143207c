"""How an overlay's links are shared among its brokers, and its messages among its links."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.overlay.overlay_curves import OverlayCurves
from spark_analysis.report.data.settings import Panel, inks_of, panels_shown, settings_drawn
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.curves import curve_rows
from spark_analysis.report.plots.overlay.shares import INITIAL, draw_degrees, draw_link_loads
from spark_analysis.report.plots.wording import band_words, line_noun
from spark_analysis.report.theme.picture import Picture

_SECTION = "overlay"


def draw_degree_shares(story: Story) -> Iterator[Picture]:
    """Draw how many brokers have at least so many links."""
    overlay = OverlayCurves(story.inputs)
    curves = overlay.degree
    panels = _panels(story, set(curves))
    if not panels:
        return
    described = "; ".join(
        f"{name}: {int((curve.mean > 0).sum())} at most"
        for name, variant in panels[0].variants.items()
        if (curve := curves.get(variant.name)) is not None
    )
    yield Picture(
        "overlay-degrees",
        "How many links brokers have",
        "The share of brokers that have at least so many links of the overlay at the end of the measured window: the "
        f"mean over the replications{band_words(story)}. The dotted line is the {INITIAL}, the same for all; an "
        "overlay that does not change keeps it."
        f"{settings_drawn(story, panels)}",
        f"Share of brokers by number of links, a line per {line_noun(story)}. Links of a broker: {described}.",
        partial(draw_degrees, curves, overlay.first_degree, panels, inks_of(story, panels)),
        partial(curve_rows, curves, panels, "links", "percent_of_brokers"),
    )


def draw_load_shares(story: Story) -> Iterator[Picture]:
    """Draw the messages of links over the rank of the link."""
    curves = OverlayCurves(story.inputs).link_load
    panels = _panels(story, set(curves))
    if not panels:
        return
    described = "; ".join(
        f"{name}: {curve.mean[0]:,.0f} on the busiest"
        for name, variant in panels[0].variants.items()
        if (curve := curves.get(variant.name)) is not None
    )
    yield Picture(
        "overlay-link-loads",
        "How the load is shared among the links",
        "Messages that the busiest link of the overlay carried in the measured window, both ways, the next one, and so "
        "on. A link that was made or taken away within the window counts with what it carried. The line is the mean "
        f"over the replications{band_words(story)}.{settings_drawn(story, panels)}",
        f"Messages by rank of link, a line per {line_noun(story)}. {described}.",
        partial(draw_link_loads, curves, panels, inks_of(story, panels)),
        partial(curve_rows, curves, panels, "rank", "messages"),
    )


def _panels(story: Story, variants: set[str]) -> list[Panel]:
    panels = panels_shown(story) if story.variants else []
    return [panel for panel in panels if any(variant.name in variants for variant in panel.variants.values())]


OVERLAY_DEGREES_FIGURE = ReportFigure(
    name="overlay-degrees",
    order=220,
    kinds=ON_WIRES,
    needs=("broker_loads",),
    draw=draw_degree_shares,
    section=_SECTION,
)
OVERLAY_LINK_LOADS_FIGURE = ReportFigure(
    name="overlay-link-loads",
    order=230,
    kinds=ON_WIRES,
    needs=("overlay_loads",),
    draw=draw_load_shares,
    section=_SECTION,
)
