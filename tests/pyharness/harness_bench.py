"""What the harness's tests share: a checkout to try things in, and how to look at what came out."""

from __future__ import annotations

import json
import os
import shlex
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyharness.programs.checkout import Checkout
from schema.traces import END, MAGIC, tables_of

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


@dataclass(frozen=True)
class Done:
    """How a command line ended."""

    exit_status: int
    out: str
    err: str


@dataclass(frozen=True)
class Bench:
    """A checkout with a stand-in program, in a folder whose name has a space in it."""

    root: Path

    @property
    def checkout(self) -> Checkout:
        return Checkout(self.root)

    def experiment(self, text: str, name: str = "trial.toml") -> Path:
        """Write an experiment; the keys every one needs are added where `text` has none."""
        head = {"name": '"trial"', "question": '"Does it hold?"', "program": '"standin"', "replications": "2"}
        own = {line.split("=")[0].strip() for line in text.split("[")[0].splitlines() if "=" in line}
        path = self.root / name
        path.write_text("".join(f"{key} = {value}\n" for key, value in head.items() if key not in own) + text)
        return path

    def start(self, *arguments: object) -> subprocess.Popen[str]:
        """Start the harness's command line."""
        return subprocess.Popen(
            [sys.executable, "-m", "pyharness", *map(str, arguments)],
            cwd=self.root,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(self.root)},
        )

    def call(self, *arguments: object) -> Done:
        """Run the harness's command line to its end."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=120)
        return Done(process.returncode, out, err)


Typed = Callable[..., Done]


def empty_table(table: str, kind: str = "radio") -> bytes:
    """A trace table of a kind of network, without rows."""
    header = json.dumps({"table": table, "columns": [list(column) for column in tables_of(kind)[table]]}).encode()
    return MAGIC + struct.pack("<I", len(header)) + header + b"[]" + struct.pack("<IQ", 2, 0) + END


def install(root: Path, name: str, command: Sequence[str]) -> Path:
    """Make `command` a program of the checkout at `root`."""
    program = root / "build" / "bin" / name
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
    program.chmod(0o755)
    return program


def one_sentence(text: str) -> str:
    """The only line of `text`, which has to be one sentence."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert lines[0].endswith(".") and ". " not in lines[0], text
    return lines[0]


def files_of(folder: Path, pattern: str) -> dict[str, bytes]:
    """Name, relative to `folder`, to content, for every file that matches."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob(pattern))
        if path.is_file()
    }
