"""Run folders on disk: which are done, how one appears whole, and what a killed harness leaves behind.

A run is written into a hidden folder beside its place (`.1.partial`) and renamed when its manifest, written last, is
safe on disk. So a run's folder either has a whole manifest or was not made here.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pyharness import fingerprint
from pyharness.plan import PlannedRun
from schema.manifest import MANIFEST, RUNS, Manifest, OutputFile, read_manifest

LOG = "stdout.log"


@dataclass(frozen=True)
class Standing:
    """What a results folder already has of a plan."""

    done: tuple[PlannedRun, ...]
    missing: tuple[PlannedRun, ...]
    """To be run: never run, cut short, or failed before."""
    failed_before: int
    """How many of `missing` had failed."""
    outdated: tuple[Path, ...]
    """Folders at planned places whose run was of another program, version or parameters."""
    damaged: tuple[Path, ...]
    """Folders at planned places without a whole manifest."""


def look(folder: Path, runs: tuple[PlannedRun, ...]) -> Standing:
    """Compare the plan with what is in experiment folder `folder`; changes nothing."""
    done, missing, outdated, damaged, failed = [], [], [], [], 0
    for run in runs:
        place = folder / run.place
        manifest = read_manifest(place)
        if manifest is not None and manifest.identity == run.identity and manifest.state == "done":
            if _whole(place, manifest):
                done.append(run)
                continue
            damaged.append(place)
        elif manifest is not None and manifest.identity == run.identity:
            failed += 1
        elif manifest is not None:
            outdated.append(place)
        elif place.exists():
            damaged.append(place)
        missing.append(run)
    return Standing(tuple(done), tuple(missing), failed, tuple(outdated), tuple(damaged))


def clear_leftovers(folder: Path) -> int:
    """Remove the hidden folders of a harness that was killed; returns how many. Only under the folder's lock."""
    leftovers = [path for path in folder.glob(f"{RUNS}/*/.*") if path.name.endswith((".partial", ".old"))]
    for path in leftovers:
        shutil.rmtree(path)
    return len(leftovers)


def make_way(standing: Standing) -> None:
    """Before a sweep: outdated runs are hidden, so that two plans never meet in one table, and go when their place is
    taken or the next sweep begins; damaged folders, which may hold something that is not ours, are set aside."""
    for place in standing.outdated:
        place.rename(_old(place))
    for place in standing.damaged:
        stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{time.monotonic_ns()}"
        place.rename(place.with_name(f"{place.name}.damaged-{stamp}"))


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
    fingerprint.write_whole(partial / MANIFEST, manifest.model_dump_json(indent=2) + "\n")
    old = _old(place)
    if place.exists():
        place.rename(old)
    partial.rename(place)
    fingerprint.sync(place.parent)
    shutil.rmtree(old, ignore_errors=True)
    return manifest


def fresh_partial(place: Path) -> Path:
    """An empty hidden folder beside `place` for a run to write into."""
    partial = place.with_name(f".{place.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    return partial


def _old(place: Path) -> Path:
    """Where a run that has to give way is hidden."""
    return place.with_name(f".{place.name}.old")


def _whole(place: Path, manifest: Manifest) -> bool:
    """Whether every file the manifest lists is there with its size (its bytes are not read again)."""
    try:
        return all((place / file.name).stat().st_size == file.bytes for file in manifest.files)
    except OSError:
        return False
