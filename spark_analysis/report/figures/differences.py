"""Paired differences of the variants from one reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import isfinite

import pandas as pd

from spark_analysis.metrics.catalogue import metrics_shown_in
from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots import forest
from spark_analysis.report.theme.picture import Picture

_MOST_COMPARED = 4


def draw_differences(story: Story) -> Iterator[Picture]:
    """Draw each variant minus the first of its contest, a panel per metric."""
    every = forest.rows(story)
    rows = [row for row in forest.rows_shown(story) if row.variant]
    metrics = [
        metric
        for metric in story.measured(*(metric.name for metric in metrics_shown_in("differences")))
        if any(isfinite(story.comparisons.between(metric.view.name, row.variant, row.reference).low) for row in rows)
    ][:_MOST_COMPARED]
    if not metrics:
        return
    cut = f" {len(rows)} of {len(every)} comparisons are drawn." if len(rows) < len(every) else ""
    alt = "; ".join(
        f"{metric.view.label}, {row.label}: {metric.difference_text(difference)}, {difference.outcome.value}"
        for metric in metrics
        for row in rows
        if isfinite((difference := story.comparisons.between(metric.view.name, row.variant, row.reference)).mean)
    )
    yield Picture(
        "differences",
        f"Differences from {forest.reference(story)}, replication by replication",
        f"Mean paired difference from {forest.reference(story)}, with its 95 % interval: {story.paired_on}. "
        f"A filled mark differs significantly {story.comparisons.rule}; for a hollow one "
        f"no difference was found, or none that outlives the correction.{cut} Every other pair stands in the table.",
        f"Forest plot. {alt}.",
        partial(forest.draw_forest, story, metrics),
        partial(_differences, story, metrics, {(row.variant, row.reference) for row in rows}),
    )


def _differences(story: Story, metrics: Sequence[MetricReadings], drawn: set[tuple[str, str]]) -> pd.DataFrame:
    pairs = story.inputs.pairs
    named = pairs["metric"].isin([metric.view.name for metric in metrics])
    there = [(a, b) in drawn or (b, a) in drawn for a, b in zip(pairs["variant_a"], pairs["variant_b"], strict=True)]
    return pairs[named & pd.Series(there, index=pairs.index, dtype=bool)]


DIFFERENCES_FIGURE = ReportFigure(
    name="differences", order=100, kinds=ON_EVERY_NETWORK, needs=("pairs", "summary"), draw=draw_differences
)
