"""Latency and load as distributions: a line per series, its interval as a band."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import StrMethodFormatter

from spark_analysis.report.data.curves import Curve
from spark_analysis.report.data.settings import Panel
from spark_analysis.report.plots.lines import MANY
from spark_analysis.report.theme.legend import legend_below, legend_height
from spark_analysis.report.theme.palette import PAPER, Ink
from spark_analysis.report.theme.picture import Page, panels

_WIDE = 30.0
_MARKS = 5
_BAND_POINTS = 25
_TITLE_WIDTH = 46
_HEIGHT = 2.9


def draw_latency(
    curves: Mapping[str, Curve], shown: Sequence[Panel], inks: Mapping[str, Ink], unit: str, page: Page
) -> Figure:
    """How many of the deliveries took no longer than so much; logarithmic where the times span as much."""
    figure, axes = panels(page, len(shown), _HEIGHT, below=legend_height(inks, page))
    for axis, panel in zip(axes, shown, strict=True):
        here = curves_here(curves, panel)
        times = np.concatenate([curve.mean for _, curve in here]) if here else np.zeros(0)
        times = times[times > 0]
        if len(times) and times.max() > _WIDE * times.min():
            axis.set_xscale("log")
            axis.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        for name, curve in here:
            alpha = 0.13 if len(here) <= MANY else 0.07
            low = np.maximum(curve.low, times.min() if len(times) else 0.0)
            some = _some(curve)
            axis.fill_betweenx(
                100 * curve.at[some], low[some], curve.high[some], color=inks[name].colour, alpha=alpha, linewidth=0
            )
            curve_line(axis, inks[name], curve.mean, 100 * curve.at, len(here), list(inks).index(name))
        axis.set_ylim(0, 100)
        axis.set_xlabel(f"Latency ({unit}), lower is better")
        axis.set_ylabel("Deliveries no later (%)")
        axis.set_title(fill(panel.where, _TITLE_WIDTH))
    legend_below(figure, inks, page, lines=True)
    return figure


def draw_load(
    curves: Mapping[str, Curve], shown: Sequence[Panel], inks: Mapping[str, Ink], names: Mapping[str, str], page: Page
) -> Figure:
    """Frames of the busiest node, of the next, and so on. `names`: the legend's text for each series."""
    entries = {names.get(name, name): ink for name, ink in inks.items()}
    figure, axes = panels(page, len(shown), _HEIGHT, below=legend_height(entries, page))
    for axis, panel in zip(axes, shown, strict=True):
        here = curves_here(curves, panel)
        for name, curve in here:
            alpha = 0.13 if len(here) <= MANY else 0.07
            some = _some(curve)
            low = np.maximum(curve.low[some], 0)
            axis.fill_between(curve.at[some], low, curve.high[some], color=inks[name].colour, alpha=alpha, linewidth=0)
            curve_line(axis, inks[name], curve.at, curve.mean, len(here), list(inks).index(name))
        axis.set_ylim(bottom=0)
        axis.set_xlabel("Nodes, the busiest first")
        axis.set_ylabel("Frames sent")
        axis.set_title(fill(panel.where, _TITLE_WIDTH))
    legend_below(figure, entries, page, lines=True)
    return figure


def curve_rows(curves: Mapping[str, Curve], shown: Sequence[Panel], by: str, value: str) -> pd.DataFrame:
    """What is drawn, a row per point."""
    columns = ["variant", by, "n", value, "ci_low", "ci_high"]
    rows = [
        (panel.variants[name].name, at, curve.n, mean, low, high)
        for panel in shown
        for name, curve in curves_here(curves, panel)
        for at, mean, low, high in zip(curve.at, curve.mean, curve.low, curve.high, strict=True)
    ]
    return pd.DataFrame(rows, columns=columns)


def curves_here(curves: Mapping[str, Curve], panel: Panel) -> list[tuple[str, Curve]]:
    """The name in the legend and the curve of each variant of a panel that has one."""
    return [(name, curves[variant.name]) for name, variant in panel.variants.items() if variant.name in curves]


def _some(curve: Curve) -> np.ndarray:
    """Places enough for a band, which is smooth."""
    return np.unique(np.linspace(0, len(curve.at) - 1, min(_BAND_POINTS, len(curve.at))).round().astype(int))


def curve_line(axis: Axes, ink: Ink, x: np.ndarray, y: np.ndarray, lines: int, place: int) -> None:
    """Draw a line with a few marks, apart from those of the other lines. `lines`: how many; `place`: among them."""
    every = max(1, len(x) // _MARKS)
    axis.plot(
        x,
        y,
        color=ink.colour,
        linestyle=ink.dash,
        linewidth=1.7 if lines <= MANY else 1.3,
        marker=ink.marker,
        markersize=5,
        markeredgecolor=PAPER,
        markeredgewidth=0.8,
        markevery=(every * (place % 3) // 3 + every // 4, every),
    )
