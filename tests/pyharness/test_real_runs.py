"""The harness over programs that simulate: same bytes however it is run, killed, or asked wrongly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from harness_bench import ROOT, Done, Typed, files_of, one_sentence
from waiting import PATIENCE_S, wait_until

from pyharness.command_line import main
from pyharness.experiment.experiment_file import read_experiment_file
from pyharness.experiment.plan import make_plan
from pyharness.programs.checkout import Checkout
from schema.manifest import read_manifest

PAPER = ROOT / "scenarios" / "radio" / "topsim-paper.toml"
SMALL = ("--set", "events=[20, 100]", "--no-report")


@pytest.fixture
def here(real_program: Callable[[str], Path], capsys: pytest.CaptureFixture[str]) -> Typed:
    """The command line of this checkout."""
    real_program("topsim-paper")

    def call(*arguments: object) -> Done:
        exit_status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Done(exit_status, said.out, said.err)

    return call


def processes_of(folder: Path) -> list[psutil.Process]:
    """Every process that was told to write below `folder`."""
    found = []
    for process in psutil.process_iter():
        try:
            if any(str(folder) in argument for argument in process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue
    return [process for process in found if process.is_running() and process.status() != psutil.STATUS_ZOMBIE]


def test_one_job_or_four(here: Typed, tmp_path: Path) -> None:
    assert here("sweep", PAPER, *SMALL, "--jobs", 1, "--results", tmp_path / "one").exit_status == 0
    assert here("sweep", PAPER, *SMALL, "--jobs", 4, "--results", tmp_path / "four").exit_status == 0
    for pattern, least in (("*.pcap", 16 * 5), ("*.trace", 16 * 9)):
        one = files_of(tmp_path / "one" / "runs", pattern)
        assert len(one) >= least and all(one.values())
        assert one == files_of(tmp_path / "four" / "runs", pattern), pattern


@pytest.mark.long
def test_killed_half_way(here: Typed, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    arguments = ("sweep", PAPER, "--no-report", "--replications", 4)
    assert here(*arguments, "--results", whole).exit_status == 0
    command = [sys.executable, "-m", "pyharness", *map(str, arguments), "--jobs", "2", "--results", str(cut)]
    harness = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(list(cut.glob("runs/*/[0-9]*/manifest.json"))) < 8:
        assert harness.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    os.kill(harness.pid, signal.SIGKILL)
    harness.wait()
    wait_until(lambda: not processes_of(cut), "no run outlives its harness")
    stamps = {path: path.stat().st_mtime_ns for path in cut.glob("runs/*/[0-9]*/manifest.json")}
    again = here(*arguments, "--results", cut)
    assert again.exit_status == 0
    assert f"32 runs, {len(stamps)} done already, {32 - len(stamps)} to run" in again.err
    assert {path: path.stat().st_mtime_ns for path in stamps} == stamps, "a done run was run again"
    for pattern in ("*.pcap", "*.trace"):
        assert files_of(cut / "runs", pattern) == files_of(whole / "runs", pattern)


def test_the_manifests_command_reproduces_the_run(here: Typed, tmp_path: Path) -> None:
    here("sweep", PAPER, *SMALL, "--results", tmp_path / "runs", "--set", "protocol=topsim", "--replications", 1)
    (place,) = tmp_path.glob("runs/runs/protocol=topsim,events=20/1")
    manifest = read_manifest(place)
    assert manifest is not None and manifest.peak_memory_bytes > 1 << 20 and manifest.wall_seconds > 0
    command = [str(ROOT / manifest.command[0]), *manifest.command[1:]]
    subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE_S)
    assert files_of(tmp_path / "reproduced", "*.pcap") == files_of(place, "*.pcap")


def test_ns3_logs_into_the_run(here: Typed, tmp_path: Path) -> None:
    arguments = (
        "sweep",
        PAPER,
        *SMALL,
        "--replications",
        1,
        "--set",
        "protocol=topsim",
        "--results",
        tmp_path / "runs",
    )
    assert here(*arguments, "--log", "ShopParentChoice=info|prefix_time").exit_status == 0
    log = tmp_path / "runs/runs/protocol=topsim,events=20/1/stderr.log"
    assert "s node 1 takes 0 as its parent" in log.read_text()
    assert "0 done already, 2 to run" in here(*arguments).err, "what a run says is part of its bytes"
    assert not log.exists()
    refused = here(*arguments, "--log", "ShopParentChoise=info")
    assert refused.exit_status == 2 and "(did you mean 'ShopParentChoice'?)" in one_sentence(refused.err)


WRONG = [
    ("[parameters]\nnodess = 5\n", "parameters.nodess: unknown key"),
    ('[parameters]\nprotocol = "topsin"\n', "(did you mean 'topsim'?)"),
    ("[parameters]\nnodes = 0\n", "parameters.nodes is 0, expected an int"),
    (
        '[parameters]\nmobility_file = "gone.ns_movements"\n',
        "mobility_file is 'gone.ns_movements', expected an existing file",
    ),
]


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_wrong_usage_of_manet(
    here: Typed, real_program: Callable[[str], Path], tmp_path: Path, text: str, says: str
) -> None:
    real_program("manet")
    path = tmp_path / "wrong.toml"
    path.write_text(f'name = "wrong"\nquestion = "?"\nprogram = "manet"\nreplications = 1\n{text}')
    done = here("sweep", path, "--results", tmp_path / "results")
    assert done.exit_status == 2 and done.out == ""
    assert says in one_sentence(done.err.replace(str(path), "wrong"))
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    "arguments", [["--protocol=topsin"], ["--nodes=0"], ["--nodess=5"], ["--mobility=ns2", "--mobility_file=gone"]]
)
def test_wrong_usage_of_one_run(real_program: Callable[[str], Path], tmp_path: Path, arguments: list[str]) -> None:
    real_program("manet")
    command = [sys.executable, "-m", "pyharness", "run", "manet", *arguments, f"--out={tmp_path / 'out'}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stdout == "" and not list(tmp_path.rglob("*.*")), "nothing written"


def test_the_projects_experiments_suit_their_programs(here: Typed) -> None:
    for path in sorted((ROOT / "scenarios").rglob("*.toml")):
        assert make_plan(Checkout.here(), read_experiment_file(path)).runs, path
