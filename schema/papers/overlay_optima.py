"""The table `overlay_optima.csv` of an experiment: the exact optimum of the overlays of some of its runs.

The harness writes it beside `runs/`, the analysis reads it. A row names the run whose network and events were planned.
All strategies of a replication have the same, so the row serves each of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from schema.digests import write_whole
from schema.errors import UsageError

OVERLAY_OPTIMA = "overlay_optima.csv"


@dataclass(frozen=True)
class OverlayOptimumRow:
    """What is known of the best overlays of one run's instance, one tree for each topic. All in bit/s."""

    variant: str
    replication: int
    best_residual_bps: float
    """Least residual bandwidth of an edge with the best overlays that were found."""
    bound_residual_bps: float
    """No overlays leave more."""
    total_link_load_bps: float
    """Of all edges together, with the best overlays that were found."""


def write_overlay_optima(folder: Path, rows: Iterable[OverlayOptimumRow]) -> None:
    """Write the table of the experiment in `folder`, whole or not at all."""
    text = io.StringIO()
    table = csv.DictWriter(text, [each.name for each in fields(OverlayOptimumRow)], lineterminator="\n")
    table.writeheader()
    table.writerows(asdict(row) for row in rows)
    write_whole(folder / OVERLAY_OPTIMA, text.getvalue())


def read_overlay_optima(folder: Path) -> list[OverlayOptimumRow]:
    """Return the rows of the experiment in `folder`, none where it has no such table. Raises UsageError."""
    path = folder / OVERLAY_OPTIMA
    try:
        with path.open(newline="", encoding="utf-8") as stream:
            return [
                OverlayOptimumRow(
                    variant=row["variant"],
                    replication=int(row["replication"]),
                    best_residual_bps=float(row["best_residual_bps"]),
                    bound_residual_bps=float(row["bound_residual_bps"]),
                    total_link_load_bps=float(row["total_link_load_bps"]),
                )
                for row in csv.DictReader(stream)
            ]
    except FileNotFoundError:
        return []
    except (KeyError, TypeError, ValueError) as error:
        names = ", ".join(each.name for each in fields(OverlayOptimumRow))
        raise UsageError(f"{path}: not a table of optima of overlays, expected the columns {names}") from error
