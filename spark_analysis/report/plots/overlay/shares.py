"""How links are shared among brokers, and messages among links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from spark_analysis.report.data.curves import Curve
from spark_analysis.report.data.settings import Panel
from spark_analysis.report.plots.curves import curve_line, curves_here
from spark_analysis.report.plots.lines import MANY
from spark_analysis.report.theme.legend import legend_below, legend_height
from spark_analysis.report.theme.palette import MUTED, Ink
from spark_analysis.report.theme.picture import Page, panels

INITIAL = "initial overlay"
_HEIGHT = 2.9
_TITLE_WIDTH = 46
_MANY_LINKS = 50
_INITIAL_INK = Ink(MUTED, "", ":")


def draw_degrees(
    curves: Mapping[str, Curve],
    initial: Curve | None,
    shown: Sequence[Panel],
    inks: Mapping[str, Ink],
    page: Page,
) -> Figure:
    """The percentage of brokers with at least so many links: logarithmic, because few brokers have many."""
    entries = {**inks, INITIAL: _INITIAL_INK} if initial is not None else dict(inks)
    figure, axes = panels(page, len(shown), _HEIGHT, below=legend_height(entries, page))
    for axis, panel in zip(axes, shown, strict=True):
        here = [*curves_here(curves, panel), *([(INITIAL, initial)] if initial is not None else [])]
        for name, curve in here:
            some = curve.mean > 0
            positive = Curve(curve.at[some], curve.mean[some], curve.low[some], curve.high[some], curve.n)
            _draw(axis, name, positive, entries, len(here), floor=float(positive.mean.min(initial=100.0)))
        axis.set_yscale("log")
        axis.set_ylim(top=130)
        axis.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axis.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axis.set_xlabel("Links of a broker, at least")
        axis.set_ylabel("Brokers (%)")
        axis.set_title(fill(panel.where, _TITLE_WIDTH))
    legend_below(figure, entries, page, lines=True)
    return figure


def draw_link_loads(curves: Mapping[str, Curve], shown: Sequence[Panel], inks: Mapping[str, Ink], page: Page) -> Figure:
    """Messages of the busiest link, of the next, and so on; ranks are logarithmic where there are many links."""
    figure, axes = panels(page, len(shown), _HEIGHT, below=legend_height(inks, page))
    for axis, panel in zip(axes, shown, strict=True):
        here = curves_here(curves, panel)
        for name, curve in here:
            _draw(axis, name, curve, inks, len(here), floor=0.0)
        if max((len(curve.at) for _, curve in here), default=0) > _MANY_LINKS:
            axis.set_xscale("log")
            axis.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
        axis.set_ylim(bottom=0)
        axis.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        axis.set_xlabel("Links of the overlay, the busiest first")
        axis.set_ylabel("Messages")
        axis.set_title(fill(panel.where, _TITLE_WIDTH))
    legend_below(figure, inks, page, lines=True)
    return figure


def _draw(axis: Axes, name: str, curve: Curve, inks: Mapping[str, Ink], lines: int, floor: float) -> None:
    low = np.maximum(curve.low, floor)
    alpha = 0.13 if lines <= MANY else 0.07
    axis.fill_between(curve.at, low, curve.high, color=inks[name].colour, alpha=alpha, linewidth=0)
    curve_line(axis, inks[name], curve.at, curve.mean, lines, list(inks).index(name))
