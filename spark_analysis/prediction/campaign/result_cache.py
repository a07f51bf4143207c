"""Results by series and settings, in one file: an interrupted evaluation goes on where it was.

    <output>/cache/evaluations.sqlite

Nothing in it is needed: where it is lost or damaged, the series are evaluated again.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from spark_analysis.prediction.campaign.series_result import SeriesResult

_TABLE = "CREATE TABLE IF NOT EXISTS evaluated (key TEXT PRIMARY KEY, result BLOB) WITHOUT ROWID"


class ResultCache:
    """The results that are kept in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "evaluations.sqlite"

    def recall(self, keys: Iterable[str]) -> dict[str, SeriesResult]:
        """Return the results of those of `keys` that are kept whole."""
        if not self._file.is_file():
            return {}
        wanted = set(keys)
        try:
            with closing(sqlite3.connect(self._file)) as database:
                rows = database.execute("SELECT key, result FROM evaluated").fetchall()
        except sqlite3.DatabaseError:
            return {}
        found: dict[str, SeriesResult] = {}
        for key, octets in rows:
            if key in wanted:
                with suppress(ValueError, TypeError, KeyError, zlib.error):
                    found[key] = SeriesResult.from_json(zlib.decompress(octets).decode())
        return found

    def keep(self, results: Mapping[str, SeriesResult]) -> None:
        """Keep `results`, all or none of them. Raises OSError."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        rows = [(key, zlib.compress(result.to_json().encode(), 1)) for key, result in results.items()]
        try:
            self._write(rows)
        except sqlite3.DatabaseError:
            for file in self._file.parent.glob(f"{self._file.name}*"):
                file.unlink()
            with suppress(sqlite3.DatabaseError):  # a full disk, say: they are evaluated again
                self._write(rows)

    def _write(self, rows: list[tuple[str, bytes]]) -> None:
        with closing(sqlite3.connect(self._file, timeout=60)) as database, database:
            database.execute(_TABLE)
            database.executemany("REPLACE INTO evaluated VALUES (?, ?)", rows)
