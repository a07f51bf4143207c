"""Traffic of the program overlay that changes over time: a day, chaos, a file, and subscriptions that change."""

from __future__ import annotations

import hashlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scenario_bench import Program, Recorded

from pyharness.programs.checkout import Checkout
from schema.traces import read_trace, tables_of
from spark_analysis.prediction.chaos.chaos_test import ChaosSettings, Verdict, chaos_test
from spark_analysis.prediction.chaos.embedding import Embedding

S = 10**9
STEP = 50 * S
"""A window, and a step of the rates; the traffic begins after one."""
PUBLISHERS, PERIOD_S = 10, 2
STEPS = 80
LONG = ("--brokers=24", "--routers=60", "--warmup=50", f"--duration={50 * (STEPS + 1) + 5}", "--drain=5")
LONG += ("--captures=false", "--transmissions=false", "--strategy=static")
SHORT = ("--brokers=24", "--routers=60", "--duration=330", "--warmup=10", "--drain=5", "--stage_ticks=100")
SHORT += ("--captures=false",)
BEFORE = {
    "publications": "cb0c0ea2328a714faba20a40aaa8b4e8c80c58be259248291cbff4185721b54d",
    "due": "645cbda033cf2b025e30cb0fbbf8411b61f8a7b23cab4cb502e88dcdd41662aa",
    "subscriptions": "45f184ebbf99dcf5710db6f01d769ce8a4184072050a4e541c45f1751fab5d50",
    "stages": "ddb0a2fb4cbf192f8b1958101b434e67b0785a22c9ccee255ce0f63a09847fee",
}
"""SHA-256 of the tables of a short run, by a program that had only steady traffic."""


def rows(folder: Path, table: str) -> np.ndarray:
    return read_trace(folder / f"{table}.trace").rows


def events_of_steps(folder: Path, steps: int = STEPS) -> np.ndarray:
    """Publications in each step."""
    step = rows(folder, "publications")["time_ns"] // STEP - 1
    return np.bincount(step.astype(int), minlength=steps)


def totals_of_links(folder: Path, steps: int = STEPS) -> list[np.ndarray]:
    """Notifications in each step, of each direction of a link; the busiest first."""
    totals: dict[tuple[int, int], np.ndarray] = {}
    for time, a, b, notifications in rows(folder, "overlay_steps")[["time_ns", "a", "b", "notifications"]].tolist():
        if 1 <= time // STEP <= steps:
            totals.setdefault((a, b), np.zeros(steps))[time // STEP - 1] += notifications
    return sorted(totals.values(), key=lambda total: -total.sum())


def share_explained(x: np.ndarray, y: np.ndarray, degree: int) -> float:
    """R² of y by a polynomial in x."""
    return float(1 - np.var(y - np.polyval(np.polyfit(x, y, degree), x)) / np.var(y))


# ---- steady


def test_steady_traffic_is_what_it_was(recorded: Recorded) -> None:
    run = recorded("overlay", *SHORT)
    for table, digest in BEFORE.items():
        assert hashlib.sha256((run / f"{table}.trace").read_bytes()).hexdigest() == digest, table
    assert not (run / "rates.trace").exists()


@pytest.mark.parametrize("strategy", ["ocbr", "hindsight"])
def test_a_rate_that_does_not_change_is_steady(recorded: Recorded, tmp_path: Path, strategy: str) -> None:
    """Byte for byte, in all tables: the change of time is the identity."""
    file = tmp_path / "ones.csv"
    file.write_text("step,one,other\n" + "".join(f"{step},7,0.125\n" for step in range(7)))
    steady = recorded("overlay", *SHORT, f"--strategy={strategy}")
    for traffic in (
        ("--traffic=daily", "--traffic_amplitude=0"),
        ("--traffic=chaotic", "--traffic_amplitude=0", "--traffic_groups=3"),
        ("--traffic=replayed", f"--traffic_file={file}"),
    ):
        run = recorded("overlay", *SHORT, f"--strategy={strategy}", *traffic)
        assert set(rows(run, "rates")["rate"]) == {1.0}
        names = sorted(path.name for path in run.glob("*.trace"))
        assert names == sorted([*(path.name for path in steady.glob("*.trace")), "rates.trace"])
        for name in names:
            # The plan in hindsight is made with numbers of events, which hindsight alone changes.
            alike = name == "rates.trace" or (name == "plans.trace" and strategy == "hindsight")
            assert alike or (run / name).read_bytes() == (steady / name).read_bytes(), (traffic, name)


# ---- rates


@pytest.mark.parametrize("groups", [1, 0])
def test_a_day_is_found_in_the_totals_of_links(recorded: Recorded, groups: int) -> None:
    days = 8
    day = STEPS * 50 // days
    run = recorded("overlay", *LONG, "--traffic=daily", f"--day_ticks={day}", f"--traffic_groups={groups}")
    events = len(rows(run, "publications"))
    assert abs(events - PUBLISHERS * STEPS * 50 / PERIOD_S) <= PUBLISHERS, "whole days have the mean rate"
    for total in totals_of_links(run)[:5]:
        spectrum = np.abs(np.fft.rfft(total - total.mean()))
        assert np.argmax(spectrum) == days
        assert groups == 0 or spectrum[days] > 5 * np.delete(spectrum, days).max()
    rates = rows(run, "rates")
    assert len(set(rates["series"])) == (groups or PUBLISHERS)
    for series in set(rates["series"]):
        rate = rates["rate"][rates["series"] == series]
        assert len(rate) == STEPS and rate.mean() == pytest.approx(1)
        assert 1.7 < rate.max() <= 1.8 and 0.2 <= rate.min() < 0.3, "the amplitude is 0.8"
    assert rates["time_ns"].tolist() == [(step + 1) * STEP for step in rates["step"].tolist()]
    assert read_trace(run / "rates.trace", "wired").columns == tables_of("wired")["rates"]


@pytest.mark.parametrize(("order", "explained"), [("random", 0.8), ("cyclic", 0.95)])
def test_the_totals_of_a_link_show_the_map_that_drives_them(recorded: Recorded, order: str, explained: float) -> None:
    """Where publishers draw the types of their events, a link's total has the noise of these draws, too."""
    run = recorded("overlay", *LONG, "--traffic=chaotic", f"--type_order={order}")
    rate = rows(run, "rates")["rate"]
    x = ((rate - 1) / 0.8 + 1) / 2
    assert np.allclose(x[1:], 4 * x[:-1] * (1 - x[:-1]), rtol=0, atol=1e-9), "the logistic map, exactly"
    expected = rate * PUBLISHERS * 50 / PERIOD_S
    assert np.abs(events_of_steps(run) - expected).max() <= PUBLISHERS
    for total in totals_of_links(run)[:5]:
        now, then = total[:-1], total[1:]
        assert np.corrcoef(total, rate)[0, 1] > 0.97
        assert share_explained(now, then, 2) > explained and np.polyfit(now, then, 2)[0] < 0, "a parabola, open below"
        assert share_explained(now, then, 1) < 0.3, "which no line explains"


@pytest.mark.long
def test_the_test_for_chaos_finds_it_only_where_it_is(recorded: Recorded) -> None:
    """A positive control: the largest Lyapunov exponent of the map is ln 2 per step, and a link's total carries it."""
    steps = 400
    settings = ChaosSettings(Embedding(delay=1, dimension=2), theiler_window=3, steps=12, surrogates=39)
    arguments = (*LONG, f"--duration={50 * (steps + 1) + 5}")
    chaotic = recorded("overlay", *arguments, "--traffic=chaotic", "--type_order=cyclic")
    for total in totals_of_links(chaotic, steps)[:3]:
        found = chaos_test(total, settings)
        assert found.verdict is Verdict.CHAOTIC, found.reason
        assert found.exponent is not None and abs(found.exponent.exponent - np.log(2)) < 0.15
    steady = recorded("overlay", *arguments)
    varying = [total for total in totals_of_links(steady, steps) if np.ptp(total) > 0]
    for total in varying[:3]:
        assert chaos_test(total, settings).verdict is Verdict.NOT_SHOWN


def test_groups_have_maps_of_their_own(recorded: Recorded) -> None:
    run = recorded("overlay", *LONG, "--traffic=chaotic", "--traffic_groups=5")
    rates = rows(run, "rates")
    series = np.array([rates["rate"][rates["series"] == index] for index in range(5)])
    assert np.abs(np.corrcoef(series) - np.eye(5)).max() < 0.4
    expected = series.mean(axis=0) * PUBLISHERS * 50 / PERIOD_S
    assert np.abs(events_of_steps(run) - expected).max() <= PUBLISHERS


def test_the_mackey_glass_equation_drives_all_links_alike(recorded: Recorded) -> None:
    run = recorded("overlay", *LONG, "--traffic=chaotic", "--chaotic_system=mackey-glass", "--traffic_amplitude=1")
    rate = rows(run, "rates")["rate"]
    assert 0.44 < rate.min() < 0.7 and 1.2 < rate.max() < 1.42, "the attractor's extremes, over its mean"
    assert all(np.corrcoef(total, rate)[0, 1] > 0.95 for total in totals_of_links(run)[:2])


def test_a_file_is_replayed(recorded: Recorded, tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    recorded_values = random.lognormal(0, 0.6, STEPS + 20)
    file = tmp_path / "one.csv"
    file.write_text("step,load\n" + "".join(f"{step},{value}\n" for step, value in enumerate(recorded_values.tolist())))
    run = recorded("overlay", *LONG, "--traffic=replayed", f"--traffic_file={file}")
    used = recorded_values[:STEPS]
    assert np.allclose(rows(run, "rates")["rate"], used / recorded_values.mean(), rtol=1e-9)
    assert np.corrcoef(events_of_steps(run), used)[0, 1] > 0.99
    assert np.corrcoef(totals_of_links(run)[0], used)[0, 1] > 0.99


def test_publishers_have_the_series_of_a_file_in_turn(recorded: Recorded) -> None:
    """Ten publishers have four series: three the first, three the second, two each of the others."""
    file = Checkout.here().root / "scenarios/prediction/replayed.csv"
    run = recorded("overlay", *LONG, "--traffic=replayed", f"--traffic_file={file}")
    values = np.loadtxt(file, delimiter=",", skiprows=3)[:, 1:]
    expected = (values / values.mean(axis=0))[:STEPS] @ [3, 3, 2, 2] * 50 / PERIOD_S
    assert np.abs(events_of_steps(run) - expected).max() <= PUBLISHERS
    assert np.corrcoef(events_of_steps(run), expected)[0, 1] > 0.99


def test_the_file_of_the_experiment_is_made_by_its_formula() -> None:
    file = Checkout.here().root / "scenarios/prediction/replayed.csv"
    table = np.loadtxt(file, delimiter=",", skiprows=3)
    n, k = table[:, :1], np.arange(4)
    a = 1 + 0.5 * np.sin(2 * np.pi * n / 24 + np.pi * k / 2) + 0.25 * np.sin(2 * np.pi * n / 7.3 + k)
    assert np.array_equal(table[:, 1:], np.round(1000 * a * np.where((n + 9 * k) % 37 < 2, 2, 1)))
    assert np.array_equal(table[:, 0], np.arange(1100))


def test_no_publisher_has_two_events_at_a_time(recorded: Recorded) -> None:
    """Brokers with several publishers may; but these have phases of their own."""
    for traffic in (("--traffic=chaotic", "--traffic_amplitude=1"), ("--traffic=daily", "--traffic_amplitude=1")):
        publications = rows(recorded("overlay", *LONG, *traffic), "publications")
        times = Counter(publications[["time_ns", "publisher"]].tolist())
        assert max(times.values()) == 1


@pytest.mark.parametrize(
    "traffic", [("--traffic=daily", "--traffic_groups=0"), ("--traffic=chaotic", "--churn_ticks=30")]
)
def test_the_same_run_again_and_the_same_traffic_for_each_strategy(
    program: Program, tmp_path: Path, traffic: tuple[str, ...]
) -> None:
    for name, strategy in {"once": "ocbr", "again": "ocbr", "other": "psoo-fcat"}.items():
        done = program("overlay", *SHORT, *traffic, f"--strategy={strategy}", f"--out={tmp_path / name}")
        assert done.returncode == 0, done.stderr
    for file in (tmp_path / "once").iterdir():
        assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes(), file.name
    for table in ("rates", "publications", "due", "subscriptions", "stages"):
        assert np.array_equal(rows(tmp_path / "once", table), rows(tmp_path / "other", table)), table


def test_other_replications_have_other_rates(recorded: Recorded) -> None:
    runs = [recorded("overlay", *SHORT, "--traffic=chaotic", f"--RngRun={number}") for number in (1, 2)]
    assert not np.array_equal(*(rows(run, "rates")["rate"] for run in runs))


# ---- subscriptions that change


def pairs_of(text: str) -> frozenset[str]:
    """Attribute pairs of an event, or of a filter as the workload has them."""
    return frozenset(text.removeprefix("stage[").removesuffix("]").split(","))


def events_of(folder: Path) -> Counter[tuple[int, int, frozenset[str]]]:
    table = read_trace(folder / "publications.trace")
    contents = [pairs_of(text) for text in table.column("attributes").tolist()]
    return Counter(zip(table.rows["time_ns"].tolist(), table.rows["publisher"].tolist(), contents, strict=True))


@pytest.mark.parametrize("strategy", ["ocbr", "psoo-fcat", "hindsight"])
@pytest.mark.parametrize("stages", [0, 100])
def test_churn_loses_nothing(program: Program, tmp_path: Path, strategy: str, stages: int) -> None:
    many = ("--window_ticks=10", "--ns3::pubsub::broker::PsooFcatStrategy::FiltersPerRound=20")
    changing = (f"--stage_ticks={stages}", "--churn_ticks=40", f"--strategy={strategy}")
    done = program("overlay", *SHORT, *many, *changing, f"--out={tmp_path}")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 0, "links change"
    due = {tuple(row) for row in rows(tmp_path, "due")[["publisher", "sequence", "node"]].tolist()}
    delivered = rows(tmp_path, "deliveries")
    wanted = delivered[delivered["wanted"] == 1]
    came = [tuple(row) for row in wanted[["publisher", "sequence", "node"]].tolist()]
    assert len(due) > 100 and set(came) == due and len(came) == len(due)
    assert not len(rows(tmp_path, "drops"))
    last: dict[tuple[int, int], int] = {}
    for publisher, sequence, node in came:
        assert last.get((publisher, node), 0) < sequence
        last[publisher, node] = sequence
    moments = set(rows(tmp_path, "subscriptions")["time_ns"].tolist())
    assert len(moments) > 50, "subscriptions change"


def test_churn_leaves_out_only_events_that_a_change_concerns(recorded: Recorded) -> None:
    """Every event of the run without churn is there, but for those that match a subscription which changes within the
    guard; and of these none is there."""
    arguments = (*SHORT, "--stage_ticks=0", "--strategy=static")
    steady, churned = (recorded("overlay", *arguments, f"--churn_ticks={ticks}") for ticks in (0, 40))
    table = read_trace(churned / "subscriptions.trace")
    changes = [
        (time, pairs_of(text))
        for time, text in zip(table.rows["time_ns"].tolist(), table.column("filter").tolist(), strict=True)
        if time > 0
    ]
    assert len(changes) > 100

    def is_near(event: tuple[int, int, frozenset[str]]) -> bool:
        return any(at - 2 * S <= event[0] < at + 2 * S and wanted <= event[2] for at, wanted in changes)

    left_out = events_of(steady) - events_of(churned)
    assert 0 < left_out.total() < 0.05 * events_of(steady).total()
    assert not events_of(churned) - events_of(steady)
    assert all(is_near(event) for event in left_out)
    assert not any(is_near(event) for event in events_of(churned))


def test_churn_keeps_the_number_of_subscriptions(recorded: Recorded) -> None:
    """Each consumer has eight; at the end other ones than in the beginning."""
    run = recorded("overlay", *SHORT, "--stage_ticks=0", "--strategy=static", "--churn_ticks=40")
    table = read_trace(run / "subscriptions.trace")
    present: set[tuple[int, str]] = set()
    first: set[tuple[int, str]] = set()
    for row, text in zip(table.rows.tolist(), table.column("filter").tolist(), strict=True):
        present ^= {(row[1], text)}
        assert ((row[1], text) in present) is bool(row[3])
        first = present.copy() if row[0] == 0 else first
    consumers = 10
    assert len(first) == 8 * consumers
    assert 0.8 * len(first) <= len(present) <= len(first), "two consumers of a broker may share one"
    assert len(first & present) < 0.6 * len(first)


# ---- refusals


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--traffic=wild",), "--traffic=wild is not one of steady, daily, chaotic, replayed"),
        (("--traffic=replayed",), "--traffic=replayed and --traffic_file=FILE go together; expected both or none"),
        (("--traffic_file=x.csv",), "--traffic=replayed and --traffic_file=FILE go together"),
        (("--traffic=daily", "--traffic_amplitude=1.5"), "--traffic_amplitude=1.5 is not a number from 0 to 1"),
        (("--traffic=daily", "--traffic_amplitude=nan"), "--traffic_amplitude=nan is not a number from 0 to 1"),
        (("--traffic=chaotic", "--chaotic_system=henon"), "not one of logistic, mackey-glass"),
        (
            ("--traffic=chaotic", "--traffic_step_ticks=1", "--tick_s=0.001", "--duration=1000000"),
            "--traffic_step_ticks=1 makes 999968000 steps of 1 groups; expected at most 1000000 values",
        ),
        (("--churn_ticks=4",), "--churn_ticks=4 is too short beside --guard_ticks=2; expected more than twice as many"),
        (("--churn_ticks=50", "--stage_subscriptions=own"), "expected --stage_subscriptions=reassign or draw"),
        (("--traffic=replayed", "--traffic_file=gone.csv"), "gone.csv cannot be read or is empty"),
    ],
)
@pytest.mark.parametrize("check", [(), ("--check",)])
def test_wrong_traffic_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, check: tuple[str, ...], program: Program, tmp_path: Path
) -> None:
    done = program("overlay", *arguments, *check, f"--out={tmp_path / 'run'}")
    assert done.returncode == 2 and not done.stdout
    assert sentence in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "step,a\n" + "".join(f"{step},1\n" for step in range(6)),
            "rates.csv has 6 steps; expected at least 7, for the",
        ),
        ("step,a\n0,1\n2,1\n", "line 3: '2,1'; expected step 1"),
        ("step,a\n0,nan\n", "expected a rate of at least 0 instead of 'nan'"),
        ("step,a\n0,-2\n", "expected a rate of at least 0 instead of '-2'"),
        ("step,a,b\n0,1,0\n1,1,0\n", "has a series 'b' without a mean; expected values that are not all 0"),
        ("n,a\n0,1\n", "line 1: 'n,a'; expected 'step' and the different names of one or more series"),
        ("step\n0\n", "line 1: 'step'; expected 'step' and the different names of one or more series"),
        ("step,a,b\n0,1\n", "line 2: '0,1'; expected a step and as many values as there are series, 2"),
        ("", "cannot be read or is empty"),
        ("\x00\x1b[31m\n", "expected 'step'"),
    ],
)
def test_a_file_without_rates_is_refused(program: Program, tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "rates.csv"
    file.write_text(text)
    done = program("overlay", *SHORT, "--traffic=replayed", f"--traffic_file={file}", f"--out={tmp_path / 'run'}")
    assert done.returncode == 2 and not done.stdout and done.stderr.count("\n") == 1, done.stderr
    assert sentence in done.stderr and not (tmp_path / "run").exists()


def test_rates_that_would_put_two_events_at_a_time_are_refused(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "peak.csv"
    file.write_text("step,a\n" + "".join(f"{step},{int(step == 9)}\n" for step in range(1100000)))
    arguments = ("--tick_s=0.001", "--period_ticks=1", "--duration=34", "--traffic_step_ticks=1")
    done = program("overlay", *arguments, "--traffic=replayed", f"--traffic_file={file}", "--check")
    assert done.returncode == 2 and "expected at most one event of a publisher per nanosecond" in done.stderr
