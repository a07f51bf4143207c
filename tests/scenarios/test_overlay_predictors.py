"""The program overlay with predictors: what brokers predict, and what it changes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scenario_bench import Program, Recorded

from schema.traces import read_trace
from spark_analysis.prediction.models.exponential_smoothing import smoothed_levels
from spark_analysis.prediction.models.moving_mean import MovingMean
from spark_analysis.prediction.models.paper_network import NetworkForecaster
from spark_analysis.prediction.network.network_file import write_network
from spark_analysis.prediction.network.trained_network import train_on_series
from spark_analysis.prediction.series.link_series import LinkSeries, traffic_only
from spark_analysis.prediction.series.series_table import COLUMNS, Link, read_series

SMALL = ("--brokers=24", "--routers=60", "--duration=600", "--warmup=10", "--drain=5", "--window_ticks=20")
STEPS = 602 // 20
STAGES = "--stage_ticks=130"
TYPES = "--ns3::pubsub::broker::"
CUT = f"{TYPES}OverlayBroker::WholeWindows=false"
ADVERTISED = f"{TYPES}OverlayBroker::ByAdvertisement=true"


def series_of(folder: Path) -> dict[Link, LinkSeries]:
    table = read_trace(folder / "link_steps.trace").rows
    return dict(read_series({name: table[name] for name in COLUMNS}).series)


def predictions(folder: Path) -> dict[Link, dict[int, float]]:
    found: dict[Link, dict[int, float]] = {}
    for step, a, b, notifications in read_trace(folder / "predictions.trace").rows.tolist():
        found.setdefault((a, b), {})[step] = notifications
    return found


@pytest.mark.parametrize(
    ("strategy", "more"),
    [("ocbr", ()), ("ocbr", (CUT,)), ("ocbr-e", ()), ("psoo-fcat", ()), ("psoo-fcat", (CUT, ADVERTISED))],
)
def test_the_last_value_is_what_brokers_assume_without_a_predictor(
    program: Program, tmp_path: Path, strategy: str, more: tuple[str, ...]
) -> None:
    for name in ("none", "last-value"):
        chosen = (f"--strategy={strategy}", f"--predictor={name}", f"--out={tmp_path / name}")
        done = program("overlay", *SMALL, STAGES, *more, *chosen, "--captures=false")
        assert done.returncode == 0, done.stderr
    files = {path.name for path in (tmp_path / "none").iterdir()}
    assert {path.name for path in (tmp_path / "last-value").iterdir()} == files | {"predictions.trace"}
    for file in files:
        assert (tmp_path / "none" / file).read_bytes() == (tmp_path / "last-value" / file).read_bytes(), file


@pytest.mark.parametrize("name", ["moving-mean", "exponential-smoothing"])
@pytest.mark.parametrize("strategy", ["static", "ocbr"])
def test_brokers_predict_what_python_predicts(recorded: Recorded, name: str, strategy: str) -> None:
    folder = recorded(
        *("overlay", *SMALL, STAGES, f"--strategy={strategy}", f"--predictor={name}", "--link_steps=true"),
        *(f"{TYPES}MovingMeanPredictor::Steps=4", f"{TYPES}ExponentialSmoothingPredictor::Alpha=0.3"),
    )
    least = 4 if name == "moving-mean" else 1
    found = predictions(folder)
    usable = {link: one for link, one in series_of(folder).items() if len(one) >= least}
    assert len(usable) > 40 and usable.keys() <= found.keys()
    for link, series in usable.items():
        mean = MovingMean(4).fit(traffic_only(range(4)))
        expected = mean.one_step_ahead(series, 4) if least == 4 else smoothed_levels(series.traffic, 0.3)
        steps = range(series.first_step + least, series.first_step + len(series) + 1)
        assert list(found[link]) == list(steps), link
        np.testing.assert_allclose(list(found[link].values()), expected, rtol=1e-9, err_msg=str(link))


def test_brokers_predict_with_a_trained_network(program: Program, recorded: Recorded, tmp_path: Path) -> None:
    """Trained on a link of one replication, and used in another with the changes of its subscriptions."""
    before = series_of(recorded("overlay", *SMALL, STAGES, "--strategy=static", "--link_steps=true"))
    busiest = max(before.values(), key=lambda series: float(series.traffic.sum()))
    trained = train_on_series(busiest).trained
    write_network(trained, tmp_path / "network.json")
    done = program(
        *("overlay", *SMALL, STAGES, "--strategy=static", "--RngRun=2", "--link_steps=true", "--captures=false"),
        *("--predictor=network", f"--network_file={tmp_path / 'network.json'}", f"--out={tmp_path / 'run'}"),
    )
    assert done.returncode == 0, done.stderr
    found = predictions(tmp_path / "run")
    series = series_of(tmp_path / "run")
    assert len(series) == 46 and any(one.subscription_change[3:].any() for one in series.values())
    for link, one in series.items():
        expected = NetworkForecaster(trained).one_step_ahead(one, 2)
        np.testing.assert_allclose(list(found[link].values()), expected, rtol=1e-9, err_msg=str(link))


STAGE_RULES = ("reassign", "own", "draw")


@pytest.mark.parametrize("rule", STAGE_RULES)
def test_an_oracle_is_exact_while_the_tree_stands_still(recorded: Recorded, rule: str) -> None:
    chosen = (STAGES, f"--stage_subscriptions={rule}", "--strategy=static", "--link_steps=true")
    folder = recorded("overlay", *SMALL, *chosen, "--predictor=oracle")
    found, series = predictions(folder), series_of(folder)
    assert len(series) == 46
    for link, one in series.items():
        assert [found[link][step] for step in range(1, STEPS)] == one.traffic[1:].tolist(), link
    without = recorded("overlay", *SMALL, *chosen)
    for file in without.iterdir():
        assert (folder / file.name).read_bytes() == file.read_bytes(), f"the rehearsal has changed {file.name}"


@pytest.mark.parametrize("name", ["moving-mean", "exponential-smoothing", "oracle"])
@pytest.mark.parametrize("strategy", ["ocbr", "ocbr-e", "psoo-fcat", "similarity", "hindsight"])
def test_events_come_once_whatever_is_predicted(recorded: Recorded, strategy: str, name: str) -> None:
    elements = [f"{TYPES}{kind}::Elements=pairs" for kind in ("OcbrExtendedStrategy", "SimilarityStrategy")]
    chosen = (STAGES, f"--strategy={strategy}", f"--predictor={name}", "--captures=false", *elements)
    folder = recorded("overlay", *SMALL, *chosen)
    due = read_trace(folder / "due.trace").rows[["publisher", "sequence", "node"]].tolist()
    delivered = read_trace(folder / "deliveries.trace").rows
    came = delivered[delivered["wanted"] == 1][["publisher", "sequence", "node"]].tolist()
    assert len(due) > 100 and sorted(came) == sorted(due)
    plans = read_trace(folder / "plans.trace")
    assert "done" in plans.column("state") or strategy == "psoo-fcat"


def test_predictions_change_decisions(recorded: Recorded) -> None:
    """Moves are evaluated with the predicted flows: the plans are others."""
    plans = {
        name: recorded("overlay", *SMALL, STAGES, "--strategy=ocbr", f"--predictor={name}", "--captures=false")
        for name in ("none", "moving-mean", "oracle")
    }
    assert len({(folder / "plans.trace").read_bytes() for folder in plans.values()}) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--predictor=best",), "--predictor=best is not one of none, last-value, moving-mean"),
        (("--predictor=network",), "--predictor=network and --network_file=FILE go together"),
        (("--network_file=x.json",), "--predictor=network and --network_file=FILE go together"),
        (("--predictor=network", "--network_file=/none.json"), "/none.json cannot be read; expected the file of a"),
        (("--predictor=network", "--network_file=/"), "/ cannot be read; expected the file of a trained network"),
    ],
)
def test_wrong_usage_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, program: Program, tmp_path: Path
) -> None:
    done = program("overlay", *arguments, f"--out={tmp_path / 'run'}")
    assert done.returncode == 2 and not done.stdout
    assert sentence in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()
