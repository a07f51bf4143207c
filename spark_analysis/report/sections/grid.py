"""A table of metrics: variants down, metrics across."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import compared


@dataclass(frozen=True)
class Cell:
    """`best`: no other mean among those it may be compared with is better."""

    text: str
    best: bool = False


@dataclass(frozen=True)
class Grid:
    """Variants down, by what the compared ones have in common, each with the id of its page; metrics across."""

    title: str
    heads: list[tuple[str, str]]
    groups: list[tuple[str, list[tuple[str, str, list[Cell]]]]]


def grid(story: Story, title: str, metrics: list[MetricReadings], settings: Collection[str] | None = None) -> Grid:
    """Mean and half-width of every variant, or of those at some settings; the best mean of each is marked."""
    groups = []
    for contest, variants in story.contests.items():
        if settings is not None and contest not in settings:
            continue
        able = compared(variants)
        best = [metric.best(variant.name for variant in able) for metric in metrics]
        rows = [
            (
                variant.series if contest else variant.label,
                story.page_of[variant.name],
                [
                    Cell(
                        m.short_text(variant.name), variant in compared(variants) and m.reading(variant.name).mean == b
                    )
                    for m, b in zip(metrics, best, strict=True)
                ],
            )
            for variant in variants
        ]
        groups.append((contest, rows))
    return Grid(title, [(metric.axis_label, metric.direction) for metric in metrics], groups)
