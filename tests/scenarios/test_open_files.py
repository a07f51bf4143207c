"""Captures of many radios are many open files, of which many systems permit 1,024 until they are asked."""

from __future__ import annotations

import resource
from pathlib import Path

from scenario_bench import Program

SHORT = ("manet", "--protocol=smf", "--nodes=60", "--duration=6", "--warmup=1", "--drain=0.5")


def limited(soft: int, hard: int) -> object:
    """For a child process."""
    return lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_more_files_than_are_permitted_at_first(program: Program, tmp_path: Path) -> None:
    done = program(*SHORT, f"--out={tmp_path}/out", preexec_fn=limited(40, 1000))
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "out").glob("*.pcap"))) == 60


def test_more_files_than_the_system_permits(program: Program, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = program(*SHORT, f"--out={out}", preexec_fn=limited(40, 100))
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "60 radios" in done.stderr and "permits 100" in done.stderr
    assert not out.exists()
    assert program(*SHORT, f"--out={out}", "--captures=false", preexec_fn=limited(40, 100)).returncode == 0
