"""The table `optima.csv` of an experiment: the exact optimum of the networks and demands of some of its runs.

The harness writes it beside `runs/`, because planning is part of it; the analysis reads it. A row names the run whose
network, demand and limits were planned. All policies of a replication have the same, so the row serves each of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from schema.digests import write_whole
from schema.errors import UsageError

OPTIMA = "optima.csv"


@dataclass(frozen=True)
class OptimumRow:
    """What is known of the best plan of one run's instance. All distances are means over requests, in hops."""

    variant: str
    replication: int
    best_hops: float
    """Of the best plan that was found, within the limits of stores and capacity."""
    bound_hops: float
    """No plan within the limits has less."""
    unlimited_bound_hops: float
    """No plan with these numbers of replicas has less, whatever stores it needs."""


def write_optima(folder: Path, rows: Iterable[OptimumRow]) -> None:
    """Write the table of the experiment in `folder`, whole or not at all."""
    text = io.StringIO()
    table = csv.DictWriter(text, [each.name for each in fields(OptimumRow)], lineterminator="\n")
    table.writeheader()
    table.writerows(asdict(row) for row in rows)
    write_whole(folder / OPTIMA, text.getvalue())


def read_optima(folder: Path) -> list[OptimumRow]:
    """Return the rows of the experiment in `folder`, none where it has no such table. Raises UsageError."""
    path = folder / OPTIMA
    try:
        with path.open(newline="", encoding="utf-8") as stream:
            return [
                OptimumRow(
                    variant=row["variant"],
                    replication=int(row["replication"]),
                    best_hops=float(row["best_hops"]),
                    bound_hops=float(row["bound_hops"]),
                    unlimited_bound_hops=float(row["unlimited_bound_hops"]),
                )
                for row in csv.DictReader(stream)
            ]
    except FileNotFoundError:
        return []
    except (KeyError, TypeError, ValueError) as error:
        names = ", ".join(each.name for each in fields(OptimumRow))
        raise UsageError(f"{path}: not a table of optima, expected the columns {names}") from error
