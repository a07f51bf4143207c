"""Which runs an experiment planned, and which of them may enter a statistic."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from schema.manifest import MANIFEST, RUNS, Experiment, Manifest, Scalar, read_experiment
from schema.run_files import NotCounted, done_manifest, first_difference
from schema.run_index import files_in, known_corrupt
from schema.traces import read_run_table, read_trace, tables_of

PARSED = "parsed"
"""The folder, in an experiment's, of what the analysis keeps of its runs."""
_NS_PER_S = 1_000_000_000
_WINDOW_TICKS = 50
"""Ticks of the window over which an overlay's brokers count, where the program has no such parameter."""


RunKey = tuple[str, int]
"""Variant and replication."""


@dataclass(frozen=True)
class Finished:
    """A run that is done by its manifest, which alone has been read."""

    variant: str
    replication: int
    path: str
    varying: dict[str, Scalar]
    key: str
    """Digest of its manifest and of every file's name, size and time of last change: it identifies the content."""


@dataclass(frozen=True)
class Run:
    """A run that may be counted. `start_ns` to `end_ns` is the measured window, in simulated time."""

    variant: str
    replication: int
    path: str
    range_m: float
    """Nominal range of a link; NaN where the program has no such parameter."""
    start_ns: int
    end_ns: int
    kind: str = "radio"
    """Name of its kind of network in schema.kinds."""
    tick_ns: int = _NS_PER_S
    """The unit of time of an overlay's costs."""
    step_ns: int = _WINDOW_TICKS * _NS_PER_S
    """The window over which an overlay's brokers count their traffic."""


@dataclass(frozen=True)
class Plan:
    """An experiment's runs: those that are done, and what is wrong with the others."""

    experiment: Experiment
    runs: tuple[tuple[str, int], ...]
    """Variant and replication of every planned run, by variant, then replication."""
    finished: tuple[Finished, ...]
    failed: dict[tuple[str, int], str]
    """Variant and replication -> why."""


def read_plan(folder: Path) -> Plan:
    """What was planned in `folder` and how far it is. Raises what `read_experiment` raises."""
    experiment = read_experiment(folder)
    rank = {name: index for index, name in enumerate(experiment.variants)}
    runs = tuple(sorted(experiment.planned(), key=lambda run: (rank[run[0]], run[1])))
    return Plan(experiment, runs, *finished_of(folder, runs))


def finished_of(
    folder: Path, runs: Iterable[tuple[str, int]]
) -> tuple[tuple[Finished, ...], dict[tuple[str, int], str]]:
    """Return those of `runs` (variant, replication) that are done by their manifests, and why the others are not.

    What the harness' index calls corrupt is among the others, also where sizes and times show nothing.
    """
    done: list[Finished] = []
    failed: dict[tuple[str, int], str] = {}
    corrupt = known_corrupt(folder)
    for variant, replication in runs:
        if problem := corrupt.get(f"{variant}/{replication}"):
            failed[variant, replication] = problem
            continue
        path = (folder / RUNS / variant / str(replication)).resolve()
        try:
            manifest = done_manifest(path)
            done.append(Finished(variant, replication, str(path), dict(manifest.varying), _key(path)))
        except NotCounted as reason:
            failed[variant, replication] = str(reason)
    return tuple(done), failed


def _key(path: Path) -> str:
    digest = hashlib.sha256((path / MANIFEST).read_bytes())
    files = sorted((os.path.relpath(file.path, path), file.stat()) for file in files_in(str(path)) if file.is_file())
    for name, about in files:
        digest.update(f"{name} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def read_run(finished: Finished) -> Run:
    """The run, every byte of its files read. Raises NotCounted where it may not be counted."""
    path = Path(finished.path)
    manifest = done_manifest(path)
    if difference := first_difference(path, manifest, every_byte=True):
        raise NotCounted(difference)
    for table in tables_of(manifest.network_kind):
        _check_table(path, table, manifest.network_kind)
    return _run(path, manifest)


def _check_table(path: Path, table: str, kind: str) -> None:
    """Raise NotCounted if a trace table in `path` is not one, though the run wrote it so.

    Captures are not checked like that: their reader finds its way through damage and counts it.
    """
    file = path / f"{table}.trace"
    try:
        found = read_run_table(path, table, kind).table
    except (OSError, ValueError) as error:
        raise NotCounted(f"{file.name} cannot be read ({_reason(error, path)})") from error
    if found != table:
        raise NotCounted(f"{file.name} holds another table")


def _reason(error: Exception, path: Path) -> str:
    """The reason of an error, without the run's folder, which the sentence names already."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return str(reason).replace(f"{path}/", "")


def run_window(path: Path) -> tuple[int, int]:
    """Start and end of the measured window, ns, of the done run in folder `path`. Raises NotCounted and OSError."""
    run = _run(path, done_manifest(path))
    return run.start_ns, run.end_ns


def _run(path: Path, manifest: Manifest) -> Run:
    parameters = {**manifest.parameters, **manifest.varying}
    published = read_trace(path / "publications.trace").rows["time_ns"]
    sent = read_trace(path / "transmissions.trace").rows["time_ns"]
    first = int(published.min()) if len(published) else 0
    last = max(int(sent.max()) if len(sent) else 0, first + 1)
    return Run(
        variant=manifest.variant,
        replication=manifest.replication,
        path=str(path),
        range_m=float(parameters.get("range", "nan")),
        start_ns=_seconds(parameters.get("warmup"), first),
        end_ns=_seconds(parameters.get("duration"), last),
        kind=manifest.network_kind,
        tick_ns=(tick_ns := _seconds(parameters.get("tick_s"), _NS_PER_S)),
        step_ns=round(tick_ns * float(parameters.get("window_ticks", _WINDOW_TICKS))),
    )


def _seconds(value: Scalar | None, otherwise: int) -> int:
    return otherwise if value is None else round(float(value) * _NS_PER_S)
