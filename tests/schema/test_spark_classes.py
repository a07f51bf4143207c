"""Spark starts from the classes that were kept, and starts all the same where they cannot be used."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from schema.spark.classes import classes_file, java_options

START = """
import sys
from pathlib import Path
from schema.spark import session_start as spark_start
from schema.spark.classes import classes_file

with spark_start.spark_session("local[1]") as spark:
    assert spark.sparkContext.parallelize([2, 3], 1).sum() == 5
    maps = Path(f"/proc/{spark_start._jvms[0].pid}/maps").read_text()
    print(str(classes_file().resolve()) in maps)
"""


def java(*options: str) -> subprocess.CompletedProcess[str]:
    home = os.environ.get("JAVA_HOME")
    program = f"{home}/bin/java" if home else "java"
    return subprocess.run([program, *options, "-version"], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not classes_file().is_file(), reason="no classes were kept: .venv cannot be written")
def test_spark_maps_the_classes_that_were_kept() -> None:
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


def test_without_the_file_java_has_no_option_of_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert java_options() == ""
    classes_file().write_bytes(b"")
    assert shlex.split(java_options())[0] == f"-XX:SharedArchiveFile={classes_file()}"


def test_another_java_has_another_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ours = classes_file()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").write_text("another")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert classes_file() != ours


@pytest.mark.parametrize("content", [b"", b"no archive", bytes(10_000)], ids=["empty", "foreign", "cut-short"])
def test_java_ignores_a_file_that_it_cannot_use(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes
) -> None:
    folder = tmp_path / "a prefix"
    folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(folder))
    classes_file().write_bytes(content)
    done = java(*shlex.split(java_options()))
    assert done.returncode == 0 and done.stdout == ""
    assert done.stderr == java().stderr.replace(", sharing", ""), "no warning"
