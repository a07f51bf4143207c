"""The stopping rule without runs: what is wrong with a table, what a verdict is, and where the rounds end."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from harness_bench import Bench, Typed, one_sentence

from pyharness.experiment.experiment_file import override, read_experiment_file
from pyharness.experiment.plan import Plan, PlannedRun, make_plan
from pyharness.experiment.stopping_rule import StoppingRule
from pyharness.scheduling.replication_rounds import ReplicationRounds, limited
from pyharness.scheduling.run_pool import SweepCounts
from pyharness.scheduling.stopping_decision import IntervalState, Quantity, decide, quantities
from schema.errors import UsageError
from schema.intervals import estimate

VARY = '[vary]\nprotocol = ["sp-nhop", "topsim"]\nnodes = [5, 6]\n'
BETWEEN = 'between = { protocol = ["topsim", "sp-nhop"] }\n'
WIDTH = "half_width = 0.02\nmaximum = 30\n"
ONE = (Quantity("a", ("a",)),)
PAIR = (Quantity("a − b", ("a", "b")),)


def stop(text: str, metric: str = "delivery_ratio", name: str = "trial") -> str:
    """An experiment with a [stop] table, as far as Bench.experiment does not add it."""
    head = f'name = "{name}"\nquestion = "Does it end?"\nprogram = "standin"\n'
    return f'{head}[stop]\nmetric = "{metric}"\n{text}{VARY}'


@pytest.fixture
def plan_of(bench: Bench) -> Callable[[str], tuple[Plan, StoppingRule, Path]]:
    def make(text: str) -> tuple[Plan, StoppingRule, Path]:
        path = bench.root / "trial.toml"
        path.write_text(text)
        file = read_experiment_file(path)
        assert file.stop is not None
        return make_plan(bench.checkout, file), file.stop, path

    return make


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            stop(WIDTH, "delivery"),
            "stop.metric is 'delivery', expected the name of a metric of docs/metrics.md (did you",
        ),
        (stop(WIDTH + "minimun = 5\n"), "unknown key stop.minimun (did you mean 'minimum'?), expected metric, "),
        (stop("half_width = 0.02\n"), "stop.maximum is missing, expected a whole number of at least 2"),
        (stop("maximum = 30\n"), "stop has no width, expected half_width or relative"),
        (stop("maximum = 30\n" + BETWEEN), "stop has no width, expected half_width or clear = true"),
        (stop(WIDTH + "relative = 0.1\n"), "stop.half_width and stop.relative are both given, expected one of them"),
        (stop("half_width = 0\nmaximum = 30\n"), "stop.half_width is 0, expected a number above 0"),
        (stop("half_width = nan\nmaximum = 30\n"), "stop.half_width is nan, expected a number above 0"),
        (
            stop("half_width = 0.1\nmaximum = 9\n"),
            "stop.maximum is 9, expected at least the minimum of 10 replications",
        ),
        (stop(WIDTH + "minimum = 1\n"), "stop.minimum is 1, expected a whole number of at least 2"),
        (stop(WIDTH + "step = 0\n"), "stop.step is 0, expected a whole number of at least 1"),
        (stop(WIDTH + "confidence = 95\n"), "stop.confidence is 95, expected a number from 0.5 to below 1"),
        (stop(WIDTH + "clear = true\n"), "stop.clear is true, expected stop.between"),
        (stop("relative = 0.1\nmaximum = 30\n" + BETWEEN), "stop.relative is a share of a mean and stop.between needs"),
        (
            stop(WIDTH + "between = { protocol = ['topsim'] }\n"),
            "stop.between.protocol is ['topsim'], expected a table",
        ),
        (stop(WIDTH + "between = { nodes = [5, 5] }\n"), "stop.between has the same value twice"),
        (stop(WIDTH + "between = { nodes = [5, 6], fading = [true, false] }\n"), "stop.between has nodes and fading"),
        (stop(WIDTH + "between = { nods = [5, 6] }\n"), "a parameter that varies (did you mean 'nodes'?), there are"),
        (stop(WIDTH + "between = { nodes = [5, 7] }\n"), "stop.between.nodes has 7, expected two of 5 and 6"),
        (
            stop(WIDTH + "between = { protocol = ['topsin', 'sp-nhop'] }\n"),
            "sp-nhop and topsim (did you mean 'topsim'?)",
        ),
        ("replications = 5\n" + stop(WIDTH), "replications and [stop] both set the number of runs"),
        ('stop = 5\nname = "a"\nquestion = "?"\nprogram = "standin"\n', "stop is 5, expected a table with metric"),
        ('name = "a"\nquestion = "?"\nprogram = "standin"\n', "replications is missing, expected a whole number of at"),
    ],
)
def test_what_is_wrong_with_a_rule(bench: Bench, typed: Typed, text: str, says: str) -> None:
    (bench.root / "trial.toml").write_text(text)
    done = typed("sweep", "trial.toml", "--no-report")
    assert done.exit_status == 2 and says in one_sentence(done.err)
    assert done.out == "" and not (bench.root / "results").exists()


def test_pairs_where_one_parameter_varies_at_a_time(bench: Bench) -> None:
    path = bench.root / "trial.toml"
    path.write_text(
        'name = "a"\nquestion = "?"\nprogram = "standin"\n[stop]\nmetric = "delivery_ratio"\nhalf_width = 0.1\n'
        "maximum = 10\nbetween = { nodes = [6, 7] }\n[parameters]\nnodes = 5\nspeed = 1\n"
        "[one_at_a_time]\nnodes = [6, 7]\nspeed = [2]\n"
    )
    file = read_experiment_file(path)
    assert file.stop is not None
    (pair,) = quantities(file.stop, make_plan(bench.checkout, file), path)
    assert pair.variants == ("nodes=6,speed=1", "nodes=7,speed=1")


def test_pairs_where_parameters_change_together(bench: Bench) -> None:
    path = bench.root / "trial.toml"
    head = stop(WIDTH + "between = { nodes = [5, 10] }\n").partition("[vary]")[0]
    path.write_text(f"{head}[vary]\nfading = [true, false]\n[[zip]]\nnodes = [5, 10, 20]\nspeed = [1, 2, 4]\n")
    file = read_experiment_file(path)
    assert file.stop is not None
    assert [each.variants for each in quantities(file.stop, make_plan(bench.checkout, file), path)] == [
        (f"fading={fading},nodes=5,speed=1", f"fading={fading},nodes=10,speed=2") for fading in ("true", "false")
    ]


def test_a_number_of_replications_takes_the_rules_place(bench: Bench, typed: Typed) -> None:
    (bench.root / "trial.toml").write_text(stop(WIDTH))
    file = read_experiment_file(bench.root / "trial.toml")
    assert file.replications == 30 and file.stop is not None
    assert override(file, [], 3).stop is None
    done = typed("sweep", "trial.toml", "--no-report", "--replications", 3)
    assert done.exit_status == 0 and "12 runs done, 0 failed" in done.out


def test_a_rule_and_a_number_displace_each_other_in_files_that_extend(bench: Bench) -> None:
    own = 'extends = "trial.toml"\nname = "own"\n'
    (bench.root / "trial.toml").write_text(stop(WIDTH))
    (bench.root / "fixed.toml").write_text(f"{own}replications = 4\n")
    fixed = read_experiment_file(bench.root / "fixed.toml")
    assert (fixed.replications, fixed.stop) == (4, None)
    ruled = f'extends = "fixed.toml"\nname = "ruled"\n[stop]\nmetric = "hops_mean"\n{WIDTH}'
    (bench.root / "ruled.toml").write_text(ruled)
    again = read_experiment_file(bench.root / "ruled.toml")
    assert again.stop is not None and (again.replications, again.stop.metric) == (30, "hops_mean")


def test_pairs_at_every_other_point(plan_of: Callable[[str], tuple[Plan, StoppingRule, Path]]) -> None:
    plan, rule, path = plan_of(stop(WIDTH + BETWEEN))
    assert [each.variants for each in quantities(rule, plan, path)] == [
        ("protocol=topsim,nodes=5", "protocol=sp-nhop,nodes=5"),
        ("protocol=topsim,nodes=6", "protocol=sp-nhop,nodes=6"),
    ]
    assert quantities(rule, plan, path)[1].label == "protocol topsim − sp-nhop at nodes=6"
    plan, rule, path = plan_of(stop(WIDTH))
    assert [each.variants for each in quantities(rule, plan, path)] == [(name,) for name in plan.experiment.variants]


def rule(**of: object) -> StoppingRule:
    return StoppingRule.model_validate({"metric": "delivery_ratio", "minimum": 3, "maximum": 9, "step": 2, **of})


def numbered(*values: float) -> dict[int, float]:
    return dict(enumerate(values, start=1))


def test_an_interval_just_narrow_enough_is_the_reports() -> None:
    values = {"a": numbered(0.5, 0.6, 0.9)}
    width = estimate([0.5, 0.6, 0.9]).half_width
    narrow = decide(rule(half_width=width), ONE, values, {"a": 3})
    assert narrow.judged[0].state is IntervalState.NARROW and narrow.enough
    wide = decide(rule(half_width=math.nextafter(width, 0)), ONE, values, {"a": 3})
    assert wide.judged[0].state is IntervalState.OPEN and wide.replications == {"a": 5}
    assert wide.sentence(1).startswith("round 1: the interval of delivery_ratio is not within ±")
    mean = 2 / 3
    assert decide(rule(relative=width / mean * 1.001), ONE, values, {"a": 3}).enough
    assert not decide(rule(relative=width / mean * 0.999), ONE, values, {"a": 3}).enough
    assert not decide(rule(half_width=width, confidence=0.99), ONE, values, {"a": 3}).enough


def test_the_maximum_ends_it_and_is_never_passed() -> None:
    values = {"a": numbered(*range(9))}
    assert decide(rule(half_width=0.1), ONE, values, {"a": 8}).replications == {"a": 9}
    last = decide(rule(half_width=0.1), ONE, values, {"a": 9})
    assert last.enough and "that was the maximum of 9" in last.sentence(4)
    assert last.closing.splitlines()[1] == "  a: 4 ± 2.1 over 9 replications, open"


def test_a_pair_is_judged_by_its_differences() -> None:
    values = {"a": numbered(1, 5, 9, 2), "b": numbered(0.5, 4.5, 8.5, 1.5)}
    verdict = decide(rule(half_width=0.1), PAIR, values, {"a": 4, "b": 4})
    assert verdict.judged[0].estimate == estimate([0.5] * 4) and verdict.enough
    assert decide(rule(clear=True), PAIR, values, {"a": 4, "b": 4}).judged[0].state is IntervalState.CLEAR
    same = decide(rule(clear=True), PAIR, {"a": values["a"], "b": values["a"]}, {"a": 4, "b": 4})
    assert same.judged[0].state is IntervalState.OPEN, "no difference at all is none that is clear"
    assert same.replications == {"a": 6, "b": 6}


def test_each_look_at_0_has_its_share_of_the_error() -> None:
    assert rule(clear=True).looks == 4
    sample = [0.8, 1.0, 1.2, 0.1, 2.1]
    for asked, outcome in ((0.8, IntervalState.CLEAR), (0.95, IntervalState.OPEN)):
        verdict = decide(
            rule(clear=True, confidence=asked),
            PAIR,
            {"a": numbered(*sample), "b": numbered(*[0] * 5)},
            {"a": 5, "b": 5},
        )
        assert verdict.judged[0].state is outcome
        assert (estimate(sample, 1 - (1 - asked) / 4).ci_low > 0) == (outcome is IntervalState.CLEAR)


def test_runs_without_a_value() -> None:
    """None anywhere: no use in more. Some: they are no replications, so more are needed until there is the minimum."""
    assert decide(rule(half_width=1), ONE, {"a": {}}, {"a": 3}).judged[0].state is IntervalState.WITHOUT
    assert decide(rule(half_width=1), ONE, {}, {"a": 3}).enough
    gaps = {"a": {1: 0.5, 3: math.nan, 4: 0.5, 9: 0.5}}
    verdict = decide(rule(half_width=1), ONE, gaps, {"a": 5})
    assert verdict.judged[0].state is IntervalState.OPEN and verdict.judged[0].estimate == estimate([0.5, 0.5])
    assert decide(rule(half_width=1), ONE, gaps, {"a": 9}).judged[0].state is IntervalState.NARROW
    one = decide(rule(half_width=1), ONE, {"a": {2: 0.5}}, {"a": 3})
    assert one.judged[0].state is IntervalState.OPEN and "0.5 over 1 replication" in one.closing


def test_of_many_intervals_only_the_open_ones_are_told() -> None:
    names = [f"v{number}" for number in range(30)]
    values = {name: numbered(*[0.5] * 9) for name in names[:18]} | {name: numbered(*range(9)) for name in names[18:]}
    each = [Quantity(name, (name,)) for name in names]
    told = decide(rule(half_width=0.1), each, values, dict.fromkeys(names, 9)).closing.splitlines()
    assert told[0] == "18 of 30 intervals of delivery_ratio within ±0.1, after 9 replications"
    assert [line.split(":")[0] for line in told[1:]] == [*(f"  {name}" for name in names[18:28]), "  and 2 more"]


def test_what_lies_on_disk_beyond_the_round_has_no_say() -> None:
    values = {"a": numbered(0.1, 0.5, 0.9, 0.1, 0.9)}
    forwards = decide(rule(half_width=0.3), ONE, values, {"a": 3})
    backwards = decide(rule(half_width=0.3), ONE, {"a": dict(reversed(values["a"].items()))}, {"a": 3})
    assert forwards == backwards
    assert forwards.judged[0].estimate == estimate([0.1, 0.5, 0.9])


class Simulated:
    """Runs whose values are drawn, and a record of what was asked for."""

    def __init__(self, means: Mapping[str, float], sd: Mapping[str, float] | float = 0.05) -> None:
        self.means, self.sd = means, sd
        self.done: set[tuple[str, int]] = set()
        self.rounds: list[dict[str, int]] = []

    def sweep(self, part: Plan) -> SweepCounts:
        asked = {(run.variant.name, run.replication) for run in part.runs}
        assert sorted(part.experiment.planned()) == sorted(asked) and part.experiment.number_of_runs == len(asked)
        already = len(asked & self.done)
        self.rounds.append({name: part.experiment.replications_of(name) for name in part.experiment.variants})
        new = asked - self.done
        self.done |= asked
        return SweepCounts(already=already, done=[None] * len(new))  # type: ignore[list-item]

    def measure(self, runs: Collection[tuple[str, int]]) -> tuple[dict[tuple[str, int], float], tuple[str, ...]]:
        assert set(runs) <= self.done
        return {run: self.value(*run) for run in runs}, ()

    def close(self) -> None:
        """Nothing is held."""

    def value(self, variant: str, replication: int) -> float:
        """Replication k has a weather of its own that all variants share, as runs have their mobility."""
        weather = np.random.default_rng(replication).normal(0, 0.2)
        own = np.random.default_rng([replication, *variant.encode()]).normal()
        return float(
            self.means[variant] + weather + own * (self.sd if isinstance(self.sd, float) else self.sd[variant])
        )


@pytest.fixture
def rounds(
    plan_of: Callable[[str], tuple[Plan, StoppingRule, Path]],
) -> Callable[[str, Simulated], tuple[ReplicationRounds, list[str]]]:
    def run(text: str, runs: Simulated) -> tuple[ReplicationRounds, list[str]]:
        plan, of, path = plan_of(text)
        said: list[str] = []
        ended = ReplicationRounds(of, plan, quantities(of, plan, path), runs)
        ended.run(runs.sweep, said.append)
        return ended, said

    return run


Rounds = Callable[[str, Simulated], tuple[ReplicationRounds, list[str]]]
A, B, C, D = (f"protocol={p},nodes={n}" for n in (5, 6) for p in ("sp-nhop", "topsim"))


def test_a_clear_difference_ends_early_and_none_runs_to_the_maximum(rounds: Rounds) -> None:
    """At 5 nodes the two differ by 0.1 where their differences spread by 0.07; at 6 they do not differ."""
    runs = Simulated({A: 0.8, B: 0.9, C: 0.8, D: 0.8})
    ended, said = rounds(stop("clear = true\nmaximum = 60\n" + BETWEEN), runs)
    assert ended.decision is not None
    clear, open_ = ended.decision.judged
    assert (clear.state, open_.state) == (IntervalState.CLEAR, IntervalState.OPEN)
    reached = runs.rounds[-1]
    assert reached[A] == reached[B] <= 20 and reached[C] == reached[D] == 60
    assert said[-1].endswith("1 of 2 intervals of differences in delivery_ratio clear of 0; that was the maximum of 60")
    told = ended.closing.splitlines()
    assert told[1].startswith("  protocol topsim − sp-nhop at nodes=5: ") and told[1].endswith(", clear of 0")
    assert told[2].startswith("  protocol topsim − sp-nhop at nodes=6: ") and told[2].endswith(", open")
    assert ended.counts.already == 0 and len(ended.counts.done) == 2 * reached[A] + 120


def test_replications_go_where_the_noise_is(rounds: Rounds) -> None:
    noisy = Simulated(dict.fromkeys((A, B, C, D), 0.5), {A: 0.01, B: 0.01, C: 0.4, D: 0.01})
    ended, _ = rounds(stop("half_width = 0.1\nmaximum = 200\n"), noisy)
    reached = noisy.rounds[-1]
    assert reached[C] > 2 * max(reached[A], reached[B], reached[D])
    assert ended.closing.startswith("all 4 intervals of delivery_ratio within ±0.1, after ")


def test_ended_half_way_it_comes_to_the_same_end(rounds: Rounds) -> None:
    text = stop("half_width = 0.08\nmaximum = 60\n")
    undisturbed = Simulated({A: 0.8, B: 0.9, C: 0.8, D: 0.8})
    ended, said = rounds(text, undisturbed)
    again = Simulated(undisturbed.means)
    again.done = {run for run in undisturbed.done if run[1] <= 17}
    resumed, said_again = rounds(text, again)
    assert (said_again, again.rounds, again.done) == (said, undisturbed.rounds, undisturbed.done)
    assert resumed.decision == ended.decision
    assert resumed.counts.already + len(resumed.counts.done) == len(undisturbed.done)


def test_a_round_with_failed_runs_is_the_last(rounds: Rounds) -> None:
    class Failing(Simulated):
        def sweep(self, part: Plan) -> SweepCounts:
            counts = super().sweep(part)
            if len(self.rounds) == 2:
                counts.failed.append(counts.done.pop())
            return counts

    failing = Failing({A: 0.8, B: 0.9, C: 0.8, D: 0.8})
    ended, said = rounds(stop("half_width = 0.01\nmaximum = 60\n"), failing)
    assert len(said) == 1 and len(failing.rounds) == 2
    assert ended.closing.startswith("1 run of the round missing: the stopping rule decides on whole rounds")


def test_a_run_that_cannot_be_counted_is_named(rounds: Rounds) -> None:
    class Damaged(Simulated):
        def measure(self, runs: Collection[PlannedRun]) -> tuple[dict[tuple[str, int], float], tuple[str, ...]]:
            return {}, (f"{A}/1: due.trace has changed since it was written",)

    ended, said = rounds(stop("half_width = 0.01\nmaximum = 60\n"), Damaged({}))
    assert said == [] and ended.closing.startswith(f"{A}/1: due.trace has changed")


def test_a_plan_of_fewer_is_the_same_plan(plan_of: Callable[[str], tuple[Plan, StoppingRule, Path]]) -> None:
    plan, _, _ = plan_of(stop(WIDTH))
    part = limited(plan, {A: 10, B: 15, C: 10, D: 10})
    assert part.experiment.fewer == {A: 10, C: 10, D: 10} and part.experiment.replications == 15
    assert part.experiment.stop.startswith("10 replications, then 5 more at a time up to 30, until the 95 % interval")
    assert {run.identity for run in part.runs} < {run.identity for run in plan.runs}
    assert replace(part, experiment=plan.experiment, runs=plan.runs) == plan


def test_nothing_varies(bench: Bench) -> None:
    path = bench.root / "trial.toml"
    path.write_text(stop(WIDTH + "between = { nodes = [5, 6] }\n").partition("[vary]")[0])
    file = read_experiment_file(path)
    assert file.stop is not None
    with pytest.raises(UsageError, match="expected a parameter that varies, there is none"):
        quantities(file.stop, make_plan(bench.checkout, file), path)
