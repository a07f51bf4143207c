"""A metric over a numeric parameter: one line per series, the interval as a band, every replication as a point."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from math import isfinite
from textwrap import fill

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant
from spark_analysis.report.theme.legend import legend_below, legend_height
from spark_analysis.report.theme.palette import PAPER
from spark_analysis.report.theme.picture import Page, panels

_CROWDED = 0.1
_MOST_TICKS = 8
_TITLE_WIDTH = 40
_DODGE = 0.05
_WHOLE, _BEYOND = 100.0, 3.0
MANY = 6
"""Lines in a panel, above which the replications' points would hide them."""


def draw_lines(story: Story, metrics: Sequence[MetricReadings], parameter: str, page: Page) -> Figure:
    """A panel per metric and per point of the other numeric parameters."""
    unit = story.inputs.experiment.units.get(parameter, "")
    grid = list(product(metrics, _others(story, parameter).items()))
    figure, axes = panels(
        page, len(grid), 2.3 if len(story.inks) <= MANY else 3.4, below=legend_height(story.inks, page)
    )
    for axis, (metric, (where, variants)) in zip(axes, grid, strict=True):
        _panel(axis, story, metric, parameter, variants)
        axis.set_title("\n".join(fill(line, _TITLE_WIDTH) for line in (metric.axis_label, where) if line))
        axis.set_xlabel(f"{parameter} ({unit})" if unit not in ("", parameter) else parameter)
        axis.set_ylabel(metric.direction)
    legend_below(figure, story.inks, page, lines=True)
    return figure


def _others(story: Story, parameter: str) -> dict[str, list[Variant]]:
    groups: dict[str, list[Variant]] = {}
    for variant in story.variants:
        where = ", ".join(f"{name} = {value:g}" for name, value in variant.axes.items() if name != parameter)
        groups.setdefault(where, []).append(variant)
    lines = {where: group for where, group in groups.items() if len({v.axes.get(parameter) for v in group}) > 1}
    return lines or groups  # where the parameter rests while another varies there is no line to draw


def _panel(axis: Axes, story: Story, metric: MetricReadings, parameter: str, variants: Sequence[Variant]) -> None:
    xs = sorted({variant.axes[parameter] for variant in variants if parameter in variant.axes})
    gaps = [right - left for left, right in pairwise(xs)]
    logarithmic = bool(gaps) and xs[0] > 0 and min(gaps) < _CROWDED * sum(gaps)
    if logarithmic:
        axis.set_xscale("log")
    series = list(dict.fromkeys(variant.series for variant in variants))
    for index, name in enumerate(series):
        ink = story.inks[name]
        offset = _DODGE * (index - (len(series) - 1) / 2) / max(len(series) - 1, 1)
        line = sorted(
            (_moved(variant.axes[parameter], offset, xs, logarithmic=logarithmic), variant.name)
            for variant in variants
            if variant.series == name and parameter in variant.axes
        )
        readings = [(x, metric.reading(variant)) for x, variant in line if isfinite(metric.reading(variant).mean)]
        banded = [(x, reading) for x, reading in readings if reading.has_interval]
        if len(banded) > 1:
            axis.fill_between(
                [x for x, _ in banded],
                [reading.low for _, reading in banded],
                [reading.high for _, reading in banded],
                color=ink.colour,
                alpha=0.16 if len(series) <= MANY else 0.07,
                linewidth=0,
            )
        for x, variant in line:
            values = list(metric.points(variant).values())
            if len(values) > 1 and len(series) <= MANY:
                axis.scatter([x] * len(values), values, s=6, color=ink.colour, alpha=0.4, linewidths=0)
        axis.plot(
            [x for x, _ in readings],
            [reading.mean for _, reading in readings],
            color=ink.colour,
            linestyle=ink.dash,
            linewidth=1.7,
            marker=ink.marker,
            markersize=6,
            markeredgecolor=PAPER,
            markeredgewidth=0.9,
        )
    low, high = axis.get_ylim()
    if metric.view.percent and max(reading.mean for reading in metric.readings) <= _WHOLE:
        # An interval may leave 0 to 100 %, no share does.
        axis.set_ylim(max(low, -_BEYOND), min(high, _WHOLE + _BEYOND))
    if len(xs) <= _MOST_TICKS:
        axis.set_xticks(xs, [f"{x:,g}" if x < 1e6 else f"{x:g}" for x in xs])
        axis.set_xticks([], minor=True)


def _moved(x: float, offset: float, xs: Sequence[float], *, logarithmic: bool) -> float:
    """`x` moved aside by `offset` of the axis, so that two series with the same values do not hide each other."""
    if len(xs) < 2:
        return x
    return float(x * (xs[-1] / xs[0]) ** offset) if logarithmic else x + offset * (xs[-1] - xs[0])
