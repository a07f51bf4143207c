"""The mean skill of each predictor by kind of traffic, with its interval over the replications."""

from __future__ import annotations

from functools import partial
from math import isfinite

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.markers import CARETLEFT

from spark_analysis.prediction.campaign.skill_tables import ALL_PLACES
from spark_analysis.prediction.models.naive import LastValue
from spark_analysis.report.theme.legend import legend_below, legend_height
from spark_analysis.report.theme.palette import INK, PAPER, Ink, inks
from spark_analysis.report.theme.picture import Page, Picture, panels

_ROW_INCHES = 0.24
_ASIDE = 0.16
_LEAST = -1.0
"""Worse skill is drawn at the edge, with its value."""


def skill_picture(name: str, skill: pd.DataFrame, place: str = ALL_PLACES) -> Picture:
    """A panel per predictor's comparison: a row per predictor, a mark per kind of traffic, of brokers at `place`."""
    rows = skill[(skill["place"] == place) & (skill["predictor"] != LastValue.name)]
    where = "all brokers" if place == ALL_PLACES else f"{place} brokers"
    return Picture(
        name=name,
        title=f"Skill by kind of traffic, {where}",
        caption=(
            "1 minus the mean squared error over that of the last value: 0 is no better than the last value. The mean "
            "over links, with the 95 % interval over replications where there are several."
        ),
        alt=f"Skill of {rows['predictor'].nunique()} predictors for {rows['traffic'].nunique()} kinds of traffic.",
        draw=partial(_draw, rows, where),
        table=lambda: rows,
    )


def _draw(rows: pd.DataFrame, where: str, page: Page) -> Figure:
    colours = inks(rows["traffic"].astype(str))
    predictors = list(dict.fromkeys(rows["predictor"]))
    height = 0.9 + _ROW_INCHES * len(predictors) * max(1.0, 0.62 * len(colours))
    figure, (axis,) = panels(Page(page.width, 1), 1, height, below=legend_height(colours, page))
    axis.set_xlim(*_limits(rows))
    for number, (traffic, ink) in enumerate(colours.items()):
        aside = _ASIDE * (number - (len(colours) - 1) / 2) * min(1.0, 4 / len(colours))
        own = rows[rows["traffic"].astype(str) == traffic].set_index("predictor")
        for place, predictor in enumerate(predictors):
            if predictor in own.index:
                _mark(axis, own.loc[predictor], place + aside, ink)
    axis.axvline(0, color=INK, linewidth=1.0, zorder=1)
    axis.set_ylim(len(predictors) - 0.45, -0.55)
    axis.set_yticks(range(len(predictors)), predictors)
    axis.tick_params(axis="y", length=0, labelcolor=INK)
    axis.grid(axis="y", visible=False)
    axis.set_xlabel("Skill against the last value, higher is better")
    axis.set_title(where.capitalize())
    legend_below(figure, colours, page, lines=False)
    return figure


def _limits(rows: pd.DataFrame) -> tuple[float, float]:
    """Of the axis: all means and ends of intervals above _LEAST, some room for the values of those below, and 0."""
    shown = rows[rows["mean"] >= _LEAST]
    low = min(0.0, shown["mean"].min(), shown["ci_low"].clip(lower=_LEAST).min()) if len(shown) else 0.0
    high = max(0.1, shown["mean"].max(), shown["ci_high"].clip(upper=1.0).max()) if len(shown) else 1.0
    has_worse = bool((rows["mean"] < _LEAST).any())
    return low - (0.14 if has_worse else 0.04) * (high - low), min(high + 0.04 * (high - low), 1.02)


def _mark(axis: Axes, row: pd.Series, height: float, ink: Ink) -> None:
    mean, edge = float(row["mean"]), axis.get_xlim()[0]
    if not isfinite(mean):
        return
    if mean < _LEAST:
        axis.plot(edge, height, color=ink.colour, marker=CARETLEFT, markersize=7, linestyle="none", clip_on=False)
        axis.annotate(
            f"{mean:.2f}", (edge, height), xytext=(8, 0), textcoords="offset points", color=ink.colour, va="center"
        )
        return
    if isfinite(row["ci_low"]):
        ends = [max(row["ci_low"], edge), min(row["ci_high"], 1.0)]
        axis.plot(ends, [height, height], color=ink.colour, linewidth=2.2, solid_capstyle="butt")
    axis.plot(mean, height, color=ink.colour, marker=ink.marker, markersize=6, markeredgecolor=PAPER, linestyle="none")
