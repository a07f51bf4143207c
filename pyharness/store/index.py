"""The index of an experiment's runs, in SQLite: a look at 100,000 runs takes a second.

It is a cache of the manifests. An entry holds for a run whose files have the noted sizes and times; a lost or damaged
index is made anew. Several harnesses may write to it at once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from pathlib import Path

from schema.run_index import INDEX, Entry

SHAPE = 2
"""Version of the columns: an index of another version is made anew."""
WRITER_WITHIN_S = 10.0
"""Longest wait for another harness that writes."""


class Index:
    """The index of experiment folder `folder`. A broken file costs time and nothing else."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / INDEX

    def entries(self) -> dict[str, Entry]:
        """Run (`variant/replication`) to entry; empty where there is no index that can be read."""
        if not self._path.exists():
            return {}
        try:
            with closing(self._connect()) as connection:
                rows = connection.execute(f"SELECT run, {', '.join(Entry._fields)} FROM runs")
                return {row[0]: Entry._make(row[1:]) for row in rows}
        except sqlite3.OperationalError:  # in use for long, or not to be opened
            return {}
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)
            return {}

    def put(self, entries: Iterable[tuple[str, Entry]]) -> None:
        """Insert or replace the entries of runs."""
        places = ", ".join("?" * (1 + len(Entry._fields)))
        rows = [(run, *entry) for run, entry in entries]
        self._write(lambda connection: connection.executemany(f"INSERT OR REPLACE INTO runs VALUES ({places})", rows))

    def forget(self, runs: Iterable[str]) -> None:
        """Delete the entries of `runs`."""
        rows = [(run,) for run in runs]
        self._write(lambda connection: connection.executemany("DELETE FROM runs WHERE run = ?", rows))

    def _write(self, statement: Callable[[sqlite3.Connection], object]) -> None:
        try:
            self._transaction(statement)
        except sqlite3.OperationalError:  # a full disk, a folder that may only be read
            return
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)
            with suppress(sqlite3.DatabaseError):
                self._transaction(statement)

    def _transaction(self, statement: Callable[[sqlite3.Connection], object]) -> None:
        with closing(self._connect()) as connection, connection:
            statement(connection)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=WRITER_WITHIN_S)
        try:
            connection.execute("PRAGMA synchronous = OFF")  # the manifests are the record
            columns = ", ".join(Entry._fields)
            if connection.execute("PRAGMA user_version").fetchone() != (SHAPE,):
                connection.execute("DROP TABLE IF EXISTS runs")
                connection.execute(f"PRAGMA user_version = {SHAPE}")
            connection.execute(f"CREATE TABLE IF NOT EXISTS runs (run TEXT PRIMARY KEY, {columns}) WITHOUT ROWID")
        except sqlite3.Error:
            connection.close()
            raise
        return connection
