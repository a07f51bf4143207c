"""One run's tables, for SQL and for numpy: what every metric is computed from."""

from __future__ import annotations

import os
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from schema.traces import TABLES, Trace, read_trace
from spark_analysis.run.arrivals import PAIR, Arrivals
from spark_analysis.run.packet_store import PACKETS, captures_of
from spark_analysis.run.runs import Run

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {"threads": "1", "memory_limit": "1GB"}
"""A worker has one core; one thread adds numbers in one order."""

AIRTIME_US = """CASE WHEN rate_kbps IN (1000, 2000, 5500, 11000) THEN 192 + ceil(8000 * bytes / rate_kbps)
     WHEN rate_kbps > 0 THEN 20 + 4 * ceil((16 + 8 * bytes + 6) * 1000 / (4 * rate_kbps)) ELSE 0 END"""
"""How long a frame is on the air, in µs: 802.11b's long preamble and the bits, or OFDM's preamble and symbols."""

FRAMES = f"""
CREATE TEMP TABLE frames AS
SELECT node, type, is_event, is_tx, retry, publisher, sequence, bytes, header_bytes, rate_kbps,
       time_ns BETWEEN start_ns AND end_ns AS in_window, count(*) AS frames,
       {AIRTIME_US} AS airtime_us
FROM packets, run GROUP BY ALL
"""
"""The packets counted: so many `frames` are alike, and each is on the air for `airtime_us`."""

IN_WINDOW = "CREATE TEMP VIEW in_window AS SELECT frames.*, nodes, window_s FROM frames, run WHERE in_window"


class RunTables:
    """The traces of a run and its packets, for queries and for numpy; each is read when first asked for.

    Queries find the tables of schema.traces; `packets` (spark_analysis.run.packet_store); `frames` and `in_window`
    (above);
    `heard`: which events a radio received, how many `times`, and when first, `first_ns`; `delivered`: `due` with what
    became of each, `hops` and `age_ns` being NULL where it was not delivered; and `run`: one row with `nodes`,
    `start_ns`, `end_ns`, `window_s`, `range_m` and `captures`, the number of its captures.
    """

    def __init__(self, run: Run, packets: Path) -> None:
        self.run = run
        self._packets = packets
        self._traces: dict[str, Trace] = {}

    def trace(self, table: str) -> Trace:
        """A table of schema.traces."""
        if table not in self._traces:
            self._traces[table] = read_trace(Path(self.run.path) / f"{table}.trace")
        return self._traces[table]

    def query(self, sql: str) -> duckdb.DuckDBPyConnection:
        """The answer to `sql`, to be fetched."""
        return self._database.execute(sql)

    def numbers(self, sql: str) -> dict[str, np.ndarray]:
        """The columns of the answer to `sql`."""
        return dict(self.query(sql).fetchnumpy())

    @cached_property
    def _database(self) -> duckdb.DuckDBPyConnection:
        spill = Path(
            tempfile.gettempdir(), f"run-tables-{os.getpid()}"
        )  # is made if need be, and goes with the database
        database = duckdb.connect(config={**_SETTINGS, "temp_directory": str(spill)})
        for table in TABLES:
            database.register(table, self._arrow(table))
        database.register("run", self._about())
        database.register("captured", database.from_parquet(str(self._packets)))
        database.execute(f"CREATE TEMP VIEW packets AS SELECT node, {', '.join(PACKETS)} FROM captured")
        database.execute(FRAMES)
        database.execute(IN_WINDOW)
        database.register("delivered", self._delivered())
        database.register("heard", _heard(database))
        return database

    def _arrow(self, table: str) -> pa.Table:
        trace = self.trace(table)
        columns: dict[str, Any] = {}
        for name, kind in TABLES[table]:
            values = np.ascontiguousarray(trace.rows[name])
            strings = pa.array(trace.strings, pa.string())
            columns[name] = pa.DictionaryArray.from_arrays(values, strings) if kind == "str" else pa.array(values)
        return pa.table(columns)

    def _delivered(self) -> pa.Table:
        due, made = self.trace("due").rows, self.trace("deliveries").rows
        made = made[made["wanted"] == 1]
        at = Arrivals.of(*(made[name] for name in PAIR)).first_of(*(due[name] for name in PAIR))
        columns = {name: pa.array(np.ascontiguousarray(due[name])) for name in due.dtype.names or ()}
        for name in ("hops", "age_ns"):
            columns[name] = pa.array(made[name][at] if len(made) else np.zeros(len(at), np.int64), mask=at < 0)
        return pa.table(columns)

    def _about(self) -> pa.Table:
        run = self.run
        about = {
            "nodes": len(self.trace("nodes").rows),
            "start_ns": run.start_ns,
            "end_ns": run.end_ns,
            "window_s": (run.end_ns - run.start_ns) / 1e9,
            "range_m": run.range_m,
            "captures": len(captures_of(Path(run.path))),
        }
        return pa.table({name: [value] for name, value in about.items()})

    def close(self) -> None:
        """Give the memory back."""
        self._traces.clear()
        self.__dict__.pop("_database", None)


def _heard(database: duckdb.DuckDBPyConnection) -> pa.Table:
    received = database.execute(f"SELECT {', '.join(PAIR)}, time_ns FROM packets WHERE is_event AND NOT is_tx")
    rows = received.fetchnumpy()
    found = Arrivals.of(*(rows[name] for name in PAIR))
    columns = {name: getattr(found, name) for name in (*PAIR, "times")}
    return pa.table({**columns, "first_ns": rows["time_ns"][found.first]})
