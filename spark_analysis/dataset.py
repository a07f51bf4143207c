"""An experiment's captures and traces as Spark tables, read in the workers from the runs' paths.

Runs are packed into few partitions: a Python task costs some 70 ms, a run's files are small, and no file's bytes ever
go through the JVM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa

from schema.traces import TABLES, read_trace
from spark_analysis.pcap import COLUMNS, NotACapture, read_capture
from spark_analysis.runs import Run

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_SPARK = {"u1": "short", "?": "boolean", "i4": "int", "i8": "long", "u4": "long", "u8": "long"}
_SPARK_TRACE = {
    "u8": "short",
    "u16": "int",
    "u32": "long",
    "u64": "long",
    "i64": "long",
    "f64": "double",
    "str": "string",
}
_ARROW = {
    "short": pa.int16(),
    "boolean": pa.bool_(),
    "int": pa.int32(),
    "long": pa.int64(),
    "double": pa.float64(),
    "string": pa.string(),
}
PACKETS = (
    *("time_ns", "bytes", "is_tx", "retry", "rate_kbps", "source", "frame"),
    *("type", "sender", "is_event", "header_bytes", "publisher", "sequence", "hops"),
)
"""The columns of spark_analysis.pcap that the metrics use."""
ALIKE = (
    *("node", "type", "is_event", "is_tx", "retry", "publisher", "sequence"),
    *("bytes", "header_bytes", "rate_kbps", "in_window"),
)
"""What frames that are counted together have in common."""
QUALITY = ("good", "truncated", "oversized", "undecodable", "bytes_skipped")

Columns = dict[str, Any]
"""Column name -> array of one run's values, all of one length."""


@dataclass
class Dataset:
    """Tables of all finished runs, each with `variant` and `replication` in front; made on first use, then kept."""

    spark: SparkSession
    runs: Sequence[Run]
    partitions: int
    _tables: dict[str, DataFrame] = field(default_factory=dict)

    def trace(self, table: str) -> DataFrame:
        """A trace table of schema.traces."""
        columns = {name: _SPARK_TRACE[kind] for name, kind in TABLES[table]}
        return self.keep(table, lambda: self.per_run(columns, _trace_reader(table)))

    def packets(self) -> DataFrame:
        """Every record of every capture: the columns PACKETS and `node`, whose radio it was."""
        columns = {"node": "long", **{name: _SPARK[COLUMNS[name].dtype] for name in PACKETS}}
        return self.keep("packets", lambda: self.per_run(columns, _read_packets))

    def frames(self) -> DataFrame:
        """The packets counted in the workers: a row per run and value of ALIKE, with `frames`, how many of them there

        are, and `first_ns`, the time of the first. Far fewer rows: a radio hears the same event from every neighbour.
        """
        columns = {name: "long" for name in ALIKE}
        columns |= dict.fromkeys(("is_event", "is_tx", "retry", "in_window"), "boolean")
        return self.keep(
            "frames", lambda: self.per_run({**columns, "frames": "long", "first_ns": "long"}, _count_frames)
        )

    def captures(self) -> DataFrame:
        """Per capture file what became of its records: `node` and the counts of CaptureQuality."""
        columns = {"node": "long", **dict.fromkeys(QUALITY, "long")}
        return self.keep("captures", lambda: self.per_run(columns, _read_quality))

    def windows(self) -> DataFrame:
        """Per run `nodes`, `start_ns`, `end_ns` and `captures`, the number of capture files it left."""
        columns = dict.fromkeys(("nodes", "start_ns", "end_ns", "captures"), "long")
        return self.keep("windows", lambda: self.per_run(columns, _read_window))

    def per_run(self, columns: dict[str, str], read: Callable[[Run], Columns]) -> DataFrame:
        """A table made by a function of one run, called in the workers. `columns`: name -> Spark type."""
        described = ["variant string", "replication int", *(f"`{name}` {kind}" for name, kind in columns.items())]
        runs = list(self.runs)
        arrow = pa.schema(
            [("variant", pa.string()), ("replication", pa.int32())]
            + [(name, _ARROW[kind]) for name, kind in columns.items()]
        )

        def read_all(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for index in batch.column(0).to_pylist():
                    yield _batch(runs[index], read(runs[index]), arrow)

        indices = self.spark.range(0, len(runs), 1, min(self.partitions, max(1, len(runs))))
        return indices.mapInArrow(read_all, ", ".join(described))

    def keep(self, name: str, make: Callable[[], DataFrame]) -> DataFrame:
        """What `make` gave the first time, as the view `name`; worked out once."""
        if name not in self._tables:
            self._tables[name] = make().persist()
            self._tables[name].createOrReplaceTempView(name)
        return self._tables[name]

    def close(self) -> None:
        """Give back the memory of all tables, so that none answers for files that have changed since."""
        for name, table in self._tables.items():
            table.unpersist()
            self.spark.catalog.dropTempView(name)
        self._tables.clear()


def _batch(run: Run, columns: Columns, schema: pa.Schema) -> pa.RecordBatch:
    count = len(next(iter(columns.values())))
    arrays = [pa.array([run.variant] * count, pa.string()), pa.array(np.full(count, run.replication), pa.int32())]
    for entry in list(schema)[2:]:
        arrays.append(pa.array(columns[entry.name]).cast(entry.type))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _trace_reader(table: str) -> Callable[[Run], Columns]:
    def read(run: Run) -> Columns:
        trace = read_trace(Path(run.path) / f"{table}.trace")
        return {name: trace.column(name) for name, _ in TABLES[table]}

    return read


def _captures(run: Run) -> list[tuple[int, Path]]:
    """Node and file of each capture, by node."""
    files = Path(run.path).glob("radio-*.pcap")
    return sorted((int(file.stem.removeprefix("radio-")), file) for file in files)


def read_run_packets(run: Run) -> Columns:
    """All captures of one run in one set of columns, `node` first."""
    parts: dict[str, list[np.ndarray]] = {name: [np.empty(0, COLUMNS[name].dtype)] for name in PACKETS}
    nodes: list[np.ndarray] = [np.empty(0, np.int64)]
    for node, file in _captures(run):
        try:
            columns = read_capture(file, PACKETS).columns
        except NotACapture:
            continue  # _read_quality counts it
        nodes.append(np.full(len(columns["time_ns"]), node, np.int64))
        for name, values in columns.items():
            parts[name].append(values)
    return {"node": np.concatenate(nodes), **{name: np.concatenate(arrays) for name, arrays in parts.items()}}


def _read_packets(run: Run) -> Columns:
    return read_run_packets(run)


def _count_frames(run: Run) -> Columns:
    packets = read_run_packets(run)
    time = packets["time_ns"]
    packets["in_window"] = (time >= run.start_ns) & (time <= run.end_ns)
    table = pd.DataFrame({name: packets[name] for name in (*ALIKE, "time_ns")})
    counted = table.groupby(list(ALIKE), sort=False)["time_ns"].agg(frames="size", first_ns="min").reset_index()
    return {name: counted[name].to_numpy() for name in counted.columns}


def _read_quality(run: Run) -> Columns:
    rows = []
    for node, file in _captures(run):
        try:
            quality = read_capture(file, ()).quality
            rows.append((node, *(getattr(quality, name) for name in QUALITY)))
        except NotACapture:
            rows.append((node, 0, 0, 0, 0, file.stat().st_size))
    columns = list(zip(*rows, strict=True)) if rows else [()] * (1 + len(QUALITY))
    return {name: np.array(values, np.int64) for name, values in zip(("node", *QUALITY), columns, strict=True)}


def _read_window(run: Run) -> Columns:
    nodes = len(read_trace(Path(run.path) / "nodes.trace").rows)
    values = {"nodes": nodes, "start_ns": run.start_ns, "end_ns": run.end_ns, "captures": len(_captures(run))}
    return {name: np.array([value]) for name, value in values.items()}
