"""A stopping rule over programs that simulate: it ends on a clear difference and goes on to the maximum on none."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from harness_bench import ROOT, Done, Typed

from pyharness.command_line import main
from pyharness.experiment.experiment_file import read_experiment_file
from pyharness.experiment.plan import make_plan
from pyharness.programs.checkout import Checkout
from pyharness.scheduling.stopping_decision import quantities
from schema.manifest import read_experiment

SMALL = """
program = "manet"
question = "Is there a difference?"
[parameters]
nodes = 12
width = 400
height = 400
range = 150
duration = 8
warmup = 4
drain = 1
event_rate = 5
"""


@pytest.fixture
def here(real_program: Callable[[str], Path], capfd: pytest.CaptureFixture[str]) -> Typed:
    """The command line of this checkout."""
    real_program("manet")

    def call(*arguments: object) -> Done:
        exit_status = main([str(argument) for argument in arguments])
        said = capfd.readouterr()
        return Done(exit_status, said.out, said.err)

    return call


def experiment(folder: Path, name: str, metric: str, first: str, second: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(
        f'name = "{name}"\n{SMALL}[stop]\nmetric = "{metric}"\nbetween = {{ protocol = ["{first}", "{second}"] }}\n'
        f'clear = true\nminimum = 4\nmaximum = 7\nstep = 3\n[vary]\nprotocol = ["{first}", "{second}"]\n'
    )
    return path


def test_a_clear_difference(here: Typed, tmp_path: Path) -> None:
    """Flooding sends many times as often as a tree."""
    clear = experiment(tmp_path, "clear", "tx_per_delivery", "flooding", "sp-nhop")
    done = here("sweep", clear, "--no-report", "--jobs", 2, "--results", tmp_path / "clear")
    assert done.exit_status == 0 and "8 runs done, 0 failed" in done.out
    assert "flooding − sp-nhop, is clear of 0, after 4 replications" in done.out
    assert read_experiment(tmp_path / "clear").replications == 4


@pytest.mark.usefixtures("spark", "analysis_here")
def test_no_clear_difference(here: Typed, tmp_path: Path) -> None:
    """Two parent rules deliver alike in a network this small."""
    none = experiment(tmp_path, "none", "delivery_ratio", "sp-nhop", "sp-combo")
    arguments = ("sweep", none, "--no-report", "--jobs", 2, "--results", tmp_path / "none")
    first = here(*arguments)
    assert first.exit_status == 0 and "14 runs done, 0 failed" in first.out
    assert "sp-nhop − sp-combo, is not clear of 0, after 7 replications" in first.out
    rounds = [line for line in first.err.splitlines() if line.startswith("round ")]
    assert [line.rpartition("; ")[2] for line in rounds] == [
        "2 variants to 7 replications",
        "that was the maximum of 7",
    ]
    again = here(*arguments)
    assert [line for line in again.err.splitlines() if line.startswith("round ")] == rounds
    assert "14 runs done (14 of them before)" in again.out
    assert again.out.splitlines()[1:] == first.out.splitlines()[1:]


@pytest.mark.long
def test_killed_in_a_later_round(here: Typed, tmp_path: Path) -> None:
    """The first round is measured, the second has begun: what follows is as if nothing had happened."""
    path = experiment(tmp_path, "none", "delivery_ratio", "sp-nhop", "sp-combo")
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    undisturbed = here("sweep", path, "--no-report", "--results", whole)
    command = [sys.executable, "-m", "pyharness", "sweep", str(path), "--no-report", "--jobs=1", f"--results={cut}"]
    harness = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(list(cut.glob("runs/*/[0-9]*/manifest.json"))) <= 8:
        assert harness.poll() is None, "it ended before it could be killed"
        time.sleep(0.005)
    harness.kill()
    harness.wait()
    kept = len(list(cut.glob("runs/*/[0-9]*/manifest.json")))
    assert 8 < kept < 14
    resumed = here("sweep", path, "--no-report", "--results", cut)
    assert resumed.exit_status == 0 and f"14 runs done ({kept} of them before)" in resumed.out
    assert resumed.out.splitlines()[1:] == undisturbed.out.splitlines()[1:]
    assert (cut / "experiment.json").read_bytes() == (whole / "experiment.json").read_bytes()


def test_the_projects_rules_suit_their_experiments(real_program: Callable[[str], Path]) -> None:
    real_program("manet")
    ruled = 0
    for path in sorted((ROOT / "scenarios").rglob("*.toml")):
        file = read_experiment_file(path)
        if file.stop is not None:
            assert quantities(file.stop, make_plan(Checkout.here(), file), path), path
            ruled += 1
    assert ruled, "scenarios/radio/stop.toml has one"
