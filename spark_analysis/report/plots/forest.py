"""Paired differences from one reference: where an interval keeps clear of zero, and what survives the correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from textwrap import fill

from matplotlib.figure import Figure

from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant
from spark_analysis.report.theme.palette import GRID, INK, MUTED, PAPER
from spark_analysis.report.theme.picture import Page, panels, title_width

MOST_ROWS = 36
_LABEL_WIDTH = 30
_BETTER_SIDE = {"higher": "right of zero: better", "lower": "left of zero: better", None: ""}


@dataclass(frozen=True)
class ForestRow:
    """`variant` minus `reference`; without them the heading of the rows below it."""

    label: str
    variant: str = ""
    reference: str = ""


def rows(story: Story) -> list[ForestRow]:
    """Each variant against the first of the plan in its contest."""
    return [row for variants in story.contests.values() for row in _of(variants, labelled=True)]


def rows_shown(story: Story) -> list[ForestRow]:
    """All of them while they are few; else those of the settings that figures show, under headings."""
    every = rows(story)
    if len(every) <= MOST_ROWS:
        return every
    shown: list[ForestRow] = []
    for where in (panel.where for panel in panels_shown(story)):
        group = _of(story.contests.get(where, []), labelled=not where)
        if shown and len(shown) + len(group) >= MOST_ROWS:
            break
        shown += [ForestRow(where)] * bool(where) + group[:MOST_ROWS]
    return shown


def _of(variants: Sequence[Variant], *, labelled: bool) -> list[ForestRow]:
    return [ForestRow(v.label if labelled else v.series, v.name, variants[0].name) for v in variants[1:]]


def reference(story: Story) -> str:
    """What every row is compared with, in words."""
    contest, variants = next(iter(story.contests.items()))
    return variants[0].series if contest else variants[0].label


def draw_forest(story: Story, metrics: Sequence[MetricReadings], page: Page) -> Figure:
    """A panel per metric."""
    shown = rows_shown(story)
    labels = [fill(row.label, _LABEL_WIDTH) for row in shown]
    lines = sum(max(label.count("\n") + 1, 1.45) for label in labels)
    figure, axes = panels(page, len(metrics), 0.8 + 0.17 * lines, share_rows=True)
    for axis, metric in zip(axes, metrics, strict=True):
        factor = metric.scale.factor
        axis.axvline(0, color=MUTED, linewidth=1)
        for place, row in enumerate(shown):
            if not row.variant:
                axis.axhspan(place - 0.5, place + 0.5, color=GRID, alpha=0.5, linewidth=0)
                continue
            difference = story.comparisons.between(metric.view.name, row.variant, row.reference)
            if not isfinite(difference.mean):
                axis.annotate(
                    "no pair",
                    (0.02, place),
                    xycoords=("axes fraction", "data"),
                    color=MUTED,
                    va="center",
                    style="italic",
                )
                continue
            if isfinite(difference.low) and isfinite(difference.high):
                axis.plot([difference.low * factor, difference.high * factor], [place] * 2, color=INK, linewidth=1.6)
            axis.plot(
                difference.mean * factor,
                place,
                marker="o",
                color=INK,
                markersize=6,
                markerfacecolor=INK if difference.outcome.differs else PAPER,
                markeredgewidth=1.3,
            )
        axis.set_ylim(len(labels) - 0.45, -0.55)
        axis.set_yticks(range(len(labels)), labels)
        axis.tick_params(axis="y", length=0, labelcolor=INK)
        axis.grid(axis="y", visible=False)
        axis.spines["left"].set_visible(False)
        unit = f" ({metric.scale.difference_unit})" if metric.scale.difference_unit else ""
        axis.set_title(fill(f"Δ {metric.view.label}{unit}", title_width(page, labels)))
        axis.set_xlabel(_BETTER_SIDE[metric.view.better])
        axis.locator_params(axis="x", nbins=6)
        axis.margins(x=0.08)
    return figure
