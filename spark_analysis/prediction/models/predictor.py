"""The interface of all predictors: fit on a training part, then predict one step ahead."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, varying_values


class Forecaster(ABC):
    """What fitting gives. Its parameters stay as they were fitted."""

    @abstractmethod
    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        """The predictions of steps `first` to len(series), each from the values before its own step only.

        The last one is of the step after the series. `first` is a position in `series`, from the training part's length
        on. That no later value enters is tested for every predictor.
        """


class Predictor(ABC):
    """A method to predict the traffic of the next step."""

    name: str
    """What tables and figures call it."""
    least_steps: int
    """The shortest training part that it can be fitted to."""

    def fit(self, training: LinkSeries) -> Forecaster:
        """Fit to `training`. Raises UnusableSeries where its traffic is constant or it is too short."""
        varying_values(training.traffic, self.least_steps, f"the training part of {self.name}")
        return self._fit(training)

    @abstractmethod
    def _fit(self, training: LinkSeries) -> Forecaster:
        """Fit to a checked training part."""


def check_first(series: LinkSeries, first: int, least: int) -> None:
    """Raise UnusableSeries unless step `first` has `least` steps before it and is at most the step after the series."""
    if not least <= first <= len(series):
        raise UnusableSeries(
            Fault.TOO_SHORT, f"step {first} of a series of {len(series)} steps cannot be predicted from {least} steps"
        )
