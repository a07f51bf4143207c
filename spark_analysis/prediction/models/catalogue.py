"""All predictors with their default settings."""

from __future__ import annotations

from spark_analysis.prediction.models.arima import Arima
from spark_analysis.prediction.models.autoregression import Autoregression
from spark_analysis.prediction.models.exponential_smoothing import ExponentialSmoothing
from spark_analysis.prediction.models.gradient_boosting import GradientBoosting
from spark_analysis.prediction.models.linear_inputs import LinearInputs
from spark_analysis.prediction.models.moving_mean import MovingMean
from spark_analysis.prediction.models.naive import LastValue, SeasonalNaive
from spark_analysis.prediction.models.paper_network import PaperNetwork
from spark_analysis.prediction.models.predictor import Predictor
from spark_analysis.prediction.models.theta import Theta


def all_predictors(season: int | None = None, seed: int = 1) -> tuple[Predictor, ...]:
    """The last value first. The seasonal one needs the traffic's period in steps and is left out without it."""
    return (
        LastValue(),
        *((SeasonalNaive(season),) if season else ()),
        MovingMean(),
        ExponentialSmoothing(),
        Theta(),
        Autoregression(),
        Arima(),
        GradientBoosting(seed=seed),
        LinearInputs(),
        PaperNetwork(with_changes=False, seed=seed),
        PaperNetwork(seed=seed),
    )
