"""The whole test of a series for chaos: exponent with fit range and saturation, and rank tests among surrogates."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from spark_analysis.prediction.chaos.divergence import DivergenceCurve, Norm, divergence_curve
from spark_analysis.prediction.chaos.embedding import Embedding
from spark_analysis.prediction.chaos.lyapunov import (
    FitRange,
    LyapunovExponent,
    largest_exponent,
    range_before_saturation,
)
from spark_analysis.prediction.chaos.neighbour_prediction import neighbour_prediction_error
from spark_analysis.prediction.chaos.rank_test import rank_p_value, two_sided_rank_p_value
from spark_analysis.prediction.chaos.surrogates import iaaft_surrogates
from spark_analysis.prediction.series.unusable import UnusableSeries, varying_values

STRAIGHT = 0.9
"""The least R² of a fit that shows exponential divergence. The curve of a noisy cycle wavers around a level."""


@dataclass(frozen=True)
class ChaosSettings:
    """What a test needs to be repeated. Without `fit` the range is the one before saturation."""

    embedding: Embedding
    theiler_window: int
    steps: int
    """How long neighbours are followed."""
    fit: FitRange | None = None
    time_step: float = 1.0
    norm: Norm = Norm.EUCLIDEAN
    surrogates: int = 200
    level: float = 0.05
    seed: int = 1


class Verdict(StrEnum):
    CHAOTIC = "chaotic"
    NOT_SHOWN = "chaos not shown"


@dataclass(frozen=True, eq=False)
class ChaosTest:
    """`exponent` is None where the neighbours separate at once, so that no range is left for a fit."""

    verdict: Verdict
    reason: str
    exponent: LyapunovExponent | None
    curve: DivergenceCurve
    prediction_error: float
    surrogate_prediction_errors: np.ndarray
    prediction_p_value: float
    """One-sided: neighbours predict the series better than its surrogates."""
    surrogate_exponents: np.ndarray
    """Over the same range of steps as `exponent`; empty without one."""
    exponent_p_value: float | None
    """Two-sided, None without an exponent. It is reported and does not decide."""


def chaos_test(values: object, settings: ChaosSettings) -> ChaosTest:
    """Test `values`. Raises UnusableSeries where nothing can be computed, never for a result that is negative."""
    series = varying_values(values)
    curve = divergence_curve(series, settings.embedding, settings.theiler_window, settings.steps, settings.norm)
    fit = settings.fit or range_before_saturation(curve)
    exponent = largest_exponent(curve, fit, settings.time_step) if fit else None
    surrogates = iaaft_surrogates(series, settings.surrogates, settings.seed)
    error = neighbour_prediction_error(series, settings.embedding, settings.theiler_window)
    errors = np.array(
        [neighbour_prediction_error(one, settings.embedding, settings.theiler_window) for one in surrogates]
    )
    exponents = np.array([_exponent(one, fit, settings) for one in surrogates]) if fit else np.empty(0)
    p_value = rank_p_value(error, errors)
    verdict, reason = _verdict(exponent, p_value, settings.level)
    return ChaosTest(
        verdict=verdict,
        reason=reason,
        exponent=exponent,
        curve=curve,
        prediction_error=error,
        surrogate_prediction_errors=errors,
        prediction_p_value=p_value,
        surrogate_exponents=exponents,
        exponent_p_value=two_sided_rank_p_value(exponent.exponent, exponents) if exponent else None,
    )


def _exponent(values: np.ndarray, fit: FitRange, settings: ChaosSettings) -> float:
    """The exponent over a given range; NaN where the surrogate has no curve."""
    try:
        curve = divergence_curve(values, settings.embedding, settings.theiler_window, fit.last, settings.norm)
    except UnusableSeries:
        return float("nan")
    return largest_exponent(curve, fit, settings.time_step).exponent


def _verdict(exponent: LyapunovExponent | None, p_value: float, level: float) -> tuple[Verdict, str]:
    """Chaotic only with a straight rise before saturation, and neighbours that predict better than in surrogates."""
    if exponent is None:
        return Verdict.NOT_SHOWN, "neighbours separate at once, there is no range to fit"
    if exponent.is_saturated:
        return Verdict.NOT_SHOWN, f"the divergence is saturated from step {exponent.saturation_step} on, inside the fit"
    if not exponent.exponent > 0:
        return Verdict.NOT_SHOWN, f"the exponent {exponent.exponent:.3g} is not positive"
    if exponent.r_squared < STRAIGHT:
        return Verdict.NOT_SHOWN, f"the divergence is no straight line over the fit (R² = {exponent.r_squared:.2f})"
    if not p_value <= level:
        return Verdict.NOT_SHOWN, f"neighbours predict the series no better than its surrogates (p = {p_value:.3g})"
    return Verdict.CHAOTIC, f"exponent {exponent.exponent:.3g} before saturation, p = {p_value:.3g} among surrogates"
