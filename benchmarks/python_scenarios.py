"""What does Python cost a scenario? ./waf python -m benchmarks.python_scenarios

topsim-paper and its Python twin, the same bytes, at growing numbers of events: processor time and peak memory, the
least of three, and the difference.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.rivals import Command, take
from pyharness.programs.checkout import Checkout
from pyharness.programs.program import find_program

PROGRAMS = ("topsim-paper", "topsim_paper.py")
EVENTS = (1, 1000, 10000)
REPETITIONS = 3


def least(command: Sequence[str]) -> tuple[float, float]:
    """Seconds of a processor and megabytes, the least of several: what it takes undisturbed."""
    taken = [take(Command(tuple(command))) for _ in range(REPETITIONS)]
    return min(each.processor_s for each in taken), min(each.peak_bytes for each in taken) / 2**20


def main() -> int:
    """Print the table of docs/python-scenarios.md."""
    commands = [find_program(Checkout.here(), name).command for name in PROGRAMS]
    print(f"| events | {PROGRAMS[0]} | {PROGRAMS[1]} | difference |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for label, arguments in [("--describe", ["--describe"]), *((f"{n:,}", [f"--events={n}"]) for n in EVENTS)]:
            out = [] if label == "--describe" else [f"--out={Path(folder) / 'run'}"]
            costs = [least([*command, *arguments, *out]) for command in commands]
            cells = [f"{seconds:.2f} s, {megabytes:.0f} MB" for seconds, megabytes in costs]
            print(f"| {label} | {' | '.join(cells)} | {costs[1][0] - costs[0][0]:.2f} s |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
