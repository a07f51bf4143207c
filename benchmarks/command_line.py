"""A benchmark's command line: one sentence and exit status 2 for what is wrong with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer
from typer.exceptions import TyperException

from pyharness.store.status import experiment_in
from schema.errors import UsageError
from schema.manifest import Experiment
from schema.traces import CorruptTrace

Folder = Annotated[Path, typer.Argument(metavar="DIR", exists=True, file_okay=False, help="A finished sweep's folder.")]


def run(main: Callable[..., None]) -> None:
    """Call `main` with the process's arguments, as typer reads them off its annotations, and end the process."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(main)
    try:
        app(prog_name=sys.argv[0] if sys.argv[0].startswith("./waf") else None, standalone_mode=False)
    except TyperException as error:
        sys.exit(_say(error.format_message()))
    except (UsageError, CorruptTrace, FileNotFoundError) as error:
        sys.exit(_say(str(error)))
    except subprocess.CalledProcessError as error:
        last = (error.stderr or "").strip().rpartition("\n")[2] or "it said nothing"
        _say(f"{Path(error.cmd[0]).name} failed with exit status {error.returncode}: {last}")
        sys.exit(1)


def swept(folder: Path, *varying: str) -> Experiment:
    """The experiment in `folder`. Raises UsageError where there is none, or one in which not all of these vary."""
    experiment = experiment_in(folder)
    for name in varying:
        if name not in experiment.varying:
            raise UsageError(f"{folder}: holds {experiment.name!r}, expected an experiment in which {name} varies")
    return experiment


def table(folder: Path, name: str) -> pd.DataFrame:
    """One of the tables in `folder`. Raises UsageError where it is not made yet."""
    path = folder / "tables" / f"{name}.csv"
    if not path.exists():
        raise UsageError(f"{folder}: no tables/{name}.csv in it yet, ./waf report makes it")
    return pd.read_csv(path)


def _say(sentence: str) -> int:
    print(f"{sentence.rstrip('.')}.", file=sys.stderr)
    return 2
