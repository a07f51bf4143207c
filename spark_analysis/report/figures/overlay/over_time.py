"""An overlay's cost and its reconfigurations over time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.overlay.overlay_curves import OverlayCurves
from spark_analysis.report.data.settings import inks_of, panels_shown, settings_drawn
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.curves import curve_rows
from spark_analysis.report.plots.overlay.over_time import draw_over_time
from spark_analysis.report.plots.wording import band_words, line_noun
from spark_analysis.report.theme import numbers
from spark_analysis.report.theme.picture import Picture

_SECTION = "overlay"


def draw_cost(story: Story) -> Iterator[Picture]:
    """Draw the reported cost per tick."""
    yield from _pictures(
        story,
        "overlay-cost",
        "Cost of the overlay over time",
        "Cost per tick",
        "Cost per tick of notifications and half of that of advertisements and subscriptions, a step at its start",
    )


def draw_reconfigurations(story: Story) -> Iterator[Picture]:
    """Draw the reconfigurations that were executed so far."""
    yield from _pictures(
        story,
        "overlay-reconfigurations",
        "Reconfigurations over time",
        "Reconfigurations so far",
        "Executed plans since the start of the measured window",
    )


def _pictures(story: Story, name: str, title: str, label: str, caption: str) -> Iterator[Picture]:
    overlay = OverlayCurves(story.inputs)
    curves = overlay.cost if name == "overlay-cost" else overlay.reconfigurations
    panels = panels_shown(story) if story.variants else []
    panels = [panel for panel in panels if any(variant.name in curves for variant in panel.variants.values())]
    if not panels:
        return
    changes = overlay.stage_changes
    dotted = " At a dotted line the traffic changes." if changes else ""
    described = "; ".join(
        f"{series}: {numbers.plain(round(float(curve.mean[0]), 1))} in the first step, "
        f"{numbers.plain(round(float(curve.mean[-1]), 1))} in the last"
        for series, variant in panels[0].variants.items()
        if (curve := curves.get(variant.name)) is not None
    )
    yield Picture(
        name,
        title,
        f"{caption}: the mean over the replications{band_words(story)}.{dotted}{settings_drawn(story, panels)}",
        f"{label} over time, a line per {line_noun(story)}. {described}.",
        partial(draw_over_time, curves, panels, inks_of(story, panels), changes, label),
        partial(curve_rows, curves, panels, "time_s", "cost" if name == "overlay-cost" else "reconfigurations"),
    )


OVERLAY_COST_FIGURE = ReportFigure(
    name="overlay-cost", order=200, kinds=ON_WIRES, needs=("overlay_costs",), draw=draw_cost, section=_SECTION
)
OVERLAY_RECONFIGURATIONS_FIGURE = ReportFigure(
    name="overlay-reconfigurations",
    order=210,
    kinds=ON_WIRES,
    needs=("overlay_costs",),
    draw=draw_reconfigurations,
    section=_SECTION,
)
