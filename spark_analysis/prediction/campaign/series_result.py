"""The evaluation of one series as text: all predictors, or the reason why it was left out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from threadpoolctl import threadpool_limits

from spark_analysis.prediction.campaign.settings import EvaluationSettings
from spark_analysis.prediction.evaluation.comparison import Evaluation, evaluate_series
from spark_analysis.prediction.evaluation.rolling_origin import RollingOrigin
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries


@dataclass(frozen=True)
class PredictorResult:
    """One predictor on one series. `p_value` is of the Diebold-Mariano test against the last value; None: no test."""

    predictor: str
    rmse: float
    mae: float
    mase: float | None
    skill: float | None
    statistic: float | None
    p_value: float | None
    predictions: tuple[float, ...]


@dataclass(frozen=True)
class SeriesResult:
    """The results of all predictors; none, and a sentence, where the series was left out."""

    training_steps: int
    results: tuple[PredictorResult, ...] = ()
    fault: str = ""
    sentence: str = ""

    def to_json(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"), allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> SeriesResult:
        """Raises ValueError, TypeError or KeyError where `text` is none."""
        fields: Mapping[str, Any] = json.loads(text)
        results = (PredictorResult(**{**each, "predictions": tuple(each["predictions"])}) for each in fields["results"])
        return cls(**{**fields, "results": tuple(results)})


def result_key(series: LinkSeries, digest: str) -> str:
    """What identifies a result: the content of the series, and the digest of the settings."""
    content = hashlib.sha256(f"{digest} {len(series)}\n".encode())
    for part in (series.traffic, series.subscription_change, series.advertisement_change):
        content.update(part.tobytes())
    return content.hexdigest()


def evaluated(series: LinkSeries, settings: EvaluationSettings) -> SeriesResult:
    """Evaluate all predictors on one series, in one thread: sums of several threads have another order."""
    training_steps = len(series) - settings.test_steps
    try:
        if training_steps < 1:
            raise UnusableSeries(
                Fault.TOO_SHORT,
                f"the series has {len(series)} steps, of which {settings.test_steps} are to be predicted",
            )
        with threadpool_limits(1):
            found = evaluate_series(series, settings.predictors(), RollingOrigin(training_steps, settings.refit_every))
    except UnusableSeries as error:
        return SeriesResult(max(training_steps, 0), fault=error.fault.value, sentence=str(error))
    return SeriesResult(training_steps, tuple(_result(each) for each in found))


def _result(found: Evaluation) -> PredictorResult:
    has_test = found.test.p_value == found.test.p_value
    return PredictorResult(
        predictor=found.predictor,
        rmse=found.scores.rmse,
        mae=found.scores.mae,
        mase=found.scores.mase,
        skill=found.scores.skill,
        statistic=found.test.statistic if has_test else None,
        p_value=found.test.p_value if has_test else None,
        predictions=tuple(found.predictions.tolist()),
    )
