"""Rolling-origin evaluation (Tashman, Int. J. Forecasting 16, 2000): steps are predicted from those before them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.models.predictor import Predictor
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries


@dataclass(frozen=True)
class RollingOrigin:
    """Fit on the first `training_steps` steps, predict the others one step ahead.

    With `refit_every` k the fit is repeated after every k predicted steps, on all steps before. Raises ValueError for
    numbers below 1.
    """

    training_steps: int
    refit_every: int | None = None

    def __post_init__(self) -> None:
        if self.training_steps < 1 or (self.refit_every is not None and self.refit_every < 1):
            raise ValueError("training steps and steps between fits are at least 1")


def rolling_predictions(predictor: Predictor, series: LinkSeries, origin: RollingOrigin) -> np.ndarray:
    """The predictions of steps `training_steps` to len(series) - 1. A fit never receives a step that it predicts.

    Raises UnusableSeries where no step is left to predict, or a training part is unusable.
    """
    if len(series) <= origin.training_steps:
        raise UnusableSeries(
            Fault.TOO_SHORT,
            f"the series has {len(series)} steps, none are left to predict after {origin.training_steps} for training",
        )
    block = origin.refit_every or len(series)
    predictions = []
    for start in range(origin.training_steps, len(series), block):
        end = min(start + block, len(series))
        forecaster = predictor.fit(series.until(start))
        predictions.append(forecaster.one_step_ahead(series.until(end - 1), start))
    return np.concatenate(predictions)
