"""Two folders of one experiment into one: runs made on several machines, or with other replications or variants."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pyharness.store import run_folders
from pyharness.store.folder_lock import AT_WORK, PLAN, open_lock
from pyharness.store.status import experiment_in, planned_runs
from schema import digests
from schema.errors import UsageError
from schema.manifest import EXPERIMENT, PROVENANCE, RUNS, Experiment, Manifest, Scalar, read_manifest


@dataclass(frozen=True)
class Merged:
    """What became of the runs of the folder that was merged."""

    taken: int
    present: int
    """Done in the target already, with the same bytes."""
    left: int
    """Not copied: failed, or not whole."""


def merge_folders(source: Path, target: Path) -> Merged:
    """Copy every done run of `source` that `target` lacks, whole or not at all; `source` stays as it is.

    `target` may be new. Raises UsageError, with nothing changed, where the two are of different experiments, were made
    by different programs, or have different bytes for the same run.
    """
    theirs = experiment_in(source)
    here, there = source.resolve(), target.resolve()
    if here.is_relative_to(there) or there.is_relative_to(here):
        raise UsageError(f"{target}: is {source}, or one is within the other, expected two folders apart")
    ours = _experiment_or_none(target)
    if ours is not None:
        _check_same_experiment(source, theirs, target, ours)
    runs = planned_runs(theirs)
    there_already = planned_runs(ours) if ours else []
    _runs_to_copy(source, target, runs, there_already)  # before anything is made: a refusal changes nothing
    with open_lock(target) as lock, lock.held(PLAN):
        if not lock.take(AT_WORK):
            raise UsageError(f"{target}: a harness is at work in this folder, wait for it or end it")
        run_folders.clear_leftovers(target)
        taken, present = _runs_to_copy(source, target, runs, there_already)
        for run in taken:
            _copy(source / RUNS / run, target / RUNS / run)
        _copy_new(source / PROVENANCE, target / PROVENANCE)
        whole = theirs if ours is None else _together(ours, theirs)
        digests.write_whole(target / EXPERIMENT, whole.model_dump_json(indent=2) + "\n")
        return Merged(taken=len(taken), present=present, left=len(runs) - len(taken) - present)


def _experiment_or_none(target: Path) -> Experiment | None:
    return experiment_in(target) if (target / EXPERIMENT).exists() else None


def _check_same_experiment(source: Path, theirs: Experiment, target: Path, ours: Experiment) -> None:
    for key, a, b in (
        ("name", theirs.name, ours.name),
        ("program", theirs.program, ours.program),
        ("varying", list(theirs.varying), list(ours.varying)),
    ):
        if a != b:
            raise UsageError(f"{source}: its {key} is {a!r}, expected {b!r} as in {target}")
    for key in sorted(theirs.parameters.keys() | ours.parameters.keys()):
        one, other = theirs.parameters.get(key), ours.parameters.get(key)
        if one != other:
            raise UsageError(f"{source}: its {key} is {one!r}, expected {other!r} as in {target}")


def _runs_to_copy(source: Path, target: Path, runs: Iterable[str], ours: Iterable[str]) -> tuple[list[str], int]:
    """Return those of `runs` to copy, and how many the target has already.

    Raises UsageError on the first contradiction, also of origin; the target's is that of the first done run of `ours`.
    """
    taken, present = [], 0
    first = next(filter(None, (_done(target / RUNS / run) for run in ours)), None)
    origins = {_origin(first)} if first else set()
    for run in runs:
        new, old = _done(source / RUNS / run), _done(target / RUNS / run)
        for manifest in filter(None, (old, new)):
            origins.add(_origin(manifest))
        if len(origins) > 1:
            raise UsageError(f"{source}: run {run} was made by another program, ns-3 or log than those of {target}")
        if new is not None and old is not None:
            if (new.identity, new.files) != (old.identity, old.files):
                raise UsageError(f"{source}: run {run} has other parameters or bytes than the one in {target}")
            present += 1
        elif new is not None:
            taken.append(run)
    return taken, present


def _origin(manifest: Manifest) -> tuple[str, str | None, str]:
    """Return what has to be the same in all runs of a folder."""
    return manifest.program_sha256, manifest.versions.get("ns3"), manifest.ns_log


def _done(place: Path) -> Manifest | None:
    """Return the manifest of a run that is done and whole, else None."""
    manifest = read_manifest(place)
    if manifest is None or manifest.state != "done" or run_folders.examine(place, every_byte=False).state != "done":
        return None
    return manifest


def _copy(place: Path, to: Path) -> None:
    """Copy a run; a failed or corrupt run at its place gives way as it would to a sweep."""
    partial = run_folders.fresh_partial(to)
    try:
        shutil.copytree(place, partial, dirs_exist_ok=True)
        run_folders.put_in_place(partial, to)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _copy_new(source: Path, target: Path) -> None:
    if source.is_dir():
        target.mkdir(exist_ok=True)
        for path in source.iterdir():
            if not (target / path.name).exists():
                shutil.copyfile(path, target / path.name)


def _together(ours: Experiment, theirs: Experiment) -> Experiment:
    """Return all variants and values of both, ours first, with the greater number of replications."""
    values: dict[str, tuple[Scalar, ...]] = {
        key: tuple(dict.fromkeys((*ours.varying[key], *theirs.varying[key]))) for key in ours.varying
    }
    variants = tuple(dict.fromkeys((*ours.variants, *theirs.variants)))
    most = max(ours.replications, theirs.replications)
    given = {
        name: max(each.replications_of(name) for each in (ours, theirs) if name in each.variants) for name in variants
    }
    ruled = ours.stop or theirs.stop  # or else a variant with fewer is one whose others are missing
    return ours.model_copy(
        update={
            "variants": variants,
            "varying": values,
            "replications": most,
            "fewer": {name: count for name, count in given.items() if count < most} if ruled else {},
            "stop": ruled,
            "plan": ours.plan if ours.plan == theirs.plan else "",
        }
    )
