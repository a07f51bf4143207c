"""One run's tables, for SQL and for numpy: what every metric is computed from."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from schema.kinds import CapturePoint, network_kind
from schema.traces import Trace, read_run_table, tables_of
from spark_analysis.capture.run_captures import run_captures
from spark_analysis.run.arrivals import PAIR, Arrivals
from spark_analysis.run.network_tables import tables_of_kind
from spark_analysis.run.runs import Run

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {"threads": "1", "memory_limit": "1GB"}
"""A worker has one core; one thread adds numbers in one order."""


class RunTables:
    """The traces of a run and its packets, for queries and for numpy; each is read when first asked for.

    Queries find:

    - the trace tables of the run's kind of network (schema.traces);
    - `run`: one row with `nodes`, `start_ns`, `end_ns`, `window_s`, `range_m`, `captures`, the number of captures, and
      `tick_ns` and `step_ns` of an overlay;
    - `capture_points`: `node` and `link_to` of each capture, NULL in a capture of the node itself;
    - `delivered`: `due` with the `hops` and `age_ns` of the delivery, NULL where there was none;
    - `packets`: a row per packet captured (spark_analysis.run.packet_store);
    - the tables of spark_analysis.run.radio_tables or spark_analysis.run.wired_tables. In a radio run `heard` has the
      events that a radio received, how many `times`, and when first, `first_ns`.
    """

    def __init__(self, run: Run, packets: Path) -> None:
        self.run = run
        self._packets = packets
        self._traces: dict[str, Trace] = {}

    def trace(self, table: str) -> Trace:
        """A table of schema.traces."""
        if table not in self._traces:
            self._traces[table] = read_run_table(Path(self.run.path), table, self.run.kind)
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
        for table in tables_of(self.run.kind):
            database.register(table, self._arrow(table))
        points = [capture.point for capture in run_captures(Path(self.run.path), network_kind(self.run.kind))]
        database.register("run", self._about(len(points)))
        database.register("capture_points", _capture_points(points))
        database.register("captured", database.from_parquet(str(self._packets)))
        database.execute("CREATE TEMP VIEW packets AS SELECT * FROM captured")
        database.register("delivered", self._delivered())
        tables_of_kind(self.run.kind).create(database)
        return database

    def _arrow(self, table: str) -> pa.Table:
        trace = self.trace(table)
        columns: dict[str, Any] = {}
        for name, kind in trace.columns:
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

    def _about(self, captures: int) -> pa.Table:
        run = self.run
        about = {
            "nodes": len(self.trace("nodes").rows),
            "start_ns": run.start_ns,
            "end_ns": run.end_ns,
            "window_s": (run.end_ns - run.start_ns) / 1e9,
            "range_m": run.range_m,
            "captures": captures,
            "tick_ns": run.tick_ns,
            "step_ns": run.step_ns,
        }
        return pa.table({name: [value] for name, value in about.items()})

    def close(self) -> None:
        """Give the memory back."""
        self._traces.clear()
        self.__dict__.pop("_database", None)


def _capture_points(points: Sequence[CapturePoint]) -> pa.Table:
    nodes, ends = [point.node for point in points], [point.link_to for point in points]
    return pa.table({"node": pa.array(nodes, pa.uint32()), "link_to": pa.array(ends, pa.uint32())})
