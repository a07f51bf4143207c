"""Figures that show a group of metrics: a line over each numeric parameter, or a row per variant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.catalogue import metrics_shown_in
from spark_analysis.report.data.story import Story
from spark_analysis.report.plots import lines, points
from spark_analysis.report.plots.wording import alternative_text, how_drawn, line_noun, listed_labels, means_of
from spark_analysis.report.theme.picture import Picture


def metric_pictures(story: Story, *, name: str, title: str, only_with: str = "") -> Iterator[Picture]:
    """Draw the metrics whose `shown_in` names the figure `name`; one picture per axis of the experiment.

    With `only_with`, none where that metric has no value: some metrics are of several kinds of program.
    """
    if only_with and not story.measured(only_with):
        return
    metrics = story.measured(*(metric.name for metric in metrics_shown_in(name)))
    if not metrics:
        return
    means = partial(means_of, story, metrics)
    if not story.axes:
        yield Picture(
            name,
            title,
            f"{listed_labels(metrics)} of every variant. {how_drawn(story, 'bar')}",
            alternative_text("Dot plot with one row per variant.", story, metrics),
            partial(points.draw_points, story, metrics),
            means,
        )
        return
    for axis in story.axes:
        suffix = re.sub(r"[^\w.-]+", "-", f"-over-{axis}") if len(story.axes) > 1 else ""
        yield Picture(
            name + suffix,
            title + (f", over {axis}" if len(story.axes) > 1 else ""),
            f"{listed_labels(metrics)} over {axis}, one line per {line_noun(story)}. {how_drawn(story, 'band')}",
            alternative_text(f"Line plot over {axis}.", story, metrics),
            partial(lines.draw_lines, story, metrics, axis),
            means,
        )
