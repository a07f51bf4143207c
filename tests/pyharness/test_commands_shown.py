"""The commands that the harness shows work as they are shown, wherever they are typed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from harness_bench import Bench, Typed

FAILING = 'replications = 5\nlog = ["ShopParent=info"]\n[parameters]\nfault = "say"\n'


@pytest.fixture(params=["checkout", "elsewhere"])
def somewhere(
    request: pytest.FixtureRequest, bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Path:
    """The folder that commands are typed in."""
    folder = bench.root if request.param == "checkout" else tmp_path / "another folder"
    folder.mkdir(exist_ok=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("verb", ["sweep", "status"])
def test_again_works_as_shown(bench: Bench, typed: Typed, somewhere: Path, verb: str) -> None:
    done = typed("sweep", bench.experiment(FAILING), "--no-report", "--results", "my results")
    shown = done.out if verb == "sweep" else typed("status", "my results").out
    again = next(line.removeprefix("  again: ") for line in shown.splitlines() if line.startswith("  again: "))
    typed_again = subprocess.run(["sh", "-c", again], cwd=somewhere, capture_output=True, text=True)
    assert (typed_again.returncode, typed_again.stderr) == (3, "the radio\ncaught fire\n"), again
    assert list((bench.root / "reproduced").iterdir())


def test_status_is_named_so_that_it_can_be_typed(bench: Bench, typed: Typed, somewhere: Path) -> None:
    done = typed("sweep", bench.experiment(FAILING), "--no-report", "--results", "my results")
    waf = "./waf" if somewhere == bench.root else f"'{bench.root}/waf'"
    assert f"and 2 failed runs more: {waf} status 'my results'\n" in done.out


def test_the_debuggers_line_works_as_shown(
    bench: Bench, typed: Typed, somewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed("sweep", bench.experiment(FAILING), "--no-report", "--results", "my results")
    line = typed("debug", "my results/runs/only/1").out
    debugger = tmp_path / "bin" / "gdb"
    debugger.parent.mkdir()
    debugger.write_text('#!/bin/sh\nshift 3\nexec "$@"\n')
    debugger.chmod(0o755)
    monkeypatch.setenv("PATH", f"{debugger.parent}:/usr/bin:/bin")
    assert subprocess.run(["sh", "-c", line], cwd=somewhere, capture_output=True).returncode == 3, line


def test_reproduce_works_from_anywhere(bench: Bench, typed: Typed, somewhere: Path) -> None:
    (bench.root / "moves.txt").write_text("m")
    path = bench.experiment('replications = 1\n[parameters]\nmobility_file = "moves.txt"\n')
    assert typed("sweep", path, "--no-report", "--results", "my results").exit_status == 0
    done = typed("reproduce", "my results/runs/only/1")
    assert done.exit_status == 0, done.out
