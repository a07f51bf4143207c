"""Sweeps over the stand-in: what is run, what is kept, and what happens when something goes wrong."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest
from harness_bench import Bench, Typed, files_of, one_sentence
from waiting import PATIENCE_S, wait_until

from pyharness.store import run_folders
from pyharness.store.folder_lock import LOCK
from schema import digests as fingerprint
from schema.manifest import Manifest, read_experiment, read_manifest
from schema.run_index import INDEX

GRID = '[vary]\nprotocol = ["sp-nhop", "topsim"]\n'
SLOW = 'replications = 4\n[parameters]\nseconds = 0.5\n[vary]\nprotocol = ["sp-nhop", "topsim"]\n'


def sweep(typed: Typed, path: Path, *more: object) -> tuple[int, str]:
    done = typed("sweep", path.name, "--no-report", *more)
    return done.exit_status, done.out + done.err


def manifests(bench: Bench, name: str = "trial") -> dict[str, Manifest]:
    runs = bench.root / "results" / name / "runs"
    found = {
        path.parent.relative_to(runs).as_posix(): read_manifest(path.parent)
        for path in runs.glob("*/[0-9]*/manifest.json")
    }
    return {place: manifest for place, manifest in sorted(found.items()) if manifest is not None}


def hidden(bench: Bench) -> list[Path]:
    return [path for path in (bench.root / "results").rglob(".*") if path.name != LOCK]


def children(process: subprocess.Popen[str]) -> list[psutil.Process]:
    found: list[psutil.Process] = psutil.Process(process.pid).children(recursive=True)
    return found


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [each for each in processes if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]


def test_run_folders(bench: Bench, typed: Typed) -> None:
    status, said = sweep(typed, bench.experiment(GRID))
    assert status == 0 and "4 runs, 0 done already, 4 to run" in said and "4 runs done, 0 failed: results/trial" in said
    found = manifests(bench)
    assert list(found) == ["protocol=sp-nhop/1", "protocol=sp-nhop/2", "protocol=topsim/1", "protocol=topsim/2"]
    manifest = found["protocol=topsim/2"]
    place = bench.root / "results/trial/runs/protocol=topsim/2"
    assert (manifest.state, manifest.rng_run, manifest.exit_status, manifest.error) == ("done", 2, 0, "")
    assert manifest.varying == {"protocol": "topsim"} and manifest.parameters["nodes"] == 5
    assert {file.name for file in manifest.files} == {path.name for path in place.iterdir()} - {"manifest.json"}
    assert all(fingerprint.of_file(place / file.name) == file.sha256 for file in manifest.files)
    assert str(bench.root) not in (place / "manifest.json").read_text(), "a manifest means the same on any machine"
    assert manifest.command[0] == "build/bin/standin"
    assert read_experiment(bench.root / "results/trial").variants == ("protocol=sp-nhop", "protocol=topsim")
    assert not hidden(bench)


def test_the_command_reproduces_the_run(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment(GRID))
    manifest = manifests(bench)["protocol=sp-nhop/2"]
    subprocess.run(manifest.command, cwd=bench.root, check=True, stdout=subprocess.DEVNULL)
    original = files_of(bench.root / "results/trial/runs/protocol=sp-nhop/2", "*.pcap")
    assert files_of(bench.root / "reproduced", "*.pcap") == original


def test_only_what_is_missing(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path, "--replications", 1)
    first = manifests(bench)
    _, said = sweep(typed, path)
    assert "4 runs, 2 done already, 2 to run" in said
    assert {place: manifests(bench)[place] for place in first} == first, "what was done stays as it was"
    _, said = sweep(typed, path)
    assert "4 done already, nothing to run" in said and "4 runs done (4 of them before)" in said
    shutil.rmtree(bench.root / "results/trial/runs/protocol=topsim/1")
    _, said = sweep(typed, path)
    assert "3 done already, 1 to run" in said


def test_any_number_of_jobs_gives_the_same_bytes(bench: Bench, typed: Typed) -> None:
    path = bench.experiment("replications = 5\n" + GRID)
    sweep(typed, path, "--jobs", 1, "--results", "one")
    sweep(typed, path, "--jobs", 4, "--results", "four")
    assert files_of(bench.root / "one" / "runs", "*.pcap") == files_of(bench.root / "four" / "runs", "*.pcap") != {}


def test_runs_of_another_plan(bench: Bench, typed: Typed) -> None:
    """Outside the plan: kept, not counted. At a planned place, but of other parameters or program: run again."""
    path = bench.experiment(GRID)
    sweep(typed, path)
    _, said = sweep(typed, path, "--set", "protocol=topsim")
    assert "2 runs, 2 done already" in said and len(manifests(bench)) == 4
    assert read_experiment(bench.root / "results/trial").variants == ("protocol=topsim",)
    _, said = sweep(typed, path, "--set", "nodes=9")
    assert "4 to run" in said and "(4 of another program or other parameters)" in said
    assert {manifest.parameters["nodes"] for manifest in manifests(bench).values()} == {9}
    program = bench.root / "build" / "bin" / "standin"
    program.write_text(program.read_text() + "# another build\n")
    _, said = sweep(typed, path, "--set", "nodes=9")
    assert "0 done already, 4 to run" in said


def test_damage_is_seen_and_set_aside(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path)
    runs = bench.root / "results/trial/runs"
    (runs / "protocol=topsim/1/manifest.json").write_text('{"schema_version": 1')
    (runs / "protocol=topsim/2/radio-0.pcap").unlink()
    (runs / "protocol=sp-nhop/1/due.trace").write_bytes(b"")
    status, said = sweep(typed, path)
    assert status == 0 and "1 done already, 3 to run" in said and "3 corrupt, set aside" in said
    assert len(list(runs.glob("*/*.corrupt-*"))) == 3


def test_leftovers_go(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path)
    for name in (".1.partial", ".2.old"):
        (bench.root / "results/trial/runs/protocol=topsim" / name).mkdir()
    sweep(typed, path)
    assert not hidden(bench) and len(manifests(bench)) == 4


@pytest.mark.parametrize(
    ("fault", "exit_status", "error"),
    [
        ("crash", -6, "ended by SIGABRT\n0 bytes held"),
        ("say", 3, "the radio\ncaught fire"),
        ("mute", 4, "0 bytes held"),
        ("cut", 0, "ended with exit status 0 but parents.trace: cut short (expected it to end with PSTREND1)"),
        ("absent", 0, "ended with exit status 0 but without due.trace"),
        ("hang", -9, "took longer than 3.0 s\n0 bytes held"),
    ],
)
def test_failed_runs(bench: Bench, typed: Typed, fault: str, exit_status: int, error: str) -> None:
    timeout_s = 3 if fault == "hang" else 3600
    path = bench.experiment(f'timeout_s = {timeout_s}\n[parameters]\nfault = "{fault}"\nfaulty_run = 2\n' + GRID)
    status, said = sweep(typed, path)
    assert status == 1 and "2 runs done, 2 failed" in said
    failed = manifests(bench)["protocol=topsim/2"]
    assert failed.state == "failed" and failed.exit_status == exit_status
    assert failed.error == error
    assert "again: build/bin/standin" in said and not hidden(bench)
    done = typed("status", "results/trial")
    assert done.exit_status == 1 and "2 done, 2 failed, 0 missing, 0 running" in done.out
    (bench.root / "mended").touch()
    status, said = sweep(typed, path)
    assert status == 0 and "2 done already, 2 to run" in said and "(2 failed before)" in said
    assert {manifest.state for manifest in manifests(bench).values()} == {"done"}


def test_garbage_is_kept_as_text(bench: Bench, typed: Typed) -> None:
    status, said = sweep(typed, bench.experiment('replications = 5\n[parameters]\nfault = "garbage"'))
    assert said.count("again: ") == 3 and "and 2 failed runs more: ./waf status results/trial" in said
    failed = manifests(bench)["only/1"]
    assert status == 1 and failed.exit_status == 5 and 0 < len(failed.error) < 40_000
    json.dumps(failed.error)


@pytest.mark.parametrize(("number", "exit_status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_asked_to_end(bench: Bench, typed: Typed, number: signal.Signals, exit_status: int) -> None:
    path = bench.experiment(SLOW)
    harness = bench.start("sweep", path.name, "--no-report", "--jobs", 2)
    wait_until(lambda: len(manifests(bench)) >= 2, "two runs are done")
    started = children(harness)
    harness.send_signal(number)
    _, err = harness.communicate(timeout=PATIENCE_S)
    done = len(manifests(bench))
    assert harness.returncode == exit_status
    assert err.splitlines()[-1] == f"ended: {done} of 8 runs done; the same command goes on from here."
    assert not alive(started) and not hidden(bench)
    status, said = sweep(typed, path)
    assert status == 0 and f"{done} done already, {8 - done} to run" in said


def test_killed_and_started_again(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(SLOW)
    harness = bench.start("sweep", path.name, "--no-report", "--jobs", 3)
    wait_until(lambda: len(manifests(bench)) >= 2, "two runs are done")
    started = children(harness)
    os.kill(harness.pid, signal.SIGKILL)
    harness.communicate(timeout=PATIENCE_S)
    wait_until(lambda: not alive(started), "its runs end")
    before = manifests(bench)
    status, said = sweep(typed, path)
    assert status == 0 and f"{len(before)} done already, {8 - len(before)} to run" in said
    assert {place: manifests(bench)[place] for place in before} == before and not hidden(bench)
    assert files_of(bench.root / "results/trial/runs", "*.pcap").keys() == {
        f"{each}/radio-0.pcap" for each in manifests(bench)
    }


def test_a_full_disk(bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Manifest:
        raise OSError(28, "No space left on device")

    path = bench.experiment(GRID)
    monkeypatch.setattr(run_folders, "publish", full)
    done = typed("sweep", path.name, "--no-report")
    assert done.exit_status == 1 and done.err.splitlines()[-1].endswith("cannot be written (No space left on device).")
    assert not hidden(bench) and not manifests(bench)
    monkeypatch.undo()


def test_another_experiments_folder(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment(GRID))
    other = bench.experiment('name = "other"\n' + GRID, "other.toml")
    done = typed("sweep", other.name, "--no-report", "--results", "results/trial")
    assert done.exit_status == 2 and "holds the results of 'trial', expected those of 'other'" in one_sentence(done.err)
    assert len(manifests(bench)) == 4


def test_killed_again_and_again(bench: Bench, typed: Typed) -> None:
    """Killed at any moment, every folder that can be seen is whole, and the end is the same as if nothing had been."""
    path = bench.experiment(
        'replications = 12\n[parameters]\nseconds = 0.05\n[vary]\nprotocol = ["sp-nhop", "topsim"]\n'
    )
    sweep(typed, path, "--results", "whole")
    for kill in range(8):
        harness = bench.start("sweep", path.name, "--no-report", "--jobs", 4)
        time.sleep(0.35 + 0.07 * kill)
        started = children(harness)
        os.kill(harness.pid, signal.SIGKILL)
        harness.communicate(timeout=PATIENCE_S)
        wait_until(lambda gone=started: not alive(gone), "its runs end")
        for place in (bench.root / "results/trial/runs").glob("*/[0-9]*"):
            manifest = read_manifest(place)
            assert manifest is not None and manifest.state == "done", place
            assert all(fingerprint.of_file(place / file.name) == file.sha256 for file in manifest.files)
    status, said = sweep(typed, path)
    assert status == 0 and "corrupt" not in said and not hidden(bench)
    assert files_of(bench.root / "results/trial/runs", "*.pcap") == files_of(bench.root / "whole/runs", "*.pcap")


def test_a_first_plan_that_is_refused_leaves_nothing(bench: Bench, typed: Typed) -> None:
    status, _ = sweep(typed, bench.experiment('[parameters]\nfault = "usage"\n' + GRID))
    assert status == 2 and [path.name for path in (bench.root / "results/trial").iterdir()] == [LOCK]


def test_a_plan_that_is_refused_leaves_the_results_there_were(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path)
    before = files_of(bench.root / "results", "*")
    status, said = sweep(typed, path, "--set", "fault=usage")
    assert status == 2 and "do not go together" in said
    after = files_of(bench.root / "results", "*")
    beside = {f"trial/{name}": b"" for name in (INDEX, LOCK)}  # a memory of the others, and when they were at work
    assert {**after, **beside} == {**before, **beside}
    assert "4 done already, nothing to run" in sweep(typed, path)[1]
