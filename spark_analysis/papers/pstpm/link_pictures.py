"""What the figures about single links show: the links of the first replication, with steady traffic."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from spark_analysis.papers.comparison.paper_results import FigureResults
from spark_analysis.papers.pstpm.evidence import long_series, usable_evidence
from spark_analysis.papers.pstpm.link_evidence import train_as_paper
from spark_analysis.papers.pstpm.traffic_kind import CHAOTIC, STEADY
from spark_analysis.prediction.chaos.divergence import divergence_curve
from spark_analysis.prediction.models.paper_network import NetworkForecaster
from spark_analysis.prediction.network.trained_network import NetworkTraining
from spark_analysis.prediction.paper.exponent import PAPER_SETTINGS, PAPER_STEPS
from spark_analysis.prediction.paper.noise import PAPER_TRAINING_STEPS
from spark_analysis.prediction.series.collection import Place
from spark_analysis.prediction.series.link_series import LinkSeries, leak_future_changes
from spark_analysis.prediction.series.paper_inputs import examples
from spark_analysis.prediction.sources.runs import find_runs

Points = list[tuple[float, float]]
_HONEST, _LEAKED, _NOISE = "inputs end before the step", "with both leaks", "noise"


def _shown(results: FigureResults, place: Place, kind: str = STEADY) -> tuple[LinkSeries, int] | None:
    """Return the series of the link of this place in the first replication that has one, and the replication."""
    rows = usable_evidence(results.folder.parent)
    rows = rows[(rows["place"] == place) & (rows["kind"] == kind)].sort_values("replication")
    if rows.empty:
        return None
    first = rows.iloc[0]
    return _read(results.folder, str(first["key"]), str(first["link"])), int(first["replication"])


@cache
def _read(experiment: Path, key: str, link: str) -> LinkSeries:
    """Read the series of a link of the run with this key, which identifies the run's content."""
    (source,) = (source for source in find_runs(experiment).runs if source.run.key == key)
    (found,) = (each for each in long_series(source) if each.name.link == link)
    return found.series


def series_points(results: FigureResults) -> dict[str, Points]:
    """Return Fig. 1."""
    shown = _shown(results, Place.INTERIOR)
    return {"interior link": list(enumerate(shown[0].traffic.tolist()))} if shown else {}


def divergence_points(results: FigureResults) -> dict[str, Points]:
    """Return Fig. 2 with the paper's parameters, noise and chaotic traffic beside it."""
    found: dict[str, np.ndarray] = {}
    for kind in (STEADY, CHAOTIC):
        if shown := _shown(results, Place.INTERIOR, kind):
            found[f"{kind} traffic"] = shown[0].traffic
    if not found:
        return {}
    mean = max(1.0, float(next(iter(found.values())).mean()))
    found[_NOISE] = np.random.default_rng(1).poisson(mean, PAPER_STEPS).astype(float)
    return {name: _divergence(values) for name, values in found.items()}


def _divergence(values: np.ndarray) -> Points:
    settings = PAPER_SETTINGS
    curve = divergence_curve(values, settings.embedding, settings.theiler_window, settings.steps, settings.norm)
    return list(enumerate((curve.mean_log_distance - curve.mean_log_distance[0]).tolist()))


def _trainings(results: FigureResults, place: Place) -> dict[str, tuple[NetworkTraining, LinkSeries]]:
    """Return the training without and with the leaks, and the series that its inputs are from."""
    shown = _shown(results, place)
    if shown is None:
        return {}
    series, seed = shown
    return {
        _HONEST: (_trained(series, seed, leak=False), series),
        _LEAKED: (_trained(series, seed, leak=True), leak_future_changes(series)),
    }


_trained = cache(train_as_paper)
"""Three figures show a training. A series of `_read` is one object, by which this knows it."""


def training_points(place: Place) -> Callable[[FigureResults], dict[str, Points]]:
    """Return Figs. 5 and 8."""

    def points(results: FigureResults) -> dict[str, Points]:
        return {
            name: [(epoch, float(np.log10(each.loss))) for epoch, each in enumerate(found.training.epochs)]
            for name, (found, _) in _trainings(results, place).items()
        }

    return points


def regression_points(place: Place) -> Callable[[FigureResults], dict[str, Points]]:
    """Return Figs. 6 and 9: the mean output for each target, and the perfect fit."""

    def points(results: FigureResults) -> dict[str, Points]:
        curves: dict[str, Points] = {}
        for name, (found, series) in _trainings(results, place).items():
            inputs, targets = examples(series.until(PAPER_TRAINING_STEPS))
            outputs = found.trained.predictions(inputs)
            curves["perfect fit"] = [(float(each), float(each)) for each in np.unique(targets)]
            curves[name] = [(float(each), float(outputs[targets == each].mean())) for each in np.unique(targets)]
        return curves

    return points


def prediction_points(place: Place) -> Callable[[FigureResults], dict[str, Points]]:
    """Return Figs. 7 and 10."""

    def points(results: FigureResults) -> dict[str, Points]:
        curves: dict[str, Points] = {}
        for name, (found, series) in _trainings(results, place).items():
            steps = range(PAPER_TRAINING_STEPS, len(series))
            curves.setdefault("actual", [(step, float(series.traffic[step])) for step in steps])
            values = NetworkForecaster(found.trained).one_step_ahead(
                series.until(len(series) - 1), PAPER_TRAINING_STEPS
            )
            curves[name] = [(step, float(value)) for step, value in zip(steps, values, strict=True)]
        return curves

    return points
