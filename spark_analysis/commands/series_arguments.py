"""The arguments that name series, of the verbs that predict and train."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from schema.errors import UsageError

_RANGE = re.compile(r"([0-9]+)(?:-([0-9]+))?")
_NS_PER_S = 1_000_000_000

Inputs = Annotated[
    list[Path],
    typer.Argument(
        metavar="INPUT",
        help="Folder of an experiment or of a run, CSV or Parquet file, or folder of SNDlib's demand matrices.",
    ),
]
Replications = Annotated[
    str | None, typer.Option(metavar="LIST", help="Only these replications of experiments, such as 1-5,8.")
]
Traffic = Annotated[
    str | None, typer.Option(metavar="NAME", help="Parameter that tells kinds of traffic apart (default: traffic...).")
]
Captures = Annotated[bool, typer.Option("--captures", help="Count in the captures, not from the table link_steps.")]
StepLength = Annotated[
    float | None, typer.Option("--step", metavar="S", help="Length of a step in seconds (default: the window).")
]
LongestPart = Annotated[
    bool, typer.Option("--longest-part", help="Of matrices with gaps in time, take the longest part without one.")
]


def replication_numbers(text: str | None) -> frozenset[int] | None:
    """The numbers in `1-5,8`; None for None. Raises UsageError."""
    if text is None:
        return None
    numbers: set[int] = set()
    for part in text.split(","):
        found = _RANGE.fullmatch(part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if first < 1 or last < first:
            raise UsageError(f"--replications: {text!r} is no list of replications, expected one such as 1-5,8")
        numbers.update(range(first, last + 1))
    return frozenset(numbers)


def step_ns(seconds: float | None) -> int | None:
    """The length of a step. Raises UsageError unless it is positive."""
    if seconds is None:
        return None
    if not 0 < seconds < 1e9:
        raise UsageError(f"--step: {seconds:g} s is no length of a step, expected a positive number")
    return round(seconds * _NS_PER_S)


@contextmanager
def usable() -> Iterator[None]:
    """Use around what reads series: their errors become UsageError."""
    from spark_analysis.prediction.series.unusable import UnusableSeries

    try:
        yield
    except UnusableSeries as error:
        raise UsageError(str(error)) from error
