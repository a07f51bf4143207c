"""The paper's figures from our runs: 1, 2 and 5 to 10 of the first replication, 11 and 12 over replications."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from schema.intervals import estimate
from spark_analysis.papers.comparison.panel import CurvePoint, PaperCurve, PaperPanel, PaperPicture, curve_over
from spark_analysis.papers.comparison.paper_results import REPLICATION, FigureResults
from spark_analysis.papers.comparison.relative_difference import percent_increase
from spark_analysis.papers.pstpm.evidence import SERIES
from spark_analysis.papers.pstpm.link_pictures import (
    Points,
    divergence_points,
    prediction_points,
    regression_points,
    series_points,
    training_points,
)
from spark_analysis.papers.pstpm.overlay_costs import HINDSIGHT, NONE, OCBR, PSOO, STATIC, TICK, OverlayCosts
from spark_analysis.prediction.series.collection import Place

_EVERY = 10
"""Steps of a run that a point of Figs. 11 and 12 is the mean of: 500 ticks, as in the paper."""


def _drawn(points: Callable[[FigureResults], dict[str, Points]]) -> Callable[[FigureResults], list[PaperCurve]]:
    """Return curves of single values."""

    def curves(results: FigureResults) -> list[PaperCurve]:
        return [
            PaperCurve(name, tuple(CurvePoint(x, estimate([y])) for x, y in found))
            for name, found in points(results).items()
        ]

    return curves


def _costs(strategy: str) -> Callable[[FigureResults], list[PaperCurve]]:
    def curves(results: FigureResults) -> list[PaperCurve]:
        shown = {
            key: values
            for key, values in OverlayCosts(results).cost.items()
            if key.strategy in (STATIC, strategy, HINDSIGHT)
        }
        return [curve_over(key.name, TICK, _blocks(values)) for key, values in shown.items()]

    return curves


def _changes(strategy: str) -> Callable[[FigureResults], list[PaperCurve]]:
    """Return the cost with each predictor less that without, in per cent of the latter, over time."""

    def curves(results: FigureResults) -> list[PaperCurve]:
        mine = {key: _blocks(values) for key, values in OverlayCosts(results).cost.items() if key.strategy == strategy}
        return [
            curve_over(key.name, TICK, percent_increase(values, mine[key._replace(predictor=NONE)]).dropna())
            for key, values in mine.items()
            if key.predictor != NONE
        ]

    return curves


def _blocks(values: pd.Series) -> pd.Series:
    """Return the means over blocks of _EVERY steps, by replication and the tick at which the block begins."""
    ticks = values.index.get_level_values(TICK)
    block = _EVERY * int(ticks[ticks > 0].min())
    means = values.groupby([values.index.get_level_values(REPLICATION), ticks // block * block]).mean()
    return means.rename_axis([REPLICATION, TICK])


def _cost_panels(strategy: str) -> tuple[PaperPanel, ...]:
    return (
        PaperPanel("Cost per tick", "tick", "cost per tick", _costs(strategy), is_wide=True),
        PaperPanel(
            "Cost with a prediction against that without",
            "tick",
            "% of that without",
            _changes(strategy),
            is_wide=True,
        ),
    )


def _of_place(number: int, place: Place) -> tuple[PaperPicture, ...]:
    """Return the three figures about a link: training, regression, prediction."""
    training, regression, prediction = (f"fig-{number + each}" for each in range(3))
    return (
        PaperPicture(
            training,
            f"the training of the network for one {place} link, with steady traffic",
            (
                PaperPanel(
                    "Loss over epochs",
                    "epoch",
                    "log₁₀ of the mean squared error",
                    _drawn(training_points(place)),
                    is_wide=True,
                ),
            ),
            results=SERIES,
        ),
        PaperPicture(
            regression,
            f"outputs against targets for one {place} link, with steady traffic",
            (
                PaperPanel(
                    "Mean output for each target",
                    "target, notifications",
                    "output, notifications",
                    _drawn(regression_points(place)),
                    is_wide=True,
                ),
            ),
            results=SERIES,
        ),
        PaperPicture(
            prediction,
            f"the 50 steps after training for one {place} link, with steady traffic",
            (
                PaperPanel(
                    "Predicted and actual traffic",
                    "step",
                    "notifications",
                    _drawn(prediction_points(place)),
                    is_wide=True,
                ),
            ),
            results=SERIES,
        ),
    )


PICTURES = (
    PaperPicture(
        "fig-1",
        "the traffic of one interior link over 1,000 steps, with steady traffic",
        (PaperPanel("Traffic", "step", "notifications", _drawn(series_points), is_wide=True),),
        results=SERIES,
    ),
    PaperPicture(
        "fig-2",
        "how neighbours separate: the series of Fig. 1, noise of the same mean, and chaotic traffic",
        (
            PaperPanel(
                "Mean logarithm of the distance",
                "step",
                "ln distance, less its start",
                _drawn(divergence_points),
                is_wide=True,
            ),
        ),
        results=SERIES,
    ),
    *_of_place(5, Place.INTERIOR),
    *_of_place(8, Place.BORDER),
    PaperPicture("fig-11", "the cost of the overlay under OCBR, with and without predictions", _cost_panels(OCBR)),
    PaperPicture(
        "fig-12",
        "the same under PSOO-FCAT",
        _cost_panels(PSOO),
        results="fig-11",
    ),
)
