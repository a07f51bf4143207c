"""One row per variant: every replication as a point, the mean and its interval on top."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant
from spark_analysis.report.theme.palette import INK, MUTED, PAPER
from spark_analysis.report.theme.picture import Page, panels, title_width

_LABEL_WIDTH = 24
_SPREAD = 0.26


def draw_points(story: Story, metrics: Sequence[MetricReadings], page: Page) -> Figure:
    """A panel per metric."""
    labels = [fill(variant.label, _LABEL_WIDTH) for variant in story.variants]
    lines = sum(max(label.count("\n") + 1, 1.5) for label in labels)
    figure, axes = panels(page, len(metrics), 0.75 + 0.185 * lines, share_rows=True)
    for axis, metric in zip(axes, metrics, strict=True):
        for row, variant in enumerate(story.variants):
            _row(axis, row, story, metric, variant)
        axis.set_ylim(len(labels) - 0.45, -0.55)
        axis.set_yticks(range(len(labels)), labels)
        axis.tick_params(axis="y", length=0, labelcolor=INK)
        axis.grid(axis="y", visible=False)
        axis.spines["left"].set_visible(False)
        axis.set_title(fill(metric.axis_label, title_width(page, labels)))
        axis.set_xlabel(metric.direction)
        axis.locator_params(axis="x", nbins=6)
        axis.margins(x=0.06)
    return figure


def _row(axis: Axes, row: int, story: Story, metric: MetricReadings, variant: Variant) -> None:
    reading = metric.reading(variant.name)
    ink = story.inks[variant.series]
    if not isfinite(reading.mean):
        axis.annotate(
            "no value", (0.02, row), xycoords=("axes fraction", "data"), color=MUTED, va="center", style="italic"
        )
        return
    points = metric.points(variant.name)
    if len(points) > 1:
        first, last = min(points), max(points)
        heights = [row - _SPREAD + 2 * _SPREAD * (k - first) / (last - first) for k in points]
        axis.scatter(list(points.values()), heights, s=9, color=ink.colour, alpha=0.45, linewidths=0)
    if reading.has_interval:
        axis.plot([reading.low, reading.high], [row, row], color=ink.colour, linewidth=2.6, solid_capstyle="butt")
    axis.plot(
        reading.mean, row, marker=ink.marker, color=ink.colour, markersize=7, markeredgecolor=PAPER, markeredgewidth=1.1
    )


def draw_paired(story: Story, left: MetricReadings, right: MetricReadings, page: Page) -> Figure:
    """Two metrics of one unit on one axis: `left` hollow, `right` filled, tied by a line."""
    labels = [fill(variant.label, _LABEL_WIDTH) for variant in story.variants]
    figure, (axis,) = panels(page, 1, 1.15 + 0.3 * len(labels))
    for row, variant in enumerate(story.variants):
        ink = story.inks[variant.series]
        for metric, offset, face in ((left, -0.14, PAPER), (right, 0.14, ink.colour)):
            reading = metric.reading(variant.name)
            if not isfinite(reading.mean):
                continue
            if reading.has_interval:
                axis.plot(
                    [reading.low, reading.high],
                    [row + offset] * 2,
                    color=ink.colour,
                    linewidth=2,
                    solid_capstyle="butt",
                )
            axis.plot(
                reading.mean,
                row + offset,
                marker=ink.marker,
                color=ink.colour,
                markerfacecolor=face,
                markersize=6.5,
                markeredgewidth=1.3,
            )
        ends = np.array([left.reading(variant.name).mean, right.reading(variant.name).mean])
        axis.plot(ends, [row - 0.14, row + 0.14], color=ink.colour, linewidth=0.8, alpha=0.6, zorder=1)
    axis.set_ylim(len(labels) - 0.45, -0.55)
    axis.set_yticks(range(len(labels)), labels)
    axis.tick_params(axis="y", length=0, labelcolor=INK)
    axis.grid(axis="y", visible=False)
    axis.spines["left"].set_visible(False)
    letters = title_width(page, labels, columns=1)
    axis.set_xlabel(fill("Events a node relays: twice where it does not want them itself, once where it does", letters))
    axis.set_title(fill(f"{left.view.label} (hollow) and {right.view.label} (filled)", letters))
    axis.margins(x=0.06)
    return figure
