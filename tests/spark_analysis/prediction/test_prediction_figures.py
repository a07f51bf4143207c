"""Figures of an evaluation: what they draw, and the same bytes for the same results."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from spark_analysis.prediction.campaign.campaign import Campaign, campaign_tables
from spark_analysis.prediction.campaign.series_result import evaluated
from spark_analysis.prediction.campaign.settings import EvaluationSettings
from spark_analysis.prediction.chaos.divergence import divergence_curve
from spark_analysis.prediction.chaos.embedding import Embedding
from spark_analysis.prediction.network.trained_network import train_on_series
from spark_analysis.prediction.series.collection import NamedSeries, Place, SeriesCollection, SeriesName
from spark_analysis.prediction.series.link_series import LinkSeries, traffic_only
from spark_analysis.report.plots.prediction.gallery import chosen_series, prediction_pictures, write_prediction_figures
from spark_analysis.report.plots.prediction.skill_intervals import skill_picture
from spark_analysis.report.theme.picture import draw_files

SETTINGS = EvaluationSettings(test_steps=30, only=("last-value", "moving-mean", "network"))


def logistic(steps: int, start: float) -> LinkSeries:
    values = [start]
    for _ in range(steps - 1):
        values.append(4 * values[-1] * (1 - values[-1]))
    draw = np.random.default_rng(1)
    return LinkSeries(np.round(1000 * np.array(values)), *draw.normal(size=(2, steps)))


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    noise = traffic_only(np.random.default_rng(2).poisson(50, 200))
    series = tuple(
        NamedSeries(SeriesName("made", "v", replication, link), one, traffic, Place.BORDER)
        for replication in (1, 2)
        for traffic, link, one in (
            ("chaotic", "0-1", logistic(200, 0.1 * replication)),
            ("noise", "1-0", noise),
            ("noise", "2-0", traffic_only(np.ones(200))),
        )
    )
    collection = SeriesCollection(series)
    results = {each.name: evaluated(each.series, SETTINGS) for each in series}
    return Campaign(collection, SETTINGS, results, campaign_tables(collection, results))


def test_every_figure_is_a_file_of_what_it_draws(campaign: Campaign, tmp_path: Path) -> None:
    files = write_prediction_figures(campaign, tmp_path)
    names = ["skill-all", "skill-border"]
    names += [f"series-{n}-{what}" for n in (1, 2) for what in ("predictions", "embedding", "divergence", "training")]
    assert [path.name for path in files] == [f"{name}.png" for name in names]
    assert all(path.read_bytes().startswith(b"\x89PNG") and path.with_suffix(".svg").exists() for path in files)
    first = chosen_series(campaign)[0]
    assert first.traffic == "chaotic" and len(chosen_series(campaign)) == 2
    predictions = pd.read_csv(tmp_path / "series-1-predictions.csv")
    assert predictions["step"].tolist() == [*range(170, 200)]
    assert predictions["actual"].tolist() == first.series.traffic[170:].tolist()
    assert predictions["last-value"].tolist() == first.series.traffic[169:-1].tolist()
    training = first.series.until(170)
    embedding = pd.read_csv(tmp_path / "series-1-embedding.csv")
    assert embedding["value"].tolist() == training.traffic[1:].tolist()
    curve = divergence_curve(training.traffic, Embedding(3, 1), 3, 20).mean_log_distance
    drawn = pd.read_csv(tmp_path / "series-1-divergence.csv")
    assert drawn["series"].to_numpy() == pytest.approx(curve, rel=0.2) and "surrogate 20" in drawn
    losses = pd.read_csv(tmp_path / "series-1-training.csv")["loss"]
    assert losses.tolist() == pytest.approx([epoch.loss for epoch in train_on_series(training).training.epochs])
    skill = pd.read_csv(tmp_path / "skill-all.csv")
    assert set(zip(skill["traffic"], skill["predictor"], strict=True)) == {
        (traffic, predictor) for traffic in ("chaotic", "noise") for predictor in ("moving-mean", "network")
    }


def test_the_same_results_give_the_same_bytes(campaign: Campaign) -> None:
    pictures = [next(iter(prediction_pictures(campaign))) for _ in range(2)]
    assert draw_files(pictures[0]) == draw_files(pictures[1])


def test_skill_that_is_far_below_the_last_value_is_named(campaign: Campaign) -> None:
    skill = campaign.tables["skill"].copy()
    skill.loc[skill["predictor"] == "network", "mean"] = -7.25
    svg, _ = draw_files(skill_picture("skill", skill))
    assert svg.decode().count(">−7.25<") + svg.decode().count(">-7.25<") == 2
    skill["mean"] = np.nan
    assert draw_files(skill_picture("skill", skill))[1]
