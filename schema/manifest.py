"""What stands in a run's `manifest.json` and an experiment's `experiment.json`.

Design, section 5. Both are plain JSON, checked by pydantic on reading.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

MANIFEST = "manifest.json"
EXPERIMENT = "experiment.json"
RUNS = "runs"

Scalar = bool | int | float | str


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OutputFile(_Frozen):
    """One file a run wrote, relative to its folder."""

    name: str
    bytes: int
    sha256: str


class Manifest(_Frozen):
    """The record of one run. `state` is done or failed; only done runs enter a statistic."""

    schema_version: Literal[1] = 1
    experiment: str
    variant: str
    replication: int
    """1-based; equals RngRun."""
    state: Literal["done", "failed"]
    identity: str
    """SHA-256 over program, ns-3 version, parameters and seed: everything that decides the bytes."""
    program: str
    program_sha256: str
    parameters: dict[str, Scalar]
    """Every parameter given to the program, without RngRun and out."""
    varying: dict[str, Scalar]
    """The parameters that vary over the experiment: the extra columns of the tables."""
    rng_run: int
    versions: dict[str, str]
    command: list[str]
    """Reproduces the run, from the checkout's folder."""
    started: str
    """UTC, ISO 8601."""
    wall_seconds: float
    peak_memory_bytes: int
    exit_status: int
    """As the shell gives it; negative: the signal that ended it."""
    error: str = ""
    """For a failed run: the last lines it said."""
    files: tuple[OutputFile, ...] = ()


class Experiment(_Frozen):
    """The plan as it was run: what the report quotes."""

    schema_version: Literal[1] = 1
    name: str
    question: str
    program: str
    parameters: dict[str, Scalar]
    varying: dict[str, tuple[Scalar, ...]]
    """Name -> the values it takes, in the order of the TOML."""
    units: dict[str, str] = {}
    """Of the parameters that have one; plans that were written before there were units have none."""
    variants: tuple[str, ...]
    """Folder names, in plan order."""
    replications: int
    source: str
    """The TOML's text."""


def read_manifest(run: Path) -> Manifest | None:
    """The manifest in folder `run`, or None where there is none that is whole."""
    try:
        return Manifest.model_validate_json((run / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return None


def read_experiment(folder: Path) -> Experiment:
    """The plan in `folder`. Raises FileNotFoundError or pydantic.ValidationError."""
    return Experiment.model_validate_json((folder / EXPERIMENT).read_bytes())
