"""How the load is shared among the edges between clusters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from spark_analysis.report.data.curves import Curve
from spark_analysis.report.data.settings import Panel
from spark_analysis.report.plots.curves import curve_line, curves_here
from spark_analysis.report.plots.lines import MANY
from spark_analysis.report.theme.legend import legend_below, legend_height
from spark_analysis.report.theme.palette import Ink
from spark_analysis.report.theme.picture import Page, panels

_HEIGHT = 2.9
_TITLE_WIDTH = 46


def draw_edge_ranks(curves: Mapping[str, Curve], shown: Sequence[Panel], inks: Mapping[str, Ink], page: Page) -> Figure:
    """The load of the busiest edge, of the next, and so on, in per cent of its rate."""
    figure, axes = panels(page, len(shown), _HEIGHT, below=legend_height(inks, page))
    for axis, panel in zip(axes, shown, strict=True):
        here = curves_here(curves, panel)
        for name, curve in here:
            low, alpha = np.maximum(curve.low, 0), 0.13 if len(here) <= MANY else 0.07
            axis.fill_between(curve.at, low, curve.high, color=inks[name].colour, alpha=alpha, linewidth=0)
            curve_line(axis, inks[name], curve.at, curve.mean, len(here), list(inks).index(name))
        axis.set_ylim(bottom=0)
        axis.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axis.set_xlabel("Edges between clusters, the busiest first")
        axis.set_ylabel("Load (% of the rate)")
        axis.set_title(fill(panel.where, _TITLE_WIDTH))
    legend_below(figure, inks, page, lines=True)
    return figure
