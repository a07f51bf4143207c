"""A checkout of its own for the harness: the real packages, and a stand-in where a built program would be."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from harness_bench import HERE, ROOT, Bench, Done, Typed, empty_table, install

from pyharness.command_line import main
from pyharness.programs.checkout import Checkout
from schema.traces import TABLES


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    root = tmp_path / "a checkout"
    for package in ("pyharness", "schema"):
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    empty = root / "build" / "empty"
    empty.mkdir(parents=True)
    for table in TABLES:
        (empty / f"{table}.trace").write_bytes(empty_table(table))
    install(root, "standin", [sys.executable, str(HERE / "standin.py"), str(empty)])
    return Bench(root)


@pytest.fixture
def typed(bench: Bench, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Typed:
    """The command line of `bench` without a process of its own: the same code, sooner."""
    monkeypatch.chdir(bench.root)
    monkeypatch.setattr(Checkout, "here", lambda: bench.checkout)

    def call(*arguments: object) -> Done:
        exit_status = main([str(argument) for argument in arguments])
        said = capfd.readouterr()
        return Done(exit_status, said.out, said.err)

    return call


@pytest.fixture(scope="session")
def real_program() -> Callable[[str], Path]:
    """Finds a program of this checkout; a test that needs one fails where it is not built."""

    def find(name: str) -> Path:
        path = ROOT / "build" / "bin" / name
        if not path.exists():
            pytest.fail(f"build/bin/{name} is not there: ./waf build makes it")
        return path

    return find
