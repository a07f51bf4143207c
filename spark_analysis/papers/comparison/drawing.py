"""A figure of a paper as a picture: a panel for each pair of axes, curves with the 95 % interval of each mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import NamedTuple

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from spark_analysis.papers.comparison.panel import PaperCurve, PaperPanel, PaperPicture
from spark_analysis.papers.comparison.paper_results import FigureResults
from spark_analysis.report.theme.legend import legend_below, legend_height
from spark_analysis.report.theme.palette import INK, MUTED, PAPER, Ink, inks
from spark_analysis.report.theme.picture import Page, Picture, panels

_PANEL_INCHES = 2.7
_ASIDE = 0.008
"""Share of the x axis between two curves, so that equal ones do not hide each other."""
_MARKS = Ink(INK, "*", ":")
"""Of what has no line: the optimum."""
_MOST_MARKERS = 12
"""More points of a curve are drawn as a line with a band."""
_MARKERS_OF_BAND = 7
"""Markers on such a line, about."""


class DrawnPanel(NamedTuple):
    """A panel with what is drawn in it."""

    panel: PaperPanel
    curves: list[PaperCurve]
    marks: Sequence[float]


def drawn_panels(picture: PaperPicture, results: FigureResults) -> list[DrawnPanel]:
    """Return the panels of `picture` with their curves from `results`; without those that have no point there."""
    found = [DrawnPanel(panel, panel.curves(results), panel.marks(results)) for panel in picture.panels]
    return [each for each in found if any(curve.points for curve in each.curves)]


def as_picture(picture: PaperPicture, drawn: Sequence[DrawnPanel]) -> Picture:
    """Return what the theme renders to files."""
    return Picture(
        name=picture.name,
        title=picture.subject,
        caption="",
        alt=picture.subject,
        draw=lambda page: _draw(drawn, page),
        table=lambda: curve_table(drawn),
    )


def curve_table(drawn: Sequence[DrawnPanel]) -> pd.DataFrame:
    """Return a row for each point that is drawn."""
    rows = [
        (panel.title, panel.y_label, curve.name, point.x, found.n, found.mean, found.ci_low, found.ci_high)
        for panel, curves, _ in drawn
        for curve in curves
        for point in curve.points
        for found in (point.estimate,)
    ]
    return pd.DataFrame(rows, columns=["panel", "quantity", "curve", "x", "n", "mean", "ci_low", "ci_high"])


def _draw(drawn: Sequence[DrawnPanel], page: Page) -> Figure:
    curves = [curve for each in drawn for curve in each.curves]
    lined = list(dict.fromkeys(curve.name for curve in curves if curve.has_line))
    colours = inks(lined) | {curve.name: _MARKS for curve in curves if not curve.has_line}
    if any(each.panel.is_wide for each in drawn):
        page = replace(page, columns=1)
    figure, axes = panels(page, len(drawn), _PANEL_INCHES, below=legend_height(colours, page))
    for axis, each in zip(axes, drawn, strict=True):
        _draw_panel(axis, each, colours)
    legend_below(figure, colours, page, lines=True)
    return figure


def _draw_panel(axis: Axes, drawn: DrawnPanel, colours: Mapping[str, Ink]) -> None:
    panel, curves, marks = drawn
    xs = sorted({point.x for curve in curves for point in curve.points})
    is_dense = len(xs) > _MOST_MARKERS
    middle = (len(curves) - 1) / 2
    for mark in marks:
        axis.axvline(mark, color=MUTED, linewidth=0.8, linestyle=":", zorder=1)
    for place, curve in enumerate(curves):
        if is_dense:
            _draw_band(axis, curve, colours[curve.name], place)
        else:
            aside = _ASIDE * (xs[-1] - xs[0]) * (place - middle) if curve.has_line else 0.0
            _draw_curve(axis, curve, colours[curve.name], aside)
    axis.set_title(panel.title)
    axis.set_xlabel(panel.x_label)
    axis.set_ylabel(panel.y_label)
    if not is_dense:
        axis.set_xticks(xs, [f"{x:g}" for x in xs])


def _draw_band(axis: Axes, curve: PaperCurve, ink: Ink, place: int) -> None:
    """Draw a curve of many points: a line with few markers, and the interval of each mean as a band."""
    xs = [point.x for point in curve.points]
    means = [point.estimate.mean for point in curve.points]
    halves = [point.estimate.half_width if isfinite(point.estimate.half_width) else 0.0 for point in curve.points]
    lows, highs = ([mean + sign * half for mean, half in zip(means, halves, strict=True)] for sign in (-1, 1))
    axis.fill_between(xs, lows, highs, color=ink.colour, alpha=0.15, linewidth=0)
    every = max(1, len(xs) // _MARKERS_OF_BAND)
    axis.plot(
        xs,
        means,
        color=ink.colour,
        marker=ink.marker,
        markersize=5,
        markeredgecolor=PAPER,
        markeredgewidth=0.6,
        markevery=(place % every, every),
        linestyle=ink.dash,
        linewidth=1.4,
    )


def _draw_curve(axis: Axes, curve: PaperCurve, ink: Ink, aside: float) -> None:
    """Draw a curve, moved to the right by `aside`."""
    xs = [point.x + aside for point in curve.points]
    means = [point.estimate.mean for point in curve.points]
    halves = [point.estimate.half_width if isfinite(point.estimate.half_width) else 0.0 for point in curve.points]
    axis.errorbar(
        xs,
        means,
        yerr=halves if any(halves) else None,
        color=ink.colour,
        marker=ink.marker,
        markersize=6 if curve.has_line else 9,
        markeredgecolor=PAPER,
        markeredgewidth=0.8,
        linestyle=ink.dash if curve.has_line else "none",
        linewidth=1.6,
        elinewidth=1.1,
        capsize=2.5,
        zorder=2 if curve.has_line else 4,
    )
