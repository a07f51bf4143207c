"""Instructions that a program executes, by function and shared object: a figure that does not depend on the load.

`profile(command)` runs it under valgrind's callgrind and reads the file that this leaves, in the format of
https://valgrind.org/docs/manual/cl-format.html: self cost by function, inclusive cost by pair of caller and callee.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from schema.errors import UsageError


@dataclass(frozen=True, order=True, slots=True)
class Function:
    """A function of a program."""

    object: str
    """The file it stands in: `/usr/lib/libc.so.6`, or the program's own."""
    name: str


@dataclass(frozen=True)
class Profile:
    """Instructions of one execution."""

    spent: Counter[Function] = field(default_factory=Counter)
    """In the function itself."""
    calls: Counter[tuple[Function, Function]] = field(default_factory=Counter)
    """In the second function and all that it calls, when called by the first one."""

    @property
    def total(self) -> int:
        return self.spent.total()

    def by_object(self) -> Counter[str]:
        """Self cost of each object."""
        sums: Counter[str] = Counter()
        for function, cost in self.spent.items():
            sums[function.object] += cost
        return sums


def profile(
    command: Sequence[str | Path], environment: Mapping[str, str] | None = None, since: str = "", within: str = ""
) -> Profile:
    """Execute `command` under callgrind, in our environment and the one given; what it prints is of no interest.

    Where `since` is given, counts begin with the last call of that function; where `within` is given, only what that
    function does and calls is counted. Both may be patterns.
    Raises UsageError where there is no valgrind, CalledProcessError where the command fails.
    """
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise UsageError("valgrind is not installed, expected it in PATH (apt-get install valgrind)")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "callgrind.out"
        options = ["--tool=callgrind", f"--callgrind-out-file={file}", "--dump-line=no"]
        options += [f"--zero-before={since}"] if since else []
        options += [f"--toggle-collect={within}"] if within else []
        whole = {**os.environ, **(environment or {})}
        done = subprocess.run([valgrind, *options, *command], check=False, capture_output=True, text=True, env=whole)
        if done.returncode != 0:
            own = "\n".join(line for line in done.stderr.splitlines() if not line.startswith("=="))
            raise subprocess.CalledProcessError(done.returncode, command, done.stdout, own)
        with file.open() as lines:
            return read(lines)


def instructions(command: Sequence[str | Path]) -> int:
    """All that `command` executes. Raises what profile() raises."""
    return profile(command).total


def read(lines: Iterable[str]) -> Profile:
    """The profile in a file of callgrind's.

    A line of costs belongs to the object and function named last. Names are numbered where they first stand, functions
    apart from objects; the line after `calls=` is the inclusive cost of that call.
    """
    found = Profile()
    objects: dict[str, str] = {}
    functions: dict[str, str] = {}
    here = Function("", "")
    callee_object, callee = None, ""
    is_call = False
    for line in lines:
        key, equals, value = line.rstrip("\n").partition("=")
        if line[0].isdigit() or line[0] in "+-*":
            cost = int(line.split()[1])
            if is_call:
                found.calls[here, Function(callee_object or here.object, callee)] += cost
                is_call, callee_object = False, None
            else:
                found.spent[here] += cost
        elif not equals:
            continue
        elif key == "ob":
            here = Function(_named(value, objects), here.name)
        elif key == "fn":
            here = Function(here.object, _named(value, functions))
        elif key == "cob":
            callee_object = _named(value, objects)
        elif key == "cfn":
            callee = _named(value, functions)
        elif key == "calls":
            is_call = True
    return found


def _named(value: str, names: dict[str, str]) -> str:
    """`(3) malloc` names number 3, `(3)` is what that was; a name without a number is itself."""
    if not value.startswith("("):
        return value
    number, _, name = value.partition(" ")
    return names.setdefault(number, name)
