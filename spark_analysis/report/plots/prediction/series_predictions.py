"""A series with what was predicted of it: the last steps of the training part, then a panel per predictor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from spark_analysis.prediction.campaign.series_result import PredictorResult, SeriesResult
from spark_analysis.prediction.series.collection import NamedSeries, described
from spark_analysis.report.theme.palette import INK, MUTED, Ink, inks
from spark_analysis.report.theme.picture import Page, Picture, panels

_BEFORE = 50
"""Steps of the training part that are shown."""
_NORMAL_95 = 1.96
_HEIGHT = 2.1


def predictions_picture(name: str, one: NamedSeries, result: SeriesResult, predictors: Sequence[str]) -> Picture:
    """The predictions of some predictors of a series that was evaluated."""
    shown = [each for each in result.results if each.predictor in predictors]
    label = described(one.name)
    return Picture(
        name=name,
        title=f"Traffic of {label}",
        caption=(
            "Notifications per step, and each step's prediction from the steps before it. The band is the prediction "
            "plus and minus 1.96 times the root mean squared error of these steps, and not below 0."
        ),
        alt=f"{label}, predicted by {', '.join(each.predictor for each in shown)}.",
        draw=partial(_draw, one, result.training_steps, shown),
        table=partial(_rows, one, result.training_steps, shown),
    )


def _draw(one: NamedSeries, training_steps: int, shown: Sequence[PredictorResult], page: Page) -> Figure:
    figure, axes = panels(page, len(shown), _HEIGHT)
    colours = inks(each.predictor for each in shown)
    for axis, result in zip(axes, shown, strict=True):
        _panel(axis, one, training_steps, result, colours[result.predictor])
    lowest, highest = zip(*(axis.get_ylim() for axis in axes), strict=True)
    for axis in axes:
        axis.set_ylim(min(lowest), max(highest))
    return figure


def _panel(axis: Axes, one: NamedSeries, training_steps: int, result: PredictorResult, ink: Ink) -> None:
    start = max(0, training_steps - _BEFORE)
    steps = one.series.first_step + np.arange(start, len(one.series))
    predicted = steps[training_steps - start :]
    values, half = np.array(result.predictions), _NORMAL_95 * result.rmse
    axis.axvline(predicted[0] - 0.5, color=MUTED, linewidth=0.9, linestyle=":", zorder=1)
    axis.fill_between(predicted, np.maximum(values - half, 0), values + half, color=ink.colour, alpha=0.2, linewidth=0)
    axis.plot(steps, one.series.traffic[start:], color=INK, linewidth=0.9)
    axis.plot(predicted, values, color=ink.colour, linewidth=1.5)
    skill = "" if result.skill is None else f", skill {result.skill:.2f}"
    axis.set_title(f"{result.predictor}{skill}", color=ink.colour)
    axis.set_xlabel("Step (dotted: end of the training part)")
    axis.set_ylabel("Notifications per step")


def _rows(one: NamedSeries, training_steps: int, shown: Sequence[PredictorResult]) -> pd.DataFrame:
    actual = one.series.traffic[training_steps:]
    steps = one.series.first_step + training_steps + np.arange(len(actual))
    columns = {each.predictor: each.predictions for each in shown}
    return pd.DataFrame({"step": steps, "actual": actual, **columns})
