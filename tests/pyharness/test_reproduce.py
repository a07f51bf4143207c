"""A run made anew from its manifest, and where it came from."""

from __future__ import annotations

import json
import random
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from harness_bench import ROOT, Bench, Typed, one_sentence
from system_tools import needs
from test_sweep import GRID, manifests, sweep

from schema import digests as fingerprint
from schema.manifest import read_manifest, sealed

PLACE = "results/trial/runs/protocol=topsim/2"


def test_every_byte_the_same(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment(GRID))
    done = typed("reproduce", PLACE)
    assert done.exit_status == 0
    assert done.out.startswith(f"{PLACE}: every byte is the same, 11 files, ")
    assert [path.name for path in (bench.root / PLACE).parent.iterdir() if "reproduced" in path.name] == []


def test_other_bytes_are_named_and_kept(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment(GRID))
    program = bench.root / "build" / "bin" / "standin"
    program.write_text(program.read_text().replace("exec ", "echo changed; exec "))
    done = typed("reproduce", PLACE)
    assert done.exit_status == 1 and "1 of 11 files differ: stdout.log; the new ones: " in done.out
    assert "the program is not the one that made it" in done.out
    (kept,) = (bench.root / PLACE).parent.glob("2.reproduced-*")
    assert (kept / "stdout.log").read_text().startswith("changed\n") and str(kept) in done.out


def test_a_failure_is_reproduced_as_well(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment('[parameters]\nfault = "say"\n' + GRID))
    assert typed("reproduce", PLACE).exit_status == 0


def test_a_run_made_before_standard_error_had_its_own_file(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment('replications = 1\n[parameters]\nfault = "say"\n'))
    run = bench.root / "results/trial/runs/only/1"
    with (run / "stdout.log").open("ab") as merged:
        merged.write((run / "stderr.log").read_bytes())
    (run / "stderr.log").unlink()
    manifest = read_manifest(run)
    assert manifest is not None
    size, digest = (run / "stdout.log").stat().st_size, fingerprint.of_file(run / "stdout.log")
    files = [
        file.model_copy(update={"bytes": size, "sha256": digest}) if file.name == "stdout.log" else file
        for file in manifest.files
        if file.name != "stderr.log"
    ]
    (run / "manifest.json").write_text(sealed(manifest.model_copy(update={"files": tuple(files)})))
    assert "0 done, 1 failed" in typed("status", "results/trial").out
    done = typed("reproduce", "results/trial/runs/only/1")
    assert done.exit_status == 0, done.out


def test_with_an_input_file_and_a_log(bench: Bench, typed: Typed) -> None:
    (bench.root / "moves.txt").write_text("m")
    path = bench.experiment('log = ["ShopParent=info"]\n[parameters]\nmobility_file = "moves.txt"\n' + GRID)
    sweep(typed, path)
    done = typed("reproduce", PLACE)
    assert done.exit_status == 0, done.out
    line = typed("debug", PLACE).out
    assert line.startswith("NS_LOG=") and " gdb -ex run --args build/bin/standin " in line
    assert "ShopParent=info" in shlex.split(line)[0]


def test_the_debuggers_line(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment(GRID))
    words = shlex.split(typed("debug", PLACE).out)
    assert words[:5] == ["gdb", "-ex", "run", "--args", "build/bin/standin"] and "--protocol=topsim" in words


def test_what_did_not_end_by_itself_is_not_reproduced(bench: Bench, typed: Typed) -> None:
    path = bench.experiment('replications = 1\ntimeout_s = 0.5\n[parameters]\nfault = "hang"\n')
    _, said = sweep(typed, path)
    assert "failed only/1: took longer than 0.5 s" in said, "the reason, not the last words"
    done = typed("reproduce", "results/trial/runs/only/1")
    assert done.exit_status == 2 and "did not end by itself (timeout)" in one_sentence(done.err)
    assert "gdb" in typed("debug", "results/trial/runs/only/1/manifest.json").out


@pytest.mark.parametrize("verb", ["reproduce", "debug"])
def test_what_is_no_run(bench: Bench, typed: Typed, verb: str) -> None:
    done = typed(verb, "results")
    assert done.exit_status == 2 and "not a run's folder, expected a manifest.json" in one_sentence(done.err)
    sweep(typed, bench.experiment(GRID))
    manifest = bench.root / PLACE / "manifest.json"
    manifest.write_text(manifest.read_text().replace("topsim", "sp-nhop"))
    done = typed(verb, PLACE)
    assert done.exit_status == 2 and "changed after it was written" in one_sentence(done.err)


@needs("git")
def test_provenance(bench: Bench, typed: Typed) -> None:
    """Commit, difference from it, machine and packages: in one file for all runs of one origin."""

    def git(*words: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *words], cwd=bench.root, check=True, capture_output=True)

    git("init", "-q")
    (bench.root / ".gitignore").write_text("results/\nbuild/\n__pycache__/\n.venv\n")
    path = bench.experiment(GRID)
    git("add", "--all")
    git("commit", "-qm", "first")
    sweep(typed, path, "--replications", 1)
    (clean,) = (bench.root / "results/trial/provenance").iterdir()
    told = json.loads(clean.read_text())
    assert told["difference_sha256"] is None and told["packages"]["pydantic"] and told["host"]["processors"]
    assert {manifest.provenance for manifest in manifests(bench).values()} == {clean.stem}
    path.write_text(path.read_text() + "# a remark\n")
    (bench.root / "new.txt").write_text("not known to git\n")
    sweep(typed, path)
    (difference,) = (bench.root / "results/trial/provenance").glob("*.diff")
    assert "+# a remark" in difference.read_text() and "not known to git" in difference.read_text()
    assert {manifest.provenance for manifest in manifests(bench).values()} == {clean.stem, difference.stem}
    assert manifests(bench)["protocol=topsim/2"].versions["commit"].endswith("-dirty")
    status = subprocess.run(["git", "status", "--porcelain"], cwd=bench.root, capture_output=True, text=True)
    assert status.stdout == " M trial.toml\n?? new.txt\n", "the checkout's own index is as it was"


@pytest.mark.long
def test_ten_random_runs_of_the_comparison(real_program: Callable[[str], Path], tmp_path: Path) -> None:
    real_program("manet")
    command = [sys.executable, "-m", "pyharness", "sweep", "scenarios/radio/compare.toml", "--no-report"]
    subprocess.run([*command, "--replications", "1", "--results", tmp_path], cwd=ROOT, check=True)
    runs = sorted(path.parent for path in tmp_path.glob("runs/*/1/manifest.json"))
    assert len(runs) == 117
    for run in random.Random(4).sample(runs, 10):
        again = [sys.executable, "-m", "pyharness", "reproduce", str(run)]
        done = subprocess.run(again, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0 and "every byte is the same" in done.stdout, done.stdout + done.stderr
