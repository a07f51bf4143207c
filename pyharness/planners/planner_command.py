"""The command line of a planner, which is started as a module: its limits, and one sentence on wrong input."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from math import isfinite
from pathlib import Path

from pyharness.commands import Verb, add_validated
from schema.errors import UsageError


def run_planner(planner: Verb, arguments: list[str]) -> int:
    """Run the command line and return the exit status: 0, or 2 after one sentence on wrong input."""
    try:
        return planner.execute(arguments)
    except SystemExit as leave:  # argparse after --help
        return int(leave.code or 0)
    except UsageError as error:
        sentence = str(error)
    except OSError as error:  # a plan or a cache that cannot be written
        sentence = f"{error.filename}: {error.strerror}"
    except KeyboardInterrupt:
        print("ended.", file=sys.stderr)
        return 130
    print(f"{sentence}.", file=sys.stderr)
    return 2


def add_limits(parser: ArgumentParser, time_help: str, gap_help: str, cache_help: str) -> None:
    """Add the limits of an exact plan, 300 s and a gap of 0.01 where they are not given, and the folder of a cache."""
    add_validated(parser, "--time-limit", "S", time_help, _require_positive)
    add_validated(parser, "--gap", "RATIO", gap_help, _require_ratio)
    parser.add_argument("--cache", metavar="DIR", type=Path, help=cache_help)
    parser.set_defaults(time_limit="300", gap="0.01")


def _require_positive(text: str) -> None:
    if not _finite_number(text) > 0:
        raise UsageError(f"--time-limit is {text!r}, expected a finite number above 0")


def _require_ratio(text: str) -> None:
    if not 0 <= _finite_number(text) < 1:
        raise UsageError(f"--gap is {text!r}, expected a number of at least 0 and below 1")


def _finite_number(text: str) -> float:
    """Return the number in `text`, -1 where there is none that is finite."""
    try:
        return float(text) if isfinite(float(text)) else -1.0
    except ValueError:
        return -1.0
