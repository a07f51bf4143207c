"""Several harnesses in one folder: they share the runs of one plan, and never mix two."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from harness_bench import Bench, Typed, files_of, one_sentence
from test_sweep import SLOW, hidden, manifests
from waiting import PATIENCE_S, wait_until

from pyharness.store.folder_lock import AT_WORK, LOCK, PLAN, FolderLock, claim_on, open_lock


def executions(bench: Bench) -> list[str]:
    return sorted((bench.root / "executions").read_text().splitlines())


def each_once(bench: Bench, runs: int) -> bool:
    done = executions(bench)
    return len(done) == len(set(done)) == runs


def test_two_share_the_runs(bench: Bench) -> None:
    path = bench.experiment(SLOW)
    (bench.root / "executions").touch()
    both = [bench.start("sweep", path.name, "--no-report", "--jobs", 2) for _ in range(2)]
    said = [each.communicate(timeout=PATIENCE_S)[0] for each in both]
    assert [each.returncode for each in both] == [0, 0]
    assert each_once(bench, 8), "no run is done twice"
    assert all("8 runs done" in each and "0 failed" in each for each in said)
    assert len(manifests(bench)) == 8 and not hidden(bench)


def test_a_failure_is_not_repeated_by_the_other(bench: Bench) -> None:
    path = bench.experiment(SLOW.replace("[parameters]\n", '[parameters]\nfault = "say"\nfaulty_run = 3\n'))
    (bench.root / "executions").touch()
    both = [bench.start("sweep", path.name, "--no-report", "--jobs", 2) for _ in range(2)]
    for each in both:
        each.communicate(timeout=PATIENCE_S)
    assert [each.returncode for each in both] == [1, 1]
    assert each_once(bench, 8)


def test_the_other_is_killed(bench: Bench) -> None:
    """What it was about is taken over, and nothing else is run again."""
    path = bench.experiment(SLOW)
    (bench.root / "executions").touch()
    first = bench.start("sweep", path.name, "--no-report", "--jobs", 2)
    wait_until(lambda: len(executions(bench)) >= 2, "the first begins")
    second = bench.start("sweep", path.name, "--no-report", "--jobs", 2)
    wait_until(lambda: len(executions(bench)) >= 4, "the second begins")
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    second.communicate(timeout=PATIENCE_S)
    assert second.returncode == 0 and len(manifests(bench)) == 8 and not hidden(bench)
    assert len(executions(bench)) <= 8 + 2 * 2, "two were executed and two written down when it was killed"


def test_another_plan_has_to_wait(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(SLOW)
    with open_lock(bench.root / "results/trial"):
        os.utime(bench.root / "results/trial" / LOCK, (0, 0))
    first = bench.start("sweep", path.name, "--no-report", "--jobs", 2)
    wait_until(lambda: list(bench.root.glob("results/trial/runs/*/.*.partial")), "a run begins")
    second = typed("sweep", path.name, "--no-report", "--set", "nodes=9")
    assert second.exit_status == 2 and "at work in this folder with another plan" in one_sentence(second.err)
    told = typed("status", "results/trial").out
    assert " 2 running" in told or " 1 running" in told
    assert "at work for" in told
    assert "h " not in told.splitlines()[1], "since this sweep, not since the folder was made"
    first.communicate(timeout=PATIENCE_S)
    assert first.returncode == 0 and len(manifests(bench)) == 8
    assert "at work" not in typed("status", "results/trial").out


def test_more_replications_join(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(SLOW)
    (bench.root / "executions").touch()
    first = bench.start("sweep", path.name, "--no-report", "--jobs", 2)
    wait_until(lambda: list(bench.root.glob("results/trial/runs/*/.*.partial")), "a run begins")
    second = typed("sweep", path.name, "--no-report", "--replications", 6, "--jobs", 4)
    first.communicate(timeout=PATIENCE_S)
    assert (first.returncode, second.exit_status) == (0, 0)
    assert each_once(bench, 12) and len(manifests(bench)) == 12
    assert "12 done" in typed("status", "results/trial").out


@pytest.mark.long
def test_many_times_over(bench: Bench, typed: Typed) -> None:
    """Two to four at the same moment, thirty times, some killed: no run twice, and the bytes of one alone."""
    path = bench.experiment(
        'replications = 6\n[parameters]\nseconds = 0.02\n[vary]\nprotocol = ["sp-nhop", "topsim"]\n'
    )
    typed("sweep", path.name, "--no-report", "--results", "alone")
    for turn in range(30):
        (bench.root / "executions").write_text("")
        results = f"results/{turn}"
        many = [
            bench.start("sweep", path.name, "--no-report", "--jobs", 2, "--results", results)
            for _ in range(2 + turn % 3)
        ]
        if turn % 2:
            time.sleep(0.3 + 0.02 * turn)
            os.kill(many[0].pid, signal.SIGKILL)
        said = [each.communicate(timeout=PATIENCE_S) for each in many]
        assert [each.returncode for each in many[1:]] == [0] * (len(many) - 1), said
        assert len(set(executions(bench))) == 12 and len(executions(bench)) <= 12 + 4 * (turn % 2)
        assert files_of(bench.root / results / "runs", "*.pcap") == files_of(bench.root / "alone/runs", "*.pcap")


def test_locks(tmp_path: Path) -> None:
    with open_lock(tmp_path / "folder") as one, FolderLock(tmp_path / "folder") as other:
        assert one.take(PLAN) and not other.take(PLAN) and other.is_taken(PLAN)
        one.release(PLAN)
        assert other.take(PLAN)
        assert one.take(AT_WORK, shared=True) and other.take(AT_WORK, shared=True), "many may be at work"
        assert not one.take(AT_WORK), "and then nobody is alone"
        other.release(AT_WORK)
        assert one.take(AT_WORK) and one.take(AT_WORK, shared=True), "up and down again"
        claim = claim_on("protocol=topsim/1")
        assert one.take(claim) and not other.take(claim) and other.take(claim_on("protocol=topsim/2"))
