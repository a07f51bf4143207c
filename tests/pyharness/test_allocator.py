"""Runs on tcmalloc where there is one: the same bytes, and nothing where it would be in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness_bench import ROOT, Bench, Typed, files_of, install
from test_sweep import manifests

from pyharness.programs import allocator
from pyharness.programs.allocator import PRELOAD, QUIET, name_in, preloaded
from pyharness.programs.program import Program
from schema.manifest import read_manifest

SHIM = r"""
#include <stddef.h>
void* __libc_malloc(size_t);
void* malloc(size_t size) { return __libc_malloc(size + 64); }
"""


@pytest.fixture(scope="module")
def another_malloc() -> Iterator[Path]:
    """The system's tcmalloc, or where there is none another malloc of the same name: every block 64 bytes larger."""
    allocator._tcmalloc.cache_clear()
    there = allocator._tcmalloc()
    if there:
        yield Path(there)
        return
    usual = tempfile.gettempdir()
    with tempfile.TemporaryDirectory(dir=usual if " " not in usual else "/tmp") as folder:  # LD_PRELOAD ends at a blank
        shim, library = Path(folder) / "shim.c", Path(folder) / "libtcmalloc_minimal.so.4"
        shim.write_text(SHIM)
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, shim], check=True)
        yield library


@pytest.fixture
def found(another_malloc: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """It is what the system has."""
    monkeypatch.delenv(PRELOAD, raising=False)
    monkeypatch.setattr(allocator, "_tcmalloc", lambda: str(another_malloc))
    yield str(another_malloc)


def test_when_it_is_taken(found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert preloaded({}) == {PRELOAD: found, **QUIET}
    assert preloaded({PRELOAD: "libmine.so"}) == {} == preloaded({"PUBSUB_MALLOC": "system"})
    monkeypatch.setattr(allocator, "_tcmalloc", lambda: "")
    assert preloaded({}) == {}


def test_its_name() -> None:
    assert name_in({}) == "" == name_in({PRELOAD: ""})
    assert name_in({PRELOAD: "/usr/lib/libtcmalloc_minimal.so.4"}) == "libtcmalloc_minimal.so.4"
    assert name_in({PRELOAD: "/a/one.so:/b/two.so three.so"}) == "one.so two.so three.so"


def test_what_ldconfig_says() -> None:
    listed = (
        "\tlibtcmalloc_minimal.so.4 (libc6) => /lib/i386-linux-gnu/libtcmalloc_minimal.so.4\n"
        "\tlibtcmalloc_minimal.so.4 (libc6,x86-64) => /lib/x86_64-linux-gnu/libtcmalloc_minimal.so.4\n"
    )
    match = allocator.ENTRY.search(listed)
    assert match and match[1] == "/lib/x86_64-linux-gnu/libtcmalloc_minimal.so.4"
    assert not allocator.ENTRY.search("\tlibtcmalloc_minimal_debug.so.4 (libc6,x86-64) => /lib/x.so\n")


def test_sweeps_and_who_is_left_alone(bench: Bench, typed: Typed, found: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The manifest says what ran; not part of the identity, so nothing is run again without it."""
    path = bench.experiment("replications = 1\n")
    typed("sweep", path.name, "--no-report")
    assert manifests(bench)["only/1"].allocator == Path(found).name
    monkeypatch.setenv("PUBSUB_MALLOC", "system")
    assert "1 done already, nothing to run" in typed("sweep", path.name, "--no-report").err
    typed("sweep", path.name, "--no-report", "--replications", 2)
    assert manifests(bench)["only/2"].allocator == ""
    monkeypatch.delenv("PUBSUB_MALLOC")
    for build in ("debug", "sanitized"):
        monkeypatch.setenv("STANDIN_BUILD", build)
        typed("sweep", path.name, "--no-report", "--any-build", "--results", build)
        manifest = read_manifest(bench.root / build / "runs/only/1")
        assert manifest is not None and manifest.allocator == ""
        standin = Program("standin", (str(bench.checkout.programs / "standin"),), ())
        assert allocator.allocation(standin) == {}
    assert allocator.allocation(Program("two_squads.py", ("nothing",), ())) == {}


def test_one_run_by_hand(bench: Bench, found: str) -> None:
    install(bench.root, "teller", ["sh", "-c", 'case "$*" in *describe*) echo "{\\"program\\": \\"teller\\"}";; *) echo "<$LD_PRELOAD>";; esac', "sh"])  # fmt: skip  # noqa: E501
    code = (
        "from pyharness.programs import allocator; from pyharness.command_line import main; "
        f"allocator._tcmalloc = lambda: {found!r}; main(['run', 'teller'])"
    )
    for given, said in (({}, found), ({PRELOAD: "/x"}, "/x"), ({"PUBSUB_MALLOC": "system"}, "")):
        environment = {**os.environ, "PYTHONPATH": str(bench.root), **given}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=bench.root, env=environment, capture_output=True, text=True
        )
        assert done.stdout == f"<{said}>\n", done.stderr


def test_the_same_bytes(real_program: Callable[[str], Path], found: str, tmp_path: Path) -> None:
    program = real_program("manet")
    arguments = ["--protocol=topsim", "--nodes=15", "--duration=12", "--warmup=4", "--drain=1"]
    for name, added in (("ours", preloaded({})), ("theirs", {})):
        command = [str(program), *arguments, f"--out={tmp_path / name}"]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **added}, capture_output=True, check=True)
        (tmp_path / name / "said").write_bytes(done.stdout + done.stderr)
    assert files_of(tmp_path / "ours", "*") == files_of(tmp_path / "theirs", "*") != {}
