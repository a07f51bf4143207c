"""What the workers do: open the files of a task, one after the other, read them in pieces, give Arrow batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition

from spark_analysis.capture import COLUMNS, CaptureQuality, NotACapture, read_batches
from spark_analysis.datasource.arrow import to_array, to_batches
from spark_analysis.datasource.conditions import Condition
from spark_analysis.datasource.file_packing import pack
from spark_analysis.datasource.folders import Value
from spark_analysis.datasource.options import Options
from spark_analysis.datasource.storage import CaptureFile, open_capture

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

_ROWS_HELD = 1 << 18
"""That are added up at a time: many, since each time takes a while; few enough to hold."""
_COUNTED = {"frames": "sum", "frame_bytes": "sum", "first_ns": "min", "last_ns": "max"}


class FilesReader(DataSourceReader):
    """A reader of some columns of some files. `folders`: column -> value by file."""

    def __init__(
        self,
        options: Options,
        files: Sequence[CaptureFile],
        folders: Mapping[str, Mapping[str, Value]],
        schema: StructType,
        parallelism: int,
    ) -> None:
        self.options = options
        self.files = list(files)
        self.folders = folders
        self.schema = schema
        self.parallelism = parallelism

    def partitions(self) -> Sequence[InputPartition]:
        """The files in groups, one to a task."""
        groups = pack(self._wanted_files(), self.parallelism, self.options.partitions, self.options.partition_bytes)
        return [InputPartition(group) for group in groups] or [InputPartition(())]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of its files. Raises ValueError or OSError, naming the file."""
        for file in partition.value:
            alike = {name: self._value(file, name) for name in ("path", *self.folders)}
            for columns in self.rows(file):
                yield from to_batches(columns, alike, self.schema)

    def rows(self, file: CaptureFile) -> Iterator[dict[str, Any]]:
        """The columns of some of a file's rows at a time, but for `path` and those of the folders."""
        raise NotImplementedError

    def pieces(self, file: CaptureFile, columns: Iterable[str]) -> Iterator[dict[str, np.ndarray]]:
        """A capture's records for which `where` holds, in pieces; where it is no capture and need not be, none."""
        wanted = list(dict.fromkeys(columns)) or ["captured_bytes"]
        where = self.options.where
        used = where.uses(COLUMNS) if where else []
        source = open_capture(file.path, self.options.s3)
        try:
            read = dict.fromkeys((*wanted, *used))
            for piece in read_batches(source, read, strict=self.options.strict):
                kept = self._holds(where, file, piece.columns) if where and used else slice(None)
                yield {name: piece.columns[name][kept] for name in wanted}
        except NotACapture:
            if self.options.strict:
                raise

    def _holds(self, where: Condition, file: CaptureFile, columns: dict[str, np.ndarray]) -> np.ndarray:
        rows = len(next(iter(columns.values())))
        alike = {name: pa.repeat(self._value(file, name), rows) for name in where.uses(("path", *self.folders))}
        return where.holds({**columns, **alike})

    def _wanted_files(self) -> list[CaptureFile]:
        """Those that have to be opened: a condition on `path` and folders alone is decided without."""
        where = self.options.where
        if where is None or where.uses(COLUMNS) or not self.files:
            return self.files
        columns = {name: [self._value(file, name) for file in self.files] for name in ("path", *self.folders)}
        return [file for file, held in zip(self.files, where.holds(columns), strict=True) if held]

    def _value(self, file: CaptureFile, column: str) -> Value:
        return file.path if column == "path" else self.folders[column][file.path]


class PacketsReader(FilesReader):
    """Of `ns3pcap`."""

    def rows(self, file: CaptureFile) -> Iterator[dict[str, Any]]:
        """The records' columns."""
        return self.pieces(file, [name for name in self.schema.fieldNames() if name in COLUMNS])


class CountsReader(FilesReader):
    """Of `ns3pcap_counts`."""

    def rows(self, file: CaptureFile) -> Iterator[dict[str, Any]]:
        """One row per value of the columns `by`, added up over all pieces."""
        by = self.options.by
        pieces = self.pieces(file, (*by, "bytes", "time_ns"))
        table = _folded((_to_count(piece, by) for piece in pieces if len(piece["bytes"])), by)
        if table is not None:
            yield {name: table[name].combine_chunks() for name in table.column_names}


class QualityReader(FilesReader):
    """Of `ns3pcap_quality`."""

    def rows(self, file: CaptureFile) -> Iterator[dict[str, Any]]:
        """Its counts in one row, and in a sentence why it could not be read, if so."""
        quality, problem = CaptureQuality(), None
        try:
            for piece in read_batches(open_capture(file.path, self.options.s3), (), strict=self.options.strict):
                quality += piece.quality
        except NotACapture as error:
            if self.options.strict:
                raise
            quality, problem = CaptureQuality(bytes_skipped=file.bytes), str(error)
        counts = {name: [getattr(quality, name)] for name in CaptureQuality.__dataclass_fields__}
        yield {"file_bytes": [file.bytes], **counts, "problem": [problem]}


def _to_count(columns: Mapping[str, np.ndarray], by: Sequence[str]) -> pa.Table:
    """Every record as a count of one."""
    counted = {
        "frames": np.ones(len(columns["bytes"]), np.int64),
        "frame_bytes": columns["bytes"].astype(np.int64),
        "first_ns": columns["time_ns"],
        "last_ns": columns["time_ns"],
    }
    return pa.table({**{name: to_array(columns[name]) for name in by}, **counted})


def _folded(tables: Iterable[pa.Table], by: Sequence[str]) -> pa.Table | None:
    """All of them added up, in bounded memory: one row per value of `by`, sorted. None if there are none."""
    held: list[pa.Table] = []
    rows, most = 0, _ROWS_HELD
    for table in tables:
        held.append(table)
        rows += len(table)
        if rows > most:
            held = [_added_up(pa.concat_tables(held), by)]
            rows = len(held[0])
            most = max(_ROWS_HELD, 2 * rows)
    return _added_up(pa.concat_tables(held), by) if held else None


def _added_up(table: pa.Table, by: Sequence[str]) -> pa.Table:
    grouped = table.group_by(list(by), use_threads=False).aggregate(list(_COUNTED.items()))
    named = grouped.select([*by, *("_".join(each) for each in _COUNTED.items())]).rename_columns([*by, *_COUNTED])
    return named.sort_by([(name, "ascending") for name in by]) if by else named
