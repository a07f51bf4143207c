"""All predictors on one series or on many: errors, tests against the last value, and counted exclusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.evaluation.diebold_mariano import DieboldMariano, diebold_mariano
from spark_analysis.prediction.evaluation.rolling_origin import RollingOrigin, rolling_predictions
from spark_analysis.prediction.evaluation.scores import Scores, scored
from spark_analysis.prediction.models.naive import LastValue
from spark_analysis.prediction.models.predictor import Predictor
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.statistics.intervals import holm


@dataclass(frozen=True, eq=False)
class Evaluation:
    """One predictor on one series. The test is against the last value: NaN for the last value itself."""

    predictor: str
    predictions: np.ndarray
    scores: Scores
    test: DieboldMariano
    p_holm: float
    """Holm's adjustment over all predictors of this series."""


@dataclass(frozen=True)
class Comparison:
    """Evaluations by series, the sentence for each series that was left out, and how many were by fault."""

    evaluations: Mapping[Hashable, tuple[Evaluation, ...]]
    excluded: Mapping[Hashable, UnusableSeries]

    @property
    def exclusions(self) -> Mapping[Fault, int]:
        return Counter(error.fault for error in self.excluded.values())


def evaluate_series(
    series: LinkSeries, predictors: Sequence[Predictor], origin: RollingOrigin
) -> tuple[Evaluation, ...]:
    """Evaluate each predictor on the same steps. Raises UnusableSeries if one of them cannot be fitted."""
    actual = series.traffic[origin.training_steps :]
    reference = rolling_predictions(LastValue(), series, origin) - actual
    predictions = [rolling_predictions(predictor, series, origin) for predictor in predictors]
    scores = [scored(values, series.traffic, origin.training_steps) for values in predictions]
    tests = [diebold_mariano(values - actual, reference) for values in predictions]
    adjusted = holm([test.p_value for test in tests])
    names = [predictor.name for predictor in predictors]
    return tuple(map(Evaluation, names, predictions, scores, tests, adjusted))


def compare_predictors(
    links: Mapping[Hashable, LinkSeries], predictors: Sequence[Predictor], origin: RollingOrigin
) -> Comparison:
    """Evaluate on each series; one that is unusable for any predictor is excluded for all, so that means compare."""
    evaluations: dict[Hashable, tuple[Evaluation, ...]] = {}
    excluded: dict[Hashable, UnusableSeries] = {}
    for link, series in links.items():
        try:
            evaluations[link] = evaluate_series(series, predictors, origin)
        except UnusableSeries as error:
            excluded[link] = error
    return Comparison(evaluations, excluded)
