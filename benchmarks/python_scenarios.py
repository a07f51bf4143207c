"""What does Python cost a scenario? ./waf python -m benchmarks.python_scenarios

topsim-paper and its Python twin, the same bytes, at growing numbers of events: processor time and peak memory, the
least of three, and the difference.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pyharness.checkout import Checkout
from pyharness.program import find_program

PROGRAMS = ("topsim-paper", "topsim_paper.py")
EVENTS = (1, 1000, 10000)
REPETITIONS = 3


@dataclass(frozen=True)
class Cost:
    """Of one process."""

    seconds: float
    """User and system time, and so nearly the same on a busy machine."""
    megabytes: float


def cost(command: list[str]) -> Cost:
    """Run it once."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def least(command: list[str]) -> Cost:
    """The least of several: what it takes undisturbed."""
    costs = [cost(command) for _ in range(REPETITIONS)]
    return Cost(min(each.seconds for each in costs), min(each.megabytes for each in costs))


def main() -> int:
    """Print the table of docs/python-scenarios.md."""
    commands = [find_program(Checkout.here(), name).command for name in PROGRAMS]
    print(f"| events | {PROGRAMS[0]} | {PROGRAMS[1]} | difference |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for label, arguments in [("--describe", ["--describe"]), *((f"{n:,}", [f"--events={n}"]) for n in EVENTS)]:
            out = [] if label == "--describe" else [f"--out={Path(folder) / 'run'}"]
            compiled, python = (least([*command, *arguments, *out]) for command in commands)
            cells = (f"{each.seconds:.2f} s, {each.megabytes:.0f} MB" for each in (compiled, python))
            print(f"| {label} | {' | '.join(cells)} | {python.seconds - compiled.seconds:.2f} s |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
