"""What has been measured, kept in the experiment's folder: no run is measured twice by the same analysis.

    results/<experiment>/parsed/measured.sqlite

Nothing in it is needed: where it is lost or damaged, the runs are measured again.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from schema.analysis_sources import analysis_sources_sha256
from spark_analysis.run.runs import PARSED, Finished, RunKey

if TYPE_CHECKING:
    from spark_analysis.run.measurement import Measurement

_TABLE = """
CREATE TABLE IF NOT EXISTS measured (
    variant TEXT, replication INTEGER, run TEXT, analysis TEXT, measurement TEXT, PRIMARY KEY (variant, replication)
) WITHOUT ROWID
"""
_AFTER_MEASUREMENT = re.compile(r"^COMES_AFTER_MEASUREMENT = True$", re.MULTILINE)


class MeasurementCache:
    """The measurements of the runs of one experiment."""

    def __init__(self, experiment: Path) -> None:
        self._file = experiment / PARSED / "measured.sqlite"

    def recall(self, runs: Iterable[Finished]) -> dict[RunKey, Measurement]:
        """Return the measurements of `runs` as they are now, by the analysis as it is now."""
        from spark_analysis.run.measurement import (
            Measurement,  # what measures takes a second, which `measured_runs` need not wait for
        )

        try:
            return {key: Measurement.from_json(text) for key, text in self._kept(runs).items()}
        except (ValueError, TypeError):
            return {}

    def measured_runs(self, runs: Iterable[Finished]) -> set[RunKey]:
        """Return those of `runs` that `recall` returns a measurement of."""
        return set(self._kept(runs))

    def _kept(self, runs: Iterable[Finished]) -> dict[RunKey, str]:
        wanted = {(run.variant, run.replication): run.key for run in runs}
        if not self._file.is_file():
            return {}
        try:
            with closing(sqlite3.connect(self._file)) as database:
                rows = database.execute(
                    "SELECT variant, replication, run, measurement FROM measured WHERE analysis = ?",
                    (analysis_sha256(),),
                ).fetchall()
        except sqlite3.DatabaseError:
            return {}
        return {
            (variant, replication): text
            for variant, replication, key, text in rows
            if wanted.get((variant, replication)) == key
        }

    def keep(self, runs: Iterable[Finished], measurements: Mapping[RunKey, Measurement]) -> None:
        """Keep the `measurements` of `runs`, but for damaged ones: those are read again, in case they were mended."""
        rows = [
            (run.variant, run.replication, run.key, analysis_sha256(), found.to_json())
            for run in runs
            if (found := measurements.get((run.variant, run.replication))) and not found.damage
        ]
        self._file.parent.mkdir(exist_ok=True)
        try:
            self._write(rows)
        except sqlite3.DatabaseError:
            for file in self._file.parent.glob(f"{self._file.name}*"):
                file.unlink()
            with suppress(sqlite3.DatabaseError):  # a full disk, say: they are measured again
                self._write(rows)

    def _write(self, rows: list[tuple[str, int, str, str, str]]) -> None:
        with closing(sqlite3.connect(self._file, timeout=60)) as database, database:
            database.execute(_TABLE)
            database.executemany("REPLACE INTO measured VALUES (?, ?, ?, ?, ?)", rows)


@cache
def analysis_sha256() -> str:
    """Digest of what decides the numbers: the analysis up to its measurements, what is read, the libraries."""
    root = Path(__file__).parents[2]
    sources = analysis_sources_sha256(root, without=folders_after_measurement(root / "spark_analysis"))
    return hashlib.sha256(f"{version('duckdb')} {version('numpy')} {sources}".encode()).hexdigest()


def folders_after_measurement(package: Path) -> tuple[str, ...]:
    """Return the folders of the analysis that no measurement depends on: their `__init__.py` declares it.

    A folder counts unless it declares otherwise. Where the declaration is forgotten, runs are measured again.
    """
    marked = (each.parent.name for each in package.glob("*/__init__.py") if _AFTER_MEASUREMENT.search(each.read_text()))
    return tuple(sorted(marked))
