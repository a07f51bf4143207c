"""How the latencies of deliveries are distributed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.data.settings import inks_of, panels_shown, settings_drawn
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots import curves as curves_plot
from spark_analysis.report.plots.wording import band_words, line_noun
from spark_analysis.report.theme import numbers
from spark_analysis.report.theme.picture import Picture


def draw_latencies(story: Story) -> Iterator[Picture]:
    """Draw the share of deliveries over their latency, a line per series."""
    curves, panels = story.curves.latency, panels_shown(story) if story.variants else []
    panels = [panel for panel in panels if any(variant.name in curves for variant in panel.variants.values())]
    if not panels:
        return
    unit = story.curves.latency_scale.unit
    described = "; ".join(_quantiles(story, name, variant) for name, variant in panels[0].variants.items())
    yield Picture(
        "latencies",
        "How latency is distributed",
        "The share of the deliveries that took no longer than so much. At every share the line is the mean over the "
        f"replications{band_words(story)}.{settings_drawn(story, panels)}",
        f"Distribution of latency, a line per {line_noun(story)}. {described}.",
        partial(curves_plot.draw_latency, curves, panels, inks_of(story, panels), unit),
        partial(curves_plot.curve_rows, curves, panels, "quantile", f"latency_{unit}"),
    )


def _quantiles(story: Story, name: str, variant: Variant) -> str:
    curve = story.curves.latency.get(variant.name)
    if curve is None:
        return f"{name}: none"
    unit = story.curves.latency_scale.unit
    low, mid, high = (numbers.plain(float(curve.mean[abs(curve.at - share).argmin()])) for share in (0.05, 0.5, 0.95))
    return f"{name}: half within {mid} {unit}, 5 % within {low}, 95 % within {high}"


LATENCIES_FIGURE = ReportFigure(
    name="latencies", order=60, kinds=ON_EVERY_NETWORK, needs=("latencies",), draw=draw_latencies
)
