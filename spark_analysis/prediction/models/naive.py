"""Naive predictors: a value is repeated, the last one or the one of a season before."""

from __future__ import annotations

import numpy as np

from spark_analysis.prediction.models.predictor import Forecaster, Predictor, check_first
from spark_analysis.prediction.series.link_series import LinkSeries


class _Repeat(Forecaster):
    def __init__(self, lag: int) -> None:
        self.lag = lag

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        check_first(series, first, self.lag)
        return series.traffic[first - self.lag : len(series) - self.lag + 1].copy()


class LastValue(Predictor):
    """The paper's assumption (1), which strategies make without a prediction; the reference of every skill."""

    name = "last-value"
    least_steps = 2

    def _fit(self, training: LinkSeries) -> Forecaster:
        return _Repeat(1)


class SeasonalNaive(Predictor):
    """The value of one season before. Raises ValueError for a season below 2 steps."""

    name = "seasonal-naive"

    def __init__(self, season: int) -> None:
        if season < 2:
            raise ValueError(f"a season of {season} steps is none")
        self.season = season
        self.least_steps = season

    def _fit(self, training: LinkSeries) -> Forecaster:
        return _Repeat(self.season)
