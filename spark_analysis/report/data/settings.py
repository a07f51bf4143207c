"""Which settings a figure shows where there are more of them than panels that fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant
from spark_analysis.report.theme import palette
from spark_analysis.report.theme.palette import Ink

MOST_PANELS = 4
_MOST_LINES = 6


@dataclass(frozen=True)
class Panel:
    """Variants to be drawn together, by the name that each has in the legend."""

    where: str
    variants: dict[str, Variant]


def panels_shown(story: Story) -> list[Panel]:
    """The central setting first, then as far away from it along each axis as the experiment went.

    Without words that vary there is one panel, of up to six variants.
    """
    if len(story.inks) == 1 and len(story.variants) > 1:
        return [Panel("", {variant.label: variant for variant in _spread(story.variants)})]
    contests = story.contests
    shown = list(contests) if len(contests) <= MOST_PANELS else _central_and_ends(story)
    return [Panel(where, {variant.series: variant for variant in contests[where]}) for where in shown]


def inks_of(story: Story, panels: Sequence[Panel]) -> dict[str, Ink]:
    """The ink of each name in the legend."""
    names = [name for panel in panels for name in panel.variants]
    return story.inks if set(names) <= set(story.inks) else palette.inks(names)


def settings_drawn(story: Story, panels: Sequence[Panel]) -> str:
    """Which settings these are, as a sentence of a caption; empty where nothing was left out."""
    if len(story.inks) == 1:
        lines, every = sum(len(panel.variants) for panel in panels), len(story.variants)
        return f" {lines} of {every} variants are drawn." if lines < every else ""
    if len(panels) == len(story.contests):
        return ""
    ends = ", and the ends of each parameter’s range" if len(panels) > 1 else ""
    return f" {len(panels)} of {len(story.contests)} settings are drawn: the central one{ends}."


def _central_and_ends(story: Story) -> list[str]:
    contests = story.contests
    common = {axis: Counter(variant.axes.get(axis) for variant in story.variants) for axis in story.axes}

    def weight(where: str) -> tuple[int, int]:
        axes = contests[where][0].axes
        return len(contests[where]), sum(common[axis][axes.get(axis)] for axis in story.axes)

    central = max(contests, key=weight)
    here = contests[central][0].axes
    shown = [central]
    for axis in story.axes:
        along = {
            variants[0].axes[axis]: where
            for where, variants in contests.items()
            if axis in variants[0].axes
            and all(value == here.get(name) for name, value in variants[0].axes.items() if name != axis)
        }
        if along:
            shown.append(along[max(along)] if along[max(along)] != central else along[min(along)])
    return list(dict.fromkeys(shown))[:MOST_PANELS]


def _spread(variants: Sequence[Variant]) -> list[Variant]:
    """The first, the last, and some evenly between."""
    last, most = len(variants) - 1, min(_MOST_LINES, len(variants))
    return [variants[round(place * last / max(most - 1, 1))] for place in range(most)]
