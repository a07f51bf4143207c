"""An overlay over time: a line per series, its interval as a band, changes of the traffic as dotted lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill

import numpy as np
from matplotlib.figure import Figure

from spark_analysis.report.data.curves import Curve
from spark_analysis.report.data.settings import Panel
from spark_analysis.report.plots.curves import curve_line, curves_here
from spark_analysis.report.plots.lines import MANY
from spark_analysis.report.theme.legend import legend_below, legend_height
from spark_analysis.report.theme.palette import MUTED, Ink
from spark_analysis.report.theme.picture import Page, panels

_HEIGHT = 2.9
_TITLE_WIDTH = 46


def draw_over_time(
    curves: Mapping[str, Curve],
    shown: Sequence[Panel],
    inks: Mapping[str, Ink],
    stage_changes: Sequence[float],
    label: str,
    page: Page,
) -> Figure:
    """A panel per setting. `label`: of the vertical axis."""
    figure, axes = panels(page, len(shown), _HEIGHT, below=legend_height(inks, page))
    for axis, panel in zip(axes, shown, strict=True):
        for time_s in stage_changes:
            axis.axvline(time_s, color=MUTED, linewidth=0.9, linestyle=":", zorder=1)
        here = curves_here(curves, panel)
        for name, curve in here:
            alpha = 0.13 if len(here) <= MANY else 0.07
            low = np.maximum(curve.low, 0)
            axis.fill_between(curve.at, low, curve.high, color=inks[name].colour, alpha=alpha, linewidth=0)
            curve_line(axis, inks[name], curve.at, curve.mean, len(here), list(inks).index(name))
        axis.set_ylim(bottom=0)
        axis.set_xlabel("Time from the start of the measured window (s)")
        axis.set_ylabel(label)
        axis.yaxis.set_major_formatter("{x:,.0f}")
        axis.set_title(fill(panel.where, _TITLE_WIDTH))
    legend_below(figure, inks, page, lines=True)
    return figure
