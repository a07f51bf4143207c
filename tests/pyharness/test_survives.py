"""kill -9 at any moment, of the harness and of its runs, and a disk that fills up: the same tables in the end."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from harness_bench import Bench, files_of, install
from test_sweep import alive, children, hidden
from waiting import PATIENCE_S, wait_until

from schema.manifest import read_manifest
from spark_analysis import analyse

KILLS = 50
PAPER = """replications = 6
[parameters]
events = 400
[vary]
protocol = ["sp-nhop", "sp-ovhd", "sp-combo", "topsim"]
"""
RUNS = 24


@pytest.fixture
def counted(bench: Bench, real_program: Callable[[str], Path]) -> Bench:
    """The bench with topsim-paper for a program, which notes each of its executions in `executions`."""
    note = f'echo >> "{bench.root}/executions"; exec "{real_program("topsim-paper")}" "$@"'
    install(bench.root, "paper", ["sh", "-c", f'case "$*" in *--out=*) {note};; *) exec "{real_program("topsim-paper")}" "$@";; esac', "paper"])  # fmt: skip  # noqa: E501
    (bench.root / "executions").touch()
    return bench


def executions(bench: Bench) -> int:
    return len((bench.root / "executions").read_text().splitlines())


def runs_of(harness: subprocess.Popen[str]) -> list[psutil.Process]:
    """Its children that are runs: not those it asks to describe themselves, or for the commit."""
    found = []
    for child in alive(children(harness)):
        try:
            if any(word.startswith("--out=") for word in child.cmdline()):
                found.append(child)
        except psutil.Error:
            continue
    return found


def tables(folder: Path) -> dict[str, bytes]:
    """What the analysis makes of the runs."""
    analyse(folder, "local[2]")
    return files_of(folder / "tables", "*.csv")


@pytest.mark.long
def test_fifty_kills_of_the_harness(counted: Bench) -> None:
    path = counted.experiment('program = "paper"\n' + PAPER)
    assert counted.call("sweep", path.name, "--no-report", "--results", "whole").exit_status == 0
    assert executions(counted) == RUNS
    (counted.root / "executions").write_text("")
    moments = random.Random(50)
    jobs = 3
    for kill in range(KILLS):
        harness = counted.start("sweep", path.name, "--no-report", "--results", "cut", "--jobs", jobs)
        time.sleep(moments.uniform(0.0, 1.6))
        started = children(harness)
        os.kill(harness.pid, signal.SIGKILL)
        harness.communicate(timeout=PATIENCE_S)
        wait_until(lambda gone=started: not alive(gone), "its runs end")
        for place in (counted.root / "cut" / "runs").glob("*/[0-9]*"):
            manifest = read_manifest(place)
            assert manifest is not None and manifest.state == "done", (kill, place)
    assert counted.call("sweep", path.name, "--no-report", "--results", "cut").exit_status == 0
    assert not hidden_in(counted.root / "cut")
    assert executions(counted) <= RUNS + KILLS * 2 * jobs, "only what was under way at a kill is run again"
    assert tables(counted.root / "cut") == tables(counted.root / "whole") != {}
    for pattern in ("*.pcap", "*.trace"):
        assert files_of(counted.root / "cut/runs", pattern) == files_of(counted.root / "whole/runs", pattern)


def hidden_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob(".*") if path.name != ".lock"]


@pytest.mark.long
def test_kills_of_random_runs(counted: Bench) -> None:
    """A run that dies from outside is started again, and its manifest says so; the sweep goes on as if nothing were."""
    path = counted.experiment('program = "paper"\n' + PAPER)
    counted.call("sweep", path.name, "--no-report", "--results", "whole")
    (counted.root / "executions").write_text("")
    harness = counted.start("sweep", path.name, "--no-report", "--results", "cut", "--jobs", 3, "--retries", 20)
    moments = random.Random(51)
    killed = 0
    while harness.poll() is None and killed < 25:
        time.sleep(moments.uniform(0.02, 0.15))
        runs = runs_of(harness)
        if runs:
            try:
                moments.choice(runs).kill()
                killed += 1
            except psutil.NoSuchProcess:
                continue
    harness.communicate(timeout=PATIENCE_S)
    assert harness.returncode == 0 and killed >= 10
    manifests = [read_manifest(path.parent) for path in (counted.root / "cut").glob("runs/*/*/manifest.json")]
    attempts = sum(manifest.attempts for manifest in manifests if manifest is not None)
    assert attempts == executions(counted) <= RUNS + killed
    assert attempts > RUNS, "some of the kills hit a run"
    assert tables(counted.root / "cut") == tables(counted.root / "whole")


def test_killed_more_often_than_it_may_be_started(bench: Bench) -> None:
    path = bench.experiment("replications = 1\nretries = 1\n[parameters]\nseconds = 600\n")
    harness = bench.start("sweep", path.name, "--no-report")
    for _ in range(2):
        wait_until(lambda: runs_of(harness), "a run begins")
        child = runs_of(harness)[0]
        child.kill()
        wait_until(lambda gone=child: not alive([gone]), "it is gone")
    out, _ = harness.communicate(timeout=PATIENCE_S)
    manifest = read_manifest(bench.root / "results/trial/runs/only/1")
    assert harness.returncode == 1 and manifest is not None
    assert (manifest.state, manifest.failure, manifest.attempts) == ("failed", "lost", 2)
    assert "lost 2 times, ended from outside by SIGKILL" in out


def test_a_wrong_result_is_not_tried_again(bench: Bench) -> None:
    (bench.root / "executions").touch()
    path = bench.experiment('replications = 1\n[parameters]\nfault = "crash"\n')
    assert bench.call("sweep", path.name, "--no-report").exit_status == 1
    assert executions(bench) == 1


def test_fail_fast(bench: Bench) -> None:
    path = bench.experiment('replications = 9\n[parameters]\nfault = "say"\nfaulty_run = 3\nseconds = 0.2\n')
    done = bench.call("sweep", path.name, "--no-report", "--jobs", 1, "--fail-fast")
    assert done.exit_status == 1 and "2 runs done, 1 failed, 6 not started: results/trial" in done.out
    assert "9 runs planned: 2 done, 1 failed, 6 missing" in bench.call("status", "results/trial").out
    assert not hidden(bench)
    kept_going = bench.call("sweep", path.name, "--no-report", "--jobs", 1)
    assert "8 runs done (2 of them before), 1 failed" in kept_going.out


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 4 MB."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", place], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("mounting a small file system needs to be root")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def test_a_disk_that_fills_up(bench: Bench, real_program: Callable[[str], Path], small_disk: Path) -> None:
    """A clear failure; what is done stays done; with room again, the same command makes the same bytes."""
    install(bench.root, "paper", [str(real_program("topsim-paper"))])
    path = bench.experiment('program = "paper"\n' + PAPER)
    results = small_disk / "cut"
    full = bench.call("sweep", path.name, "--no-report", "--results", results, "--jobs", 1)
    assert full.exit_status == 1 and "No space left on device" in full.out + full.err, full
    done = [path.parent for path in results.glob("runs/*/*/manifest.json")]
    assert 0 < len(done) < RUNS and all(read_manifest(place) is not None for place in done)
    assert len(full.err.splitlines()) < 40 and "Traceback" not in full.err
    subprocess.run(["mount", "-o", "remount,size=200m", small_disk], check=True)
    again = bench.call("sweep", path.name, "--no-report", "--results", results)
    assert again.exit_status == 0 and f"{RUNS} runs done" in again.out and "corrupt" not in again.err
    assert bench.call("sweep", path.name, "--no-report", "--results", "whole").exit_status == 0
    for pattern in ("*.pcap", "*.trace"):
        assert files_of(results / "runs", pattern) == files_of(bench.root / "whole/runs", pattern)
