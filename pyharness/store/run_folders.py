"""Run folders on disk: which are done, how one appears whole, and what a killed harness leaves behind.

A run is written into a hidden folder beside its place (`.1.partial`) and renamed when its manifest, written last, is
safe on disk. So a run's folder either has a whole manifest or was not made here.
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
from schema import digests as fingerprint
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
)
from schema.run_files import first_difference, manifest_in
from schema.run_index import INDEX, Entry, stamp

LOOKED_AT_WHOLE = 20_000
"""Up to so many runs, every file's size and time is looked at (a second); beyond, each run's folder and manifest."""


@dataclass(frozen=True)
class Standing:
    """What a results folder already has of a plan."""

    done: tuple[PlannedRun, ...]
    took: tuple[Entry, ...]
    """Of each of `done`, what the index knows."""
    missing: tuple[PlannedRun, ...]
    """To be run: never run, cut short, or failed before."""
    failed_before: Mapping[str, str]
    """Those of `missing` that had failed, by label, with the stamp of their folder."""
    outdated: tuple[Path, ...]
    """Folders at planned places whose run was of another program, version or parameters."""
    corrupt: tuple[tuple[Path, str], ...]
    """Folders at planned places that are not as a harness left them, and what is wrong with each."""


def look(folder: Path, runs: tuple[PlannedRun, ...], remember: bool = True) -> Standing:
    """Compare the plan with what is in experiment folder `folder`; changes nothing but the index, if to `remember`."""
    done, took, missing, outdated, corrupt = [], [], [], [], []
    failed = {}
    for run, entry in zip(runs, entries(folder, [run.label for run in runs], remember), strict=True):
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
            took.append(entry)
    return Standing(tuple(done), tuple(took), tuple(missing), failed, tuple(outdated), tuple(corrupt))


def entries(folder: Path, runs: list[str], remember: bool = True) -> Iterator[Entry | None]:
    """What is at the place of each of `runs` (`variant/replication`); None where nothing is.

    The index is believed where a run's files have the sizes and times they had; what has changed is read again, whole.
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
    if news and remember:
        index.put(news)
    return iter(found)


def examine(place: Path, every_byte: bool) -> Entry:
    """Read the manifest in `place` and hold the files against it: their sizes, or else every byte."""
    before = stamp(str(place)) or ""
    try:
        manifest = manifest_in(place)
    except CorruptManifest as error:
        state = "outdated" if isinstance(error, OutdatedManifest) else "corrupt"
        return Entry(before, state, "", str(error), 0.0, 0, 0, 0.0)
    if problem := first_difference(place, manifest, every_byte):
        return Entry(before, "corrupt", manifest.identity, problem, 0.0, 0, 0, 0.0)
    return entry_of(manifest, before)


def entry_of(manifest: Manifest, stamped: str) -> Entry:
    """The index's line for a run with this manifest."""
    size = sum(file.bytes for file in manifest.files)
    ended = datetime.fromisoformat(manifest.started).timestamp() + manifest.wall_seconds
    took = (manifest.wall_seconds, manifest.peak_memory_bytes, size)
    return Entry(stamped, manifest.state, manifest.identity, manifest.failure, *took, ended)


def unmake(folder: Path) -> None:
    """Remove what a sweep has put beside the runs, where there is no run."""
    for name in (EXPERIMENT, INDEX):
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / PROVENANCE, ignore_errors=True)
    for empty in [*(folder / RUNS).glob("*"), folder / RUNS]:
        with suppress(OSError):
            empty.rmdir()


def clear_leftovers(folder: Path) -> None:
    """Remove what a killed harness left hidden. Only where no other is at work."""
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


def make_way(folder: Path, standing: Standing) -> None:
    """Before a sweep: outdated runs are hidden, so that two plans never meet in one table, and go when their place is
    taken or the next sweep begins; corrupt folders, which may hold something that is not ours, are set aside."""
    for place in standing.outdated:
        place.rename(_old(place))
    for place, _ in standing.corrupt:
        set_aside(place)
    Index(folder).forget(_label(place) for place in (*standing.outdated, *(place for place, _ in standing.corrupt)))


def set_aside(place: Path) -> Path:
    """Give a corrupt folder another name, under which nothing here touches it again."""
    aside = place.with_name(f"{place.name}.corrupt-{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{time.monotonic_ns()}")
    return place.rename(aside)


def give_back(standing: Standing) -> None:
    """Undo `make_way` for outdated runs, when the new plan has turned out to be none."""
    for place in standing.outdated:
        if not place.exists():
            _old(place).rename(place)


def publish(partial: Path, place: Path, manifest_of: Callable[[tuple[OutputFile, ...]], Manifest]) -> Manifest:
    """Turn the finished folder `partial` into the run at `place`: every file synced and hashed, then the manifest,
    then the name. An earlier run at `place` gives way. Raises OSError (a full disk) with nothing at `place` changed."""
    files = []
    for path in sorted(path for path in partial.rglob("*") if path.is_file()):
        fingerprint.sync(path)
        name = path.relative_to(partial).as_posix()
        files.append(OutputFile(name=name, bytes=path.stat().st_size, sha256=fingerprint.of_file(path)))
    manifest = manifest_of(tuple(files))
    fingerprint.write_whole(partial / MANIFEST, sealed(manifest))
    put_in_place(partial, place)
    return manifest


def put_in_place(partial: Path, place: Path) -> None:
    """Give the whole run in `partial` its name. An earlier run of that name gives way."""
    old = _old(place)
    if place.exists():
        place.rename(old)
    partial.rename(place)
    fingerprint.sync(place.parent)
    shutil.rmtree(old, ignore_errors=True)


def probe(folder: Path) -> None:
    """Raises OSError where `folder` cannot hold a megabyte more."""
    path = folder / "probe"
    try:
        path.write_bytes(bytes(1 << 20))
    finally:
        path.unlink(missing_ok=True)


def partial_of(place: Path) -> Path:
    """The hidden folder beside `place` for a run to write into."""
    return place.with_name(f".{place.name}.partial")


def fresh_partial(place: Path) -> Path:
    """`partial_of(place)`, empty."""
    partial = partial_of(place)
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    return partial


def _old(place: Path) -> Path:
    """Where a run that has to give way is hidden."""
    return place.with_name(f".{place.name}.old")


def _label(place: Path) -> str:
    return f"{place.parent.name}/{place.name}"
