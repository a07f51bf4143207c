"""All figures of an evaluation, as files in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from pathlib import Path

from spark_analysis.prediction.campaign.campaign import Campaign
from spark_analysis.prediction.chaos.autocorrelation import autocorrelation_delay
from spark_analysis.prediction.chaos.chaos_test import ChaosSettings
from spark_analysis.prediction.chaos.embedding import Embedding
from spark_analysis.prediction.chaos.mean_period import mean_period
from spark_analysis.prediction.network.trained_network import train_on_series
from spark_analysis.prediction.series.collection import NamedSeries, described
from spark_analysis.prediction.series.unusable import UnusableSeries
from spark_analysis.report.plots.prediction.divergence import divergence_picture
from spark_analysis.report.plots.prediction.embedding import embedding_picture
from spark_analysis.report.plots.prediction.series_predictions import predictions_picture
from spark_analysis.report.plots.prediction.skill_intervals import skill_picture
from spark_analysis.report.plots.prediction.training_curves import training_picture
from spark_analysis.report.theme.picture import Picture, write_picture

PREDICTORS = ("last-value", "ar", "linear", "network")
"""Whose predictions are drawn, of those that were evaluated."""
_DIMENSION = 3
_STEPS = 20
_SURROGATES = 39
"""The least number with which a one-sided rank test can reject at 2.5 %."""


def write_prediction_figures(campaign: Campaign, folder: Path) -> tuple[Path, ...]:
    """Write PNG, SVG and CSV of each figure, and return the PNG files. Raises OSError.

    One series of each kind of traffic is drawn, the one with the most notifications among the longest. A figure for
    which a series is too short, or of which it has nothing to show, is left out.
    """
    files = (write_picture(picture, folder)[0] for picture in prediction_pictures(campaign))
    return tuple(files)


def prediction_pictures(campaign: Campaign) -> Iterator[Picture]:
    """The pictures, those of the skill first."""
    skill = campaign.tables["skill"]
    for place in dict.fromkeys(skill["place"]):
        yield skill_picture(f"skill-{place}", skill, str(place))
    for number, one in enumerate(chosen_series(campaign), start=1):
        yield from _of_series(campaign, one, f"series-{number}")


def chosen_series(campaign: Campaign) -> list[NamedSeries]:
    """One evaluated series of each kind of traffic."""
    evaluated = [each for each in campaign.collection.series if not campaign.results[each.name].fault]
    best: dict[str, NamedSeries] = {}
    for each in evaluated:
        other = best.get(each.traffic)
        if other is None or _size(each) > _size(other):
            best[each.traffic] = each
    return [best[traffic] for traffic in sorted(best)]


def _size(one: NamedSeries) -> tuple[int, float]:
    return len(one.series), float(one.series.traffic.sum())


def _of_series(campaign: Campaign, one: NamedSeries, name: str) -> Iterator[Picture]:
    result = campaign.results[one.name]
    wanted = [each.predictor for each in result.results if each.predictor in PREDICTORS]
    if wanted:
        yield predictions_picture(f"{name}-predictions", one, result, wanted)
    training = one.series.until(result.training_steps)
    label = described(one.name)
    try:
        delay = max(1, autocorrelation_delay(training.traffic))
        yield embedding_picture(f"{name}-embedding", label, training.traffic, delay)
        settings = ChaosSettings(
            Embedding(_DIMENSION, delay), ceil(mean_period(training.traffic)), _STEPS, surrogates=_SURROGATES
        )
        yield divergence_picture(f"{name}-divergence", label, training.traffic, settings)
    except UnusableSeries:
        pass  # too short for the test
    try:
        trained = train_on_series(training, seed=campaign.settings.seed)
    except UnusableSeries:
        return
    yield training_picture(f"{name}-training", label, trained.training)
