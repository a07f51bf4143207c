"""Captions and alternative texts that several figures have in common."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import isfinite

import pandas as pd

from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import PROTOCOL, Variant
from spark_analysis.report.plots import lines
from spark_analysis.report.theme import numbers

MOST_NAMED = 20
"""Variants whose every mean an alternative text names."""


def band_words(story: Story) -> str:
    return ", the band its 95 % interval" if story.replications > 1 else ""


def means_of(story: Story, metrics: Sequence[MetricReadings], variants: Collection[str] = ()) -> pd.DataFrame:
    """Of the named variants, or of all."""
    summary = story.inputs.summary
    rows = summary[summary["metric"].isin([metric.view.name for metric in metrics])]
    return rows[rows["variant"].isin(list(variants))] if variants else rows


def how_drawn(story: Story, shape: str) -> str:
    if story.replications < 2:
        return "There is one replication, so there is no interval."
    if shape == "band" and len(story.inks) > lines.MANY:
        return (
            "The mark is the mean over the replications, the band its 95 % interval; each line stands a little aside."
        )
    points = (
        "Small points are the replications, each at its own height, the same in every row;"
        if shape == "bar"
        else "Each line stands a little aside, so that none hides another. Small points are the replications;"
    )
    return f"{points} the large mark is their mean, the {shape} its 95 % interval."


def line_noun(story: Story) -> str:
    """What a line of a figure is: what varies as a word, or a variant."""
    words = story.words
    return " and ".join(words) if words else PROTOCOL if story.axes else "variant"


def listed_labels(metrics: Sequence[MetricReadings]) -> str:
    labels = [metric.view.label for metric in metrics]
    text = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
    return text[0].upper() + text[1:]


def alternative_text(kind: str, story: Story, metrics: Sequence[MetricReadings]) -> str:
    parts = []
    for metric in metrics:
        values = {variant.label: metric.mean_text(variant.name) for variant in story.variants}
        if len(values) > MOST_NAMED:
            ranked = sorted(
                (variant for variant in story.variants if isfinite(metric.reading(variant.name).mean)),
                key=lambda variant: metric.reading(variant.name).mean,
            )
            values = {f"{end} {v.label}": metric.mean_text(v.name) for end, v in _ends(ranked)}
        values_shown = (f"{label} {'no value' if text == numbers.MISSING else text}" for label, text in values.items())
        parts.append(f"{metric.view.label}: " + "; ".join(values_shown))
    return f"{kind} Means. " + ". ".join(part[0].upper() + part[1:] for part in parts) + "."


def _ends(ranked: Sequence[Variant]) -> list[tuple[str, Variant]]:
    return [("lowest", ranked[0]), ("highest", ranked[-1])] if ranked else []
