"""Arguments that several verbs have, and the checks of what they name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schema.errors import UsageError
from schema.spark.master import spelled
from schema.text import nearest

if TYPE_CHECKING:
    from schema.manifest import Experiment

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="An experiment's folder, such as results/demo.")]
Master = Annotated[
    str, typer.Option(metavar="URL", callback=spelled, help="Spark master, such as local[4] or spark://host:7077.")
]


def experiment_in(folder: Path) -> Experiment:
    """Return the plan in `folder`. Raises UsageError where there is none."""
    from pydantic import ValidationError

    from schema.manifest import read_experiment

    try:
        return read_experiment(folder)
    except OSError as error:
        raise UsageError(f"{folder}: not an experiment's results, expected an experiment.json in it") from error
    except ValidationError as error:
        raise UsageError(f"{folder}: its experiment.json is not of this version, sweep it again") from error


def require_metric(folder: Path, metric: str, names: Iterable[str]) -> None:
    """Raise UsageError where `metric` is not among the `names` that the tables in `folder` have."""
    known = list(names)
    if metric not in known:
        raise UsageError(f"{folder}: no metric {metric!r} in its tables{nearest(metric, known)}")
