"""`./waf bench`: the simulator's speed, or one of the benchmarks."""

from __future__ import annotations

import runpy
import sys

from pyharness.commands import ForwardingVerb, register_verb


def run_benchmark(arguments: list[str]) -> int:
    """Run the package `benchmarks` with `arguments`."""
    sys.argv[1:] = arguments
    runpy.run_module("benchmarks", run_name="__main__")
    return 0


register_verb(
    ForwardingVerb(
        name="bench",
        summary="Measure the simulator's speed, or run one of the benchmarks that bench --list names.",
        execute=run_benchmark,
        needs=("suites", "classes"),
    )
)
