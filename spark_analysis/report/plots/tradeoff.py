"""What delivery costs: overhead against delivery, with the interval of both."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from matplotlib.figure import Figure

from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant
from spark_analysis.report.theme.legend import legend_below, legend_height
from spark_analysis.report.theme.palette import PAPER
from spark_analysis.report.theme.picture import Page, panels


def draw_tradeoff(
    story: Story, drawn: Sequence[Variant], costs: list[MetricReadings], gain: MetricReadings, page: Page
) -> Figure:
    """`drawn` in a panel per cost. A series that varies over one numeric parameter is tied by a line."""
    figure, axes = panels(page, len(costs), 2.7, below=legend_height(story.inks, page))
    for axis, cost in zip(axes, costs, strict=True):
        for name, ink in story.inks.items():
            variants = [variant for variant in drawn if variant.series == name]
            places = []
            for variant in sorted(variants, key=lambda v: tuple(v.axes.values())):
                x, y = cost.reading(variant.name), gain.reading(variant.name)
                if not (isfinite(x.mean) and isfinite(y.mean)):
                    continue
                places.append((x.mean, y.mean))
                if x.has_interval:
                    axis.plot([x.low, x.high], [y.mean, y.mean], color=ink.colour, linewidth=1.3)
                if y.has_interval:
                    axis.plot([x.mean, x.mean], [y.low, y.high], color=ink.colour, linewidth=1.3)
            if not places:
                continue
            axis.plot(
                [x for x, _ in places],
                [y for _, y in places],
                color=ink.colour,
                linestyle=ink.dash if len(story.axes) == 1 else "none",
                linewidth=0.8,
                marker=ink.marker,
                markersize=7,
                markeredgecolor=PAPER,
                markeredgewidth=1.1,
            )
        axis.set_xlabel(_with_direction(cost))
        axis.set_ylabel(_with_direction(gain))
        axis.margins(0.08)
    legend_below(figure, story.inks, page, lines=len(story.axes) == 1)
    return figure


def _with_direction(metric: MetricReadings) -> str:
    return metric.axis_label + (f"\n{metric.direction}" if metric.direction else "")
