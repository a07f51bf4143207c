"""What has been measured, kept in the experiment's folder: no run is measured twice by the same analysis.

    results/<experiment>/parsed/measured.sqlite

Nothing in it is needed: where it is lost or damaged, the runs are measured again.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

import duckdb
import numpy

from spark_analysis.measurement import Measurement
from spark_analysis.parsed import PARSED
from spark_analysis.runs import Finished

Key = tuple[str, int]
"""Variant and replication."""

_TABLE = """
CREATE TABLE IF NOT EXISTS measured (
    variant TEXT, replication INTEGER, run TEXT, analysis TEXT, measurement TEXT, PRIMARY KEY (variant, replication)
) WITHOUT ROWID
"""
_REPORTING = (
    *("report", "statistics.py", "tables.py", "table_columns.py", "warmup.py", "summary.py"),
    *("verdict.py", "changes.py", "results.py", "datasource", "cluster"),
)
"""Parts of the analysis that come after the measurement, or beside it."""


class Memory:
    """The measurements of the runs of one experiment."""

    def __init__(self, experiment: Path) -> None:
        self._file = experiment / PARSED / "measured.sqlite"

    def recall(self, runs: Iterable[Finished]) -> dict[Key, Measurement]:
        """What is known of `runs`: measured as they are now, by the analysis as it is now."""
        wanted = {(run.variant, run.replication): run.key for run in runs}
        if not self._file.is_file():
            return {}
        try:
            with closing(sqlite3.connect(self._file)) as database:
                rows = database.execute(
                    "SELECT variant, replication, run, measurement FROM measured WHERE analysis = ?",
                    (analysis_sha256(),),
                ).fetchall()
            return {
                (variant, replication): Measurement.from_json(text)
                for variant, replication, key, text in rows
                if wanted.get((variant, replication)) == key
            }
        except (sqlite3.DatabaseError, ValueError, TypeError):
            return {}

    def keep(self, runs: Iterable[Finished], measurements: Mapping[Key, Measurement]) -> None:
        """Keep the `measurements` of `runs`."""
        rows = [
            (run.variant, run.replication, run.key, analysis_sha256(), measurements[key].to_json())
            for run in runs
            if (key := (run.variant, run.replication)) in measurements
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
    here = Path(__file__).parent
    root = here.parent
    sources = [
        source
        for package in (here, root / "schema", root / "pyharness" / "similarity.py")
        for source in (sorted(package.rglob("*.py")) if package.is_dir() else [package])
        if not (source.is_relative_to(here) and source.relative_to(here).parts[0] in _REPORTING)
    ]
    digest = hashlib.sha256(f"{duckdb.__version__} {numpy.__version__}".encode())
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()
