"""`./waf compare DIR [OTHER]`: the differences between variants of an experiment, or between two folders of results."""

from __future__ import annotations

import csv
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pyharness.commands import Verb, add_folder, register_verb
from pyharness.programs.analysis_process import print_changes
from pyharness.store.status import experiment_in
from schema.errors import UsageError
from schema.text import nearest

PIPED_WIDTH = 160
"""Columns of a table that is not printed on a terminal."""
_TEXT = ("metric", "variant_a", "variant_b")
_NUMBERS = ("n", "mean_difference", "ci_low", "ci_high", "p_value")


def _add_arguments(parser: ArgumentParser) -> None:
    """Add the folders and the metric."""
    add_folder(parser)
    parser.add_argument("other", metavar="OTHER", type=Path, nargs="?", help="Second folder: what changed from DIR.")
    parser.add_argument("--metric", metavar="NAME", help="Only this metric of docs/metrics.md.")


def print_comparison(arguments: Namespace) -> int:
    """Print the paired differences of one folder, or what changed between two."""
    console = Console(highlight=False)
    if not console.is_terminal:  # a file or a pager has room
        console.width = max(console.width, PIPED_WIDTH)
    if arguments.other is not None:
        experiment_in(arguments.folder)
        experiment_in(arguments.other)
        print_changes(arguments.folder, arguments.other, arguments.metric, console.width)
    else:
        console.print(comparison(arguments.folder, arguments.metric), crop=False)
    return 0


def comparison(folder: Path, metric: str | None = None) -> Table:
    """Return a row for each metric and pair of variants.

    Raises UsageError where the tables are not made yet, or have no such metric.
    """
    experiment = experiment_in(folder)
    rows = _rows(folder / "tables" / "pairs.csv", folder)
    names = list(dict.fromkeys(row["metric"] for row in rows))
    if metric is not None and metric not in names:
        raise UsageError(f"{folder}: no metric {metric!r} in its tables{nearest(metric, names)}")
    rows = [row for row in rows if metric in (None, row["metric"])]
    table = Table(title=f"{experiment.name}: a minus b, paired by replication", box=None, pad_edge=False)
    for column in _TEXT:
        table.add_column(column, overflow="fold")
    for column in _NUMBERS:
        table.add_column(column, justify="right")
    previous = None
    for row in rows:
        metric = "" if row["metric"] == previous else row["metric"]
        previous = row["metric"]
        table.add_row(metric, row["variant_a"], row["variant_b"], *(_number(row[column]) for column in _NUMBERS))
    return table


def _rows(path: Path, folder: Path) -> list[dict[str, str]]:
    try:
        with path.open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
    except OSError as error:
        raise UsageError(f"{folder}: no tables/pairs.csv in it yet, ./waf report makes it") from error
    if rows and not {*_TEXT, *_NUMBERS} <= rows[0].keys():
        raise UsageError(f"{path}: not a table of pairs of this version, ./waf report makes it anew")
    return rows


def _number(text: str) -> str:
    try:
        return f"{float(text):.4g}"
    except ValueError:
        return text or "–"


register_verb(
    Verb(
        name="compare",
        summary="Compare an experiment's variants, or two folders of results, paired by replication.",
        add_arguments=_add_arguments,
        run=print_comparison,
    )
)
