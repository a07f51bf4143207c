"""The errors of one predictor on one series."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, finite_values


@dataclass(frozen=True)
class Scores:
    """Errors of one-step predictions, in notifications per step where they have a unit.

    `mase` is MAE over the mean absolute difference of successive training values (Hyndman and Koehler, Int. J.
    Forecasting 22, 2006). `skill` is 1 - MSE / MSE of the last value (Murphy, Monthly Weather Review 116, 1988): 0 is
    the last value's, 1 is perfect. Both are None where they are divided by 0.
    """

    steps: int
    rmse: float
    mae: float
    mase: float | None
    skill: float | None


def scored(predictions: np.ndarray, series: np.ndarray, training_steps: int) -> Scores:
    """The errors of predictions of `series[training_steps:]`. Raises UnusableSeries for other lengths and NaN."""
    traffic = finite_values(series, name="traffic")
    actual = traffic[training_steps:]
    predicted = finite_values(predictions, name="the predictions")
    if predicted.shape != actual.shape or training_steps < 2:
        raise UnusableSeries(
            Fault.SHAPE, f"{len(predicted)} predictions do not fit {len(actual)} steps after {training_steps}"
        )
    errors = predicted - actual
    last_value_mse = float(np.mean(np.diff(traffic[training_steps - 1 :]) ** 2))
    scale = float(np.abs(np.diff(traffic[:training_steps])).mean())
    mse, mae = float(np.mean(errors**2)), float(np.abs(errors).mean())
    return Scores(
        steps=len(errors),
        rmse=float(np.sqrt(mse)),
        mae=mae,
        mase=mae / scale if scale > 0 else None,
        skill=1 - mse / last_value_mse if last_value_mse > 0 else None,
    )
