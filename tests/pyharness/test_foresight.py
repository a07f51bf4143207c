"""What a sweep expects of its runs: its end within a third, the longest first, no more memory than there is."""

from __future__ import annotations

import csv
import heapq
import random
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import psutil
import pytest
from harness_bench import HERE, Bench, Typed, files_of, one_sentence
from test_sweep import manifests

from pyharness.command_line import main
from pyharness.executors.ram_budget import free_for_runs, parse_size
from pyharness.experiment.plan import PlannedRun
from pyharness.experiment.variants import Variant
from pyharness.scheduling.capacity import Capacity, schedule, time_left
from pyharness.scheduling.cost_model import CostModel
from pyharness.scheduling.known_costs import Cost, Example
from pyharness.scheduling.progress import Progress
from pyharness.scheduling.run_queue import RunQueue
from schema.errors import UsageError
from schema.manifest import Scalar

THIRD = 1 / 3
GIB = 1 << 30


@dataclass(frozen=True)
class Taken:
    """A run that was executed, and what it took."""

    run: PlannedRun
    cost: Cost


@dataclass
class Replay:
    """A sweep of runs whose costs are known to us and not to it."""

    started: list[int] = field(default_factory=list)
    foreseen: list[tuple[float, float | None]] = field(default_factory=list)
    """When, and how long it would still take."""
    known_at: float = 0.0
    """When a run of every variant had ended."""
    end: float = 0.0
    most_bytes: float = 0.0
    """That were held at a time."""

    def error(self, share: float) -> float:
        """How far the whole time, as foreseen when a share of it was over, is from what it was."""
        when, left = [each for each in self.foreseen if each[0] <= share * self.end][-1]
        return np.inf if left is None else abs(when + left - self.end) / self.end

    def errors_of_the_rest(self) -> list[float]:
        """From then on when every variant was known, and up to the last fiftieth: how far off the time left was."""
        found = [(when, left) for when, left in self.foreseen if self.known_at <= when < 0.98 * self.end]
        return [abs(when + left - self.end) / (self.end - when) for when, left in found if left is not None]


def replay(
    taken: Sequence[Taken], jobs: int, limit: float | None = None, examples: Sequence[Example] = (), slow: float = 1.0
) -> Replay:
    """A sweep without a clock; from its middle on everything takes `slow` times as long."""
    now, found = 0.0, Replay()
    queue = RunQueue([each.run for each in taken], Capacity(jobs, limit), examples=examples, clock=lambda: now)
    under_way: list[tuple[float, int]] = []
    unknown = {each.run.variant.name for each in taken}
    while len(queue) or under_way:
        while (chosen := queue.next()) is not None:
            run = chosen[0]
            pace = slow if len(found.started) > len(taken) / 2 else 1.0
            found.started.append(run)
            heapq.heappush(under_way, (now + pace * taken[run].cost.seconds, run))
        found.foreseen.append((now, queue.left_s))
        found.most_bytes = max(found.most_bytes, sum(taken[run].cost.memory_bytes for _, run in under_way))
        now, run = heapq.heappop(under_way)
        queue.program_ended(run)
        queue.learn(run, taken[run].cost, executed_here=True)
        unknown.discard(taken[run].run.variant.name)
        found.known_at = found.known_at if not unknown and found.known_at else now
    found.end = now
    return found


def planned(number: int, parameters: dict[str, Scalar], replication: int) -> PlannedRun:
    return PlannedRun(Variant(f"v{number}", parameters, parameters), replication, "")


@pytest.fixture(scope="module")
def compared() -> list[Taken]:
    """What the runs of scenarios/radio/compare.toml took, three replications: 0.1 to 25 s on four busy processors."""
    found, numbers = [], dict[tuple[str, ...], int]()
    with (HERE / "compare_costs.csv").open() as rows:
        for row in csv.DictReader(rows):
            parameters: dict[str, Scalar] = {
                "duration": 90,
                "protocol": row["protocol"],
                **{key: float(row[key]) for key in ("speed_max", "nodes", "publishers")},
            }
            number = numbers.setdefault(tuple(map(str, parameters.values())), len(numbers))
            cost = Cost(float(row["seconds"]), float(row["memory_bytes"]), float(row["disk_bytes"]))
            found.append(Taken(planned(number, parameters, int(row["replication"])), cost))
    return found


@pytest.mark.parametrize("jobs", [1, 2, 4, 16])
def test_the_end_of_a_real_sweep_is_foreseen_within_a_third(compared: list[Taken], jobs: int) -> None:
    found = replay(compared, jobs)
    assert [share for share in (0.1, 0.25, 0.5, 0.75, 0.9) if found.error(share) > THIRD] == []
    assert found.error(0.5) < 0.06, "as docs/runs.md says"
    assert max(found.errors_of_the_rest()) < THIRD and len(found.errors_of_the_rest()) > 100
    ideal = sum(each.cost.seconds for each in compared) / jobs
    assert found.end < 1.05 * ideal, "no processor waits for a straggler"


def test_with_runs_of_another_experiment_it_is_foreseen_from_the_start(compared: list[Taken]) -> None:
    others = [each for each in compared if each.run.replication == 1 and each.run.variant.parameters["nodes"] == 50.0]
    faster = [(each.run.variant.parameters, each.cost._replace(seconds=0.8 * each.cost.seconds)) for each in others]
    rest = [each for each in compared if each.run.replication > 1]
    found = replay(rest, 4, examples=faster)
    assert [share for share in (0, 0.05, 0.1, 0.25, 0.5, 0.75) if found.error(share) > THIRD] == []


def test_a_machine_that_becomes_slower_is_noticed(compared: list[Taken]) -> None:
    assert replay(compared, 4, slow=1.6).error(0.75) < 0.1


def test_replications_of_one_variant_alone() -> None:
    draws = random.Random(1)
    runs = [Taken(planned(0, {"nodes": 5}, k), Cost(draws.lognormvariate(0, 0.2), 1e8, 1)) for k in range(1, 41)]
    found = replay(runs, 4)
    assert found.started == list(range(40)), "in the plan's order"
    assert max(found.error(share) for share in (0.1, 0.25, 0.5, 0.75)) < THIRD


def test_one_of_every_variant_then_the_longest_first(compared: list[Taken]) -> None:
    started = replay(compared, 1).started
    variants = len({each.run.variant.name for each in compared})
    assert {compared[run].run.variant.name for run in started[:variants]} == {
        each.run.variant.name for each in compared
    }
    assert all(compared[run].run.replication == 1 for run in started[:variants])
    means: dict[str, float] = {}
    for each in compared:
        means[each.run.variant.name] = means.get(each.run.variant.name, 0.0) + each.cost.seconds / 3
    later = [means[compared[run].run.variant.name] for run in started[variants:]]
    quarter = len(later) // 4
    assert sum(later[:quarter]) > 5 * sum(later[-quarter:])
    by_variant: dict[str, list[int]] = {}
    for run in started:
        by_variant.setdefault(compared[run].run.variant.name, []).append(compared[run].run.replication)
    assert all(each == [1, 2, 3] for each in by_variant.values()), "replications of a variant keep their order"


def test_order() -> None:
    points = np.array([0, 1, 2, 0, 1, 2])
    seconds, everything = np.array([1.0, 5.0, 3.0]), np.arange(6)
    assert schedule(points, everything, seconds, np.array([True] * 3)).tolist() == [1, 4, 2, 5, 0, 3]
    assert schedule(points, everything, seconds, np.array([True, True, False])).tolist() == [2, 1, 4, 5, 0, 3]
    assert schedule(points, np.array([3, 4]), seconds, np.array([False] * 3)).tolist() == [4, 3]


def test_memory_is_shared_and_what_is_large_gets_its_turn() -> None:
    """Large runs go two at a time beside small ones; one that is larger than all there is goes alone."""
    runs = [Taken(planned(0, {"nodes": 5000}, 1), Cost(30, 20 * GIB, 1))]
    runs += [Taken(planned(1, {"nodes": 1000}, k), Cost(10, 4 * GIB, 1)) for k in range(1, 5)]
    runs += [Taken(planned(2, {"nodes": 50}, k), Cost(1, GIB / 4, 1)) for k in range(1, 201)]
    examples = [(each.run.variant.parameters, each.cost) for each in runs]
    found = replay(runs, 4, 9 * GIB, examples)
    assert found.most_bytes == 20 * GIB
    assert found.started[0] == 0, "alone, and at once"
    assert set(found.started[1:3]) == {1, 2}
    assert found.end == pytest.approx(30 + (4 * 10 + 200 * 1) / 4, rel=0.1)
    assert found.error(0) < THIRD


def test_no_run_waits_for_ever_because_smaller_ones_go_before() -> None:
    room = Capacity(4, 10.0)
    room.start(0, 6.0, 0)
    needs = np.array([8.0, 1.0, 1.0, 1.0, 1.0])
    assert room.choose(needs) == 1
    room.start(1, 1.0, 1)
    assert room.choose(needs[[0, 2, 3, 4]]) == 1
    room.start(2, 1.0, 1)
    assert room.choose(needs[[0, 3, 4]]) is None, "with a third one, the first in the line would have to wait for it"
    room.end(0)
    assert room.choose(needs[[0, 3, 4]]) == 0


def test_what_others_hold_counts() -> None:
    free = [3.0, 0.5, 0.5]
    room = Capacity(4, 10.0, free=lambda: free.pop(0))
    assert room.choose(np.array([2.0])) == 0, "whatever is free: nothing else is under way"
    room.start(0, 2.0, 0)
    assert room.choose(np.array([2.0])) == 0
    assert room.choose(np.array([2.0, 0.4])) == 1
    assert room.choose(np.array([2.0, 0.6])) is None


def test_time_left() -> None:
    nothing = np.zeros(0)
    assert time_left([], nothing, nothing, 4, None) == 0
    assert time_left([(3, 1)], nothing, nothing, 4, 10.0) == 3
    seconds = np.array([5.0, 3, 2, 1])
    assert time_left([(1, 1)], seconds, np.ones(4), 2, None) == 6
    assert time_left([(1, 1)], seconds, np.ones(4), 2, 1.0) == 12
    many = np.ones(20_000)
    assert time_left([], many, many, 4, None) == time_left([], many, many, 4, 4.0) == 5000
    assert time_left([], many, many, 4, 2.0) == 10_000


def test_what_is_late_is_no_longer_expected_to_be_short() -> None:
    costs = CostModel([{"nodes": 10}, {"nodes": 20}, {"nodes": 1000}])
    costs.learn(0, Cost(1, 1e8, 1))
    before = costs.expected()[:, 0]
    after = costs.expected({2: 100 * before[2]})[:, 0]
    assert after[2] > 50 * before[2] and after[1] > before[1]


def test_parameters_of_any_kind() -> None:
    """Zeros, negative numbers, truth values, a number that is a text elsewhere, hundreds of words, none that differ."""
    points: list[dict[str, Scalar]] = [
        {"a": 0, "b": -1.5, "c": number % 2 == 0, "d": "5" if number % 3 else 5, "e": f"file-{number}", "f": 1}
        for number in range(300)
    ]
    costs = CostModel(points, ["f"], [({"a": 7, "nodes": 3}, Cost(0, 0, 0))])
    costs.remember([0, 1], [Cost(2, 1e8, 1e6), Cost(0, 0, 0)])
    assert np.isfinite(costs.expected()).all() and (costs.expected() >= 0).all()
    assert CostModel([{}]).expected().shape == (1, 3)


@pytest.mark.parametrize(
    ("text", "count"), [("8G", 8e9), ("500M", 5e8), ("1.5 GB", 1.5e9), ("64k", 64e3), ("3t", 3e12), ("7", 7)]
)
def test_sizes_of_memory(text: str, count: float) -> None:
    assert parse_size(text) == count


@pytest.mark.parametrize("text", ["", "much", "-1G", "0", "8 Gigs", "1e9"])
def test_no_sizes_of_memory(text: str) -> None:
    with pytest.raises(UsageError, match="expected a size such as 8G or 500M"):
        parse_size(text)


def test_memory_for_runs(tmp_path: Path) -> None:
    """The least of what the machine and the control groups of both kinds leave; the kernel would give files back."""

    def write(path: str, text: str) -> None:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    proc, groups = tmp_path / "proc", tmp_path / "groups"
    assert free_for_runs(proc, groups) is None
    write("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:    5000 kB\n")
    assert free_for_runs(proc, groups) == 4500 * 1024
    write("proc/self/cgroup", "4:memory:/jobs/1\n0::/user\n")
    write("groups/memory/jobs/1/memory.limit_in_bytes", f"{4000 << 10}\n")
    write("groups/memory/jobs/1/memory.usage_in_bytes", f"{3000 << 10}\n")
    write("groups/memory/jobs/1/memory.stat", f"inactive_file 5\ntotal_inactive_file {1000 << 10}\n")
    assert free_for_runs(proc, groups) == 1800 * 1024
    write("groups/user/memory.max", "max\n")
    write("groups/memory.max", f"{1000 << 10}\n")
    write("groups/memory.current", f"{1200 << 10}\n")
    assert free_for_runs(proc, groups) == 0
    here = free_for_runs()
    assert here is not None and 100e6 < here < psutil.virtual_memory().total


def runs_at_a_time(harness: subprocess.Popen[str]) -> int:
    found = 0
    for child in psutil.Process(harness.pid).children(recursive=True):
        try:
            found += child.name().startswith("python") and any(word.startswith("--out=") for word in child.cmdline())
        except psutil.Error:
            continue
    return found


def test_a_sweep_keeps_to_its_memory(bench: Bench, typed: Typed) -> None:
    for seconds in (0.4, 4, 40):  # on a slow machine a short run is over before the next begins
        path = bench.experiment(f"replications = 7\n[parameters]\nmegabytes = 100\nseconds = {seconds}\n")
        typed("sweep", path.name, "--no-report", "--replications", 1)
        held = manifests(bench)["only/1"].peak_memory_bytes
        harness = bench.start("sweep", path.name, "--no-report", "--jobs", 4, "--memory", f"{2.5 * held / 1e6:.0f}M")
        most = 0
        while harness.poll() is None:
            most = max(most, runs_at_a_time(harness))
            time.sleep(0.02)
        assert harness.returncode == 0 and most <= 2
        if most == 2:
            break
    assert most == 2
    alone = typed("sweep", path.name, "--no-report", "--replications", 9, "--memory", "50M")
    assert alone.exit_status == 0
    assert re.search(r"only/8 may take \d+ MB of memory, more than 50 MB: it runs alone", alone.err)
    refused = typed("sweep", path.name, "--memory", "lots")
    assert refused.exit_status == 2 and "--memory is 'lots'" in one_sentence(refused.err)


def test_any_order_gives_the_same_bytes(bench: Bench, typed: Typed) -> None:
    path = bench.experiment('replications = 3\n[vary]\nprotocol = ["sp-nhop", "topsim"]\nnodes = [1, 900]\n')
    sizes: list[tuple[object, ...]] = [("--jobs", 1), ("--jobs", 4), ("--jobs", 4, "--memory", "1M")]
    found = []
    for number, given in enumerate(sizes):
        assert typed("sweep", path.name, "--no-report", *given, "--results", f"r{number}").exit_status == 0
        found.append(files_of(bench.root / f"r{number}" / "runs", "*.pcap"))
    assert found[0] == found[1] == found[2] and len(found[0]) == 12


def test_status_tells_what_the_sweep_foresees(bench: Bench, typed: Typed) -> None:
    path = bench.experiment("replications = 2\n[parameters]\nseconds = 0.2\n")
    typed("sweep", path.name, "--no-report")
    harness = bench.start("sweep", path.name, "--no-report", "--jobs", 1, "--replications", 40)
    told = ""
    while harness.poll() is None and " left" not in told:
        told = typed("status", "results/trial").out
    harness.terminate()
    harness.communicate()
    assert re.search(r"at work for [\d.]+ s: ([\d.]+ a minute, )?[\d.]+ s left", told)


@pytest.mark.long
def test_the_end_of_runs_that_simulate(
    real_program: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the replay above, with programs that share processors: within a third once every variant is known."""
    real_program("manet")
    path = tmp_path / "differing.toml"
    path.write_text(
        'name = "differing"\nquestion = "How long?"\nprogram = "manet"\nreplications = 4\n[parameters]\nwarmup = 2\n'
        'drain = 1\n[vary]\nprotocol = ["sp-nhop", "flooding"]\nnodes = [10, 30, 60]\nduration = [5, 20]\n'
    )
    foreseen: list[tuple[float, float | None]] = []

    def foresee(_: Progress, running: int, left_s: float | None) -> None:
        foreseen.append((time.monotonic(), left_s))

    monkeypatch.setattr(Progress, "show_expected_end", foresee)
    began = time.monotonic()
    assert main(["sweep", str(path), "--no-report", "--jobs", "2", "--results", str(tmp_path / "results")]) == 0
    found = Replay(foreseen=[(when - began, left) for when, left in foreseen], end=time.monotonic() - began)
    assert found.error(0.5) < THIRD and found.error(0.75) < THIRD
