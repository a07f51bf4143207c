"""Run folders on disk: which runs are done, how a run appears whole, and the leftovers of a killed harness.

A run is written into a hidden folder beside its place (`.1.partial`) and renamed when its manifest, written last, is
safe on disk. So a run's folder has a whole manifest, or no harness has made it.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pyharness.experiment.plan import PlannedRun
from pyharness.store.index import Index
from schema import digests
from schema.errors import CommandFailed, UsageError
from schema.manifest import (
    EXPERIMENT,
    MANIFEST,
    PROVENANCE,
    RUNS,
    CorruptManifest,
    Manifest,
    OutdatedManifest,
    OutputFile,
    sealed,
    unsealed,
)
from schema.run_files import first_difference, manifest_in
from schema.run_index import INDEX, Entry, stamp

LOOKED_AT_WHOLE = 20_000
"""Up to so many runs, the size and time of every file is compared (a second); beyond, of folder and manifest."""


class CannotStore(CommandFailed):
    """Results cannot be written: a full disk, a folder without permission."""


@dataclass(frozen=True)
class StoredRuns:
    """What an experiment's folder holds of a plan."""

    done: tuple[PlannedRun, ...]
    done_entries: tuple[Entry, ...]
    """The index entry of each of `done`."""
    missing: tuple[PlannedRun, ...]
    """To be run: never run, cut short, or failed before."""
    failed_before: Mapping[str, str]
    """Those of `missing` that had failed, by label, with the stamp of their folder."""
    outdated: tuple[Path, ...]
    """Folders at planned places whose run was of another program, version or parameters."""
    corrupt: tuple[tuple[Path, str], ...]
    """Folders at planned places that are not as a harness left them, and what is wrong with each."""


def compare_with_plan(folder: Path, runs: tuple[PlannedRun, ...], update_index: bool = True) -> StoredRuns:
    """Compare the planned `runs` with the runs in experiment folder `folder`; with `update_index`, note news there."""
    done, done_entries, missing, outdated, corrupt = [], [], [], [], []
    failed = {}
    for run, entry in zip(runs, entries(folder, [run.label for run in runs], update_index), strict=True):
        if entry is None:
            missing.append(run)
        elif entry.state == "corrupt":
            corrupt.append((folder / run.place, entry.problem))
            missing.append(run)
        elif entry.identity != run.identity:
            outdated.append(folder / run.place)
            missing.append(run)
        elif entry.state == "failed":
            failed[run.label] = entry.stamp
            missing.append(run)
        else:
            done.append(run)
            done_entries.append(entry)
    return StoredRuns(
        done=tuple(done),
        done_entries=tuple(done_entries),
        missing=tuple(missing),
        failed_before=failed,
        outdated=tuple(outdated),
        corrupt=tuple(corrupt),
    )


def entries(folder: Path, runs: list[str], update_index: bool = True) -> Iterator[Entry | None]:
    """Yield the entry of each of `runs` (`variant/replication`), None for a run without a folder.

    The index holds for a run whose files have the sizes and times noted there. Any other run is read again, whole.
    """
    index = Index(folder)
    known = index.entries()
    whole = len(runs) <= LOOKED_AT_WHOLE
    base = f"{folder}/{RUNS}/"
    found: list[Entry | None] = []
    news: list[tuple[str, Entry]] = []
    for run in runs:
        now = stamp(base + run, whole)
        entry = known.get(run)
        if now is None:
            entry = None
        elif entry is None or not entry.stamp.startswith(now):
            entry = examine(Path(base + run), every_byte=entry is not None)
            news.append((run, entry))
        found.append(entry)
    if news and update_index:
        index.put(news)
    return iter(found)


def examine(place: Path, every_byte: bool) -> Entry:
    """Read the manifest in `place` and compare the files with it: their sizes, or with `every_byte` their content."""
    noted_stamp = stamp(str(place)) or ""
    try:
        manifest = manifest_in(place)
    except CorruptManifest as error:
        state = "outdated" if isinstance(error, OutdatedManifest) else "corrupt"
        return _unusable(noted_stamp, state, str(error))
    if problem := first_difference(place, manifest, every_byte):
        return _unusable(noted_stamp, "corrupt", problem, manifest.identity)
    return entry_of(manifest, noted_stamp)


def _unusable(noted_stamp: str, state: str, problem: str, identity: str = "") -> Entry:
    """Return the entry of a run that does not count."""
    return Entry(
        stamp=noted_stamp,
        state=state,
        identity=identity,
        problem=problem,
        wall_seconds=0.0,
        peak_memory_bytes=0,
        bytes=0,
        ended=0.0,
    )


def entry_of(manifest: Manifest, noted_stamp: str) -> Entry:
    """Return the index entry of a run with this manifest."""
    return Entry(
        stamp=noted_stamp,
        state=manifest.state,
        identity=manifest.identity,
        problem=manifest.failure,
        wall_seconds=manifest.wall_seconds,
        peak_memory_bytes=manifest.peak_memory_bytes,
        bytes=sum(file.bytes for file in manifest.files),
        ended=datetime.fromisoformat(manifest.started).timestamp() + manifest.wall_seconds,
    )


def run_manifest(run: Path) -> Manifest:
    """Return the manifest of the run in folder `run`. Raises UsageError where there is none, or a corrupt one."""
    if run.name == MANIFEST:
        run = run.parent
    try:
        return unsealed((run / MANIFEST).read_bytes())
    except OSError as error:
        raise UsageError(f"{run}: not a run's folder, expected a {MANIFEST} in it") from error
    except CorruptManifest as error:
        raise UsageError(f"{run}: {error}, the next sweep makes this run anew") from error


def unmake(folder: Path) -> None:
    """Remove the files that a sweep has put beside its runs; for a folder without a run."""
    for name in (EXPERIMENT, INDEX):
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / PROVENANCE, ignore_errors=True)
    for empty in [*(folder / RUNS).glob("*"), folder / RUNS]:
        with suppress(OSError):
            empty.rmdir()


def clear_leftovers(folder: Path) -> None:
    """Remove the hidden leftovers of a killed harness. Call it only where no other is at work."""
    for path in list(_hidden(folder / RUNS)):
        if path.name.endswith((".partial", ".old")):
            shutil.rmtree(path)
    for path in [*folder.glob(".*.partial"), *folder.glob("*/.*.partial")]:
        path.unlink(missing_ok=True)


def _hidden(runs: Path) -> Iterator[Path]:
    if not runs.is_dir():
        return
    with os.scandir(runs) as variants:
        for variant in variants:
            if variant.is_dir():
                with os.scandir(variant) as found:
                    yield from (Path(each.path) for each in found if each.name.startswith("."))


def make_way(folder: Path, stored: StoredRuns) -> None:
    """Hide outdated runs and set corrupt folders aside, before a sweep.

    Hidden runs keep two plans out of one table; they are removed when their place is taken or the next sweep begins.
    Corrupt folders are kept under another name, because they may hold other people's files.
    """
    for place in stored.outdated:
        place.rename(_old(place))
    for place, _ in stored.corrupt:
        set_aside(place)
    Index(folder).forget(_label(place) for place in (*stored.outdated, *(place for place, _ in stored.corrupt)))


def set_aside(place: Path) -> Path:
    """Rename a corrupt folder to a name that no harness touches."""
    aside = place.with_name(f"{place.name}.corrupt-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{time.monotonic_ns()}")
    return place.rename(aside)


def give_back(stored: StoredRuns) -> None:
    """Undo `make_way` for outdated runs, where the program refuses the new plan."""
    for place in stored.outdated:
        if not place.exists():
            _old(place).rename(place)


def publish(partial: Path, place: Path, manifest_of: Callable[[tuple[OutputFile, ...]], Manifest]) -> Manifest:
    """Turn the finished folder `partial` into the run at `place`.

    1. Flush and hash every file. 2. Write the manifest. 3. Rename the folder, which replaces an earlier run at `place`.
    Raises OSError (a full disk) with nothing at `place` changed.
    """
    files = []
    for path in sorted(path for path in partial.rglob("*") if path.is_file()):
        digests.sync(path)
        name = path.relative_to(partial).as_posix()
        files.append(OutputFile(name=name, bytes=path.stat().st_size, sha256=digests.of_file(path)))
    manifest = manifest_of(tuple(files))
    digests.write_whole(partial / MANIFEST, sealed(manifest))
    put_in_place(partial, place)
    return manifest


def put_in_place(partial: Path, place: Path) -> None:
    """Rename the whole run in `partial` to `place`, which replaces an earlier run there."""
    old = _old(place)
    if place.exists():
        place.rename(old)
    partial.rename(place)
    digests.sync(place.parent)
    shutil.rmtree(old, ignore_errors=True)


def probe(folder: Path) -> None:
    """Raise OSError where `folder` cannot hold one more megabyte."""
    path = folder / "probe"
    try:
        path.write_bytes(bytes(1 << 20))
    finally:
        path.unlink(missing_ok=True)


def partial_of(place: Path) -> Path:
    """Return the hidden folder beside `place` that a run writes into."""
    return place.with_name(f".{place.name}.partial")


def fresh_partial(place: Path) -> Path:
    """`partial_of(place)`, empty."""
    partial = partial_of(place)
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    return partial


def _old(place: Path) -> Path:
    """Return the hidden name of a run that is replaced."""
    return place.with_name(f".{place.name}.old")


def _label(place: Path) -> str:
    return f"{place.parent.name}/{place.name}"
