"""Which runs an experiment planned, and which of them may enter a statistic."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from schema.manifest import RUNS, Experiment, Manifest, Scalar, read_experiment, read_manifest
from schema.traces import TABLES, read_trace


@dataclass(frozen=True)
class Run:
    """A finished run. `start_ns` to `end_ns` is the measured window, in simulated time."""

    variant: str
    replication: int
    path: str
    range_m: float
    """Nominal range of a link; NaN where the program does not say."""
    start_ns: int
    end_ns: int
    varying: dict[str, Scalar]


@dataclass(frozen=True)
class Plan:
    """An experiment's runs: those that are done, and what is wrong with the others."""

    experiment: Experiment
    done: tuple[Run, ...]
    failed: tuple[str, ...]
    """`variant/replication: why`."""


def read_plan(folder: Path) -> Plan:
    """What was planned in `folder` and how far it is. Raises what `read_experiment` raises."""
    experiment = read_experiment(folder)
    rank = {name: index for index, name in enumerate(experiment.variants)}
    runs = sorted(experiment.planned(), key=lambda run: (rank[run[0]], run[1]))
    return Plan(experiment, *read_runs(folder, runs))


def read_runs(folder: Path, runs: Iterable[tuple[str, int]]) -> tuple[tuple[Run, ...], tuple[str, ...]]:
    """Of `runs`, variant and replication each, those that are done; and of the others what is wrong with them."""
    done: list[Run] = []
    failed: list[str] = []
    for variant, replication in runs:
        path = folder / RUNS / variant / str(replication)
        manifest = read_manifest(path)
        trouble = _trouble(path, manifest)
        if manifest is None or trouble:
            failed.append(f"{variant}/{replication}: {trouble}")
        else:
            done.append(_run(path, manifest))
    return tuple(done), tuple(failed)


def _trouble(path: Path, manifest: Manifest | None) -> str:
    """Why a run may not be counted; empty if it may."""
    if manifest is None:
        return "not run, or its manifest is not whole"
    if manifest.state != "done":
        return f"failed with exit status {manifest.exit_status}"
    for file in manifest.files:
        there = path / file.name
        if not there.is_file() or there.stat().st_size != file.bytes:
            return f"{file.name} is not the {file.bytes} bytes it was written as"
    written = {file.name: file.sha256 for file in manifest.files}
    return next(filter(None, (_damage(path, table, written) for table in TABLES)), "")


def _damage(path: Path, table: str, written: dict[str, str]) -> str:
    """What is wrong with a trace table of the run in `path`; empty if nothing is. `written`: SHA-256 by file name.

    Captures are not checked like that: their reader finds its way through damage and counts it.
    """
    file = path / f"{table}.trace"
    try:
        if read_trace(file).table != table:
            return f"{file.name} holds another table"
        with file.open("rb") as data:
            changed = file.name in written and hashlib.file_digest(data, "sha256").hexdigest() != written[file.name]
    except (OSError, ValueError) as error:
        return f"{file.name} cannot be read ({_told(error, path)})"
    return f"{file.name} has changed since it was written" if changed else ""


def _told(error: Exception, path: Path) -> str:
    """What is wrong, without the folder that the reader knows already."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return str(reason).replace(f"{path}/", "")


def _run(path: Path, manifest: Manifest) -> Run:
    parameters = {**manifest.parameters, **manifest.varying}
    published = read_trace(path / "publications.trace").rows["time_ns"]
    sent = read_trace(path / "transmissions.trace").rows["time_ns"]
    first = int(published.min()) if len(published) else 0
    last = max(int(sent.max()) if len(sent) else 0, first + 1)
    return Run(
        variant=manifest.variant,
        replication=manifest.replication,
        path=str(path.resolve()),
        range_m=float(parameters.get("range", "nan")),
        start_ns=_seconds(parameters.get("warmup"), first),
        end_ns=_seconds(parameters.get("duration"), last),
        varying=dict(manifest.varying),
    )


def _seconds(value: Scalar | None, otherwise: int) -> int:
    return otherwise if value is None else round(float(value) * 1_000_000_000)
