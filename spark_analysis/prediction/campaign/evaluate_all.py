"""The evaluation of thousands of series: groups of them in Spark's workers, each result kept as soon as it is there.

1. What the cache has is not evaluated again. Its key is the content of the series and the settings.
2. The others are evaluated AT_ONCE at a time, each time in as many tasks as keep all cores busy.
3. After each time the results are written to the cache in one transaction. A process that is killed loses no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.console import Console

from spark_analysis.prediction.campaign.progress import EvaluationProgress
from spark_analysis.prediction.campaign.result_cache import ResultCache
from spark_analysis.prediction.campaign.series_result import SeriesResult, evaluated, result_key
from spark_analysis.prediction.campaign.settings import EvaluationSettings
from spark_analysis.prediction.models.order_search import (
    SAMPLE,
    Order,
    OrderCriteria,
    chosen_order,
    order_criteria,
    sampled,
)
from spark_analysis.prediction.series.collection import NamedSeries, SeriesName
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.run.workers import in_workers

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

AT_ONCE = 64


def evaluate_all(
    spark: SparkSession,
    series: Sequence[NamedSeries],
    settings: EvaluationSettings,
    cache: ResultCache,
    console: Console,
    at_once: int = AT_ONCE,
) -> dict[SeriesName, SeriesResult]:
    """The result of each of `series`, in their order. Raises ValueError for a predictor that does not exist."""
    settings.predictors()
    digest = settings.digest()
    keys = {each.name: result_key(each.series, digest) for each in series}
    found = cache.recall(keys.values())
    new = [each for each in series if keys[each.name] not in found]
    work = partial(_evaluated_text, settings=settings)
    with EvaluationProgress(console, len(series), len(series) - len(new)) as progress:
        for start in range(0, len(new), at_once):
            group = new[start : start + at_once]
            progress.show_group(group[0].name.link, group[-1].name.link)
            texts = in_workers(spark, work, [each.series for each in group])
            made = {keys[one.name]: SeriesResult.from_json(text) for one, text in zip(group, texts, strict=True)}
            cache.keep(made)
            found |= made
            progress.count(len(group))
    return {each.name: found[keys[each.name]] for each in series}


def _evaluated_text(series: LinkSeries, settings: EvaluationSettings) -> str:
    return evaluated(series, settings).to_json()


def search_order(spark: SparkSession, series: Sequence[NamedSeries], test_steps: int, sample: int = SAMPLE) -> Order:
    """The order of ARIMA for all of `series`, by a sample of those that vary in their training parts.

    Raises UnusableSeries where none does.
    """
    training = [each.series.traffic[: len(each.series) - test_steps] for each in series]
    usable = [values for values in training if len(values) > LEAST_STEPS and (values != values[0]).any()]
    chosen = [usable[index] for index in sampled(len(usable), sample)]
    found: list[OrderCriteria] = in_workers(spark, order_criteria, chosen) if chosen else []
    return chosen_order(found)


LEAST_STEPS = 40
"""Of a training part on which an order is searched."""
