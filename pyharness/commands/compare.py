"""The paired differences between variants, `tables/pairs.csv`, as a terminal table."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from rich.table import Table

from pyharness.store.status import experiment_in
from schema.errors import UsageError
from schema.text import nearest

_TEXT = ("metric", "variant_a", "variant_b")
_NUMBERS = ("n", "mean_difference", "ci_low", "ci_high", "p_value")


def comparison(folder: Path, metric: str | None = None) -> Table:
    """A row for each metric and pair of variants. Raises UsageError where the tables are not made yet, or without
    `metric`."""
    experiment = experiment_in(folder)
    rows = _rows(folder / "tables" / "pairs.csv", folder)
    names = list(dict.fromkeys(row["metric"] for row in rows))
    if metric is not None and metric not in names:
        raise UsageError(no_metric(folder, metric, names))
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


def no_metric(folder: Path, metric: str, names: Iterable[str]) -> str:
    """That the tables in `folder` have no such metric."""
    return f"{folder}: no metric {metric!r} in its tables{nearest(metric, names)}"


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
