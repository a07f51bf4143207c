"""An experiment's `index.sqlite`: what a row is, and which runs it calls corrupt. The harness writes it.

The analysis reads it so that a run which `check` found corrupt is left out even where sizes and times show nothing.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from schema.manifest import MANIFEST, RUNS

INDEX = "index.sqlite"


class Entry(NamedTuple):
    """One run's folder, as it was when its manifest was read."""

    stamp: str
    """Sizes and times of its files, by `stamp`."""
    state: str
    """done, failed, outdated or corrupt."""
    identity: str
    problem: str
    """Why it failed (`Manifest.failure`) or is corrupt."""
    wall_seconds: float
    peak_memory_bytes: int
    bytes: int
    ended: float
    """When, seconds since 1970; 0 if not known."""


def known_corrupt(folder: Path) -> dict[str, str]:
    """Run (`variant/replication`) -> problem: the runs that the index in `folder` calls corrupt, as their files still
    are. Empty where there is no index that can be read."""
    path = (folder / INDEX).resolve()
    if not path.exists():
        return {}
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT run, stamp, problem FROM runs WHERE state = 'corrupt'").fetchall()
    except sqlite3.Error:
        return {}
    return {run: problem for run, known, problem in rows if known == stamp(f"{folder}/{RUNS}/{run}")}


def stamp(place: str, whole: bool = True) -> str | None:
    """Sizes and times: of the manifest and the folder's list of names, then, if `whole`, of all files together.

    None where there is no folder `place`. The short form is the beginning of the whole one.
    """
    try:
        folder = os.stat(place)  # noqa: PTH116 - a hundred thousand times; pathlib doubles the time
        manifest = os.stat(f"{place}/{MANIFEST}")  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        return "corrupt " if os.path.lexists(place) else None
    short = f"{folder.st_mtime_ns} {manifest.st_mtime_ns} {manifest.st_size} "
    if not whole:
        return short
    newest = size = count = 0
    for file in files_in(place):
        status = file.stat(follow_symlinks=False)
        newest, size, count = max(newest, status.st_mtime_ns), size + status.st_size, count + 1
    return f"{short}{newest} {size} {count}."


def files_in(place: str) -> Iterator[os.DirEntry[str]]:
    """Every file below `place`."""
    with os.scandir(place) as found:
        for each in found:
            if each.is_dir(follow_symlinks=False):
                yield from files_in(each.path)
            else:
                yield each
