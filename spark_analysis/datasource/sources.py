"""The three formats as Spark's Python data sources. Spark makes one where a table is named, asks it for the table's
schema and how a read is divided, and sends its reader to the workers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

import numpy as np
import pyarrow as pa
from pyspark.sql.datasource import DataSource
from pyspark.sql.types import DataType, LongType, StringType, StructField, StructType

from spark_analysis.capture import COLUMNS
from spark_analysis.datasource.arrow import spark_type
from spark_analysis.datasource.conditions import Condition
from spark_analysis.datasource.folders import Value, folder_columns
from spark_analysis.datasource.options import Options, WrongOption, check_columns, read_options
from spark_analysis.datasource.readers import CountsReader, FilesReader, PacketsReader, QualityReader
from spark_analysis.datasource.storage import CaptureFile, list_captures


class FilesSource(DataSource):
    """What the formats have in common."""

    reads: ClassVar[type[FilesReader]]
    parallelism: ClassVar[int] = 1
    """Tasks that run at a time in the session; `register` sets it."""

    @cached_property
    def asked(self) -> Options:
        """Its options, checked."""
        return read_options(self.name(), self.options)

    @cached_property
    def files(self) -> list[CaptureFile]:
        """What is read, as it was when the table was named."""
        return list_captures(self.asked.paths, self.asked.patterns, self.asked.s3)

    @cached_property
    def folders(self) -> dict[str, tuple[DataType, dict[str, Value]]]:
        """The columns that the folders give."""
        return folder_columns(self.files, {"path", *self.own_columns()})

    def own_columns(self) -> Mapping[str, DataType]:
        """Name -> Spark type of the columns that are neither `path` nor from folders."""
        raise NotImplementedError

    def schema(self) -> StructType:
        """All columns, or those asked for."""
        kinds = {"path": StringType(), **self.own_columns(), **{name: kind for name, (kind, _) in self.folders.items()}}
        check_columns(self.name(), "columns", self.asked.columns, kinds)
        return StructType([StructField(name, kinds[name]) for name in self.asked.columns or kinds])

    def reader(self, schema: StructType) -> FilesReader:
        """For the columns of `schema`, which is `schema()` or what the user gave instead."""
        there = ("path", *self.own_columns(), *self.folders)
        check_columns(self.name(), "schema", schema.fieldNames(), there)
        values = {name: by_file for name, (_, by_file) in self.folders.items()}
        if self.asked.where:
            self._check_condition(self.asked.where)
        return self.reads(self.asked, self.files, values, schema, self.parallelism)

    def _check_condition(self, where: Condition) -> None:
        folders = {name: pa.array(list(by_file.values()))[:0] for name, (_, by_file) in self.folders.items()}
        columns = {name: np.empty(0, column.dtype) for name, column in COLUMNS.items()}
        try:
            where.holds({"path": pa.array([], pa.string()), **folders, **columns})
        except ValueError as error:
            raise WrongOption(f"{self.name()}: where is {where.text!r}: {error}") from None


class PacketsSource(FilesSource):
    """A row per record that is whole."""

    reads = PacketsReader

    @classmethod
    def name(cls) -> str:
        return "ns3pcap"

    def own_columns(self) -> Mapping[str, DataType]:
        return {name: spark_type(column.dtype) for name, column in COLUMNS.items()}


class CountsSource(FilesSource):
    """A row per file and value of the columns of option `by`."""

    reads = CountsReader

    @classmethod
    def name(cls) -> str:
        return "ns3pcap_counts"

    def own_columns(self) -> Mapping[str, DataType]:
        check_columns(self.name(), "by", self.asked.by, COLUMNS)
        by: dict[str, DataType] = {name: spark_type(COLUMNS[name].dtype) for name in self.asked.by}
        return by | dict.fromkeys(("frames", "frame_bytes", "first_ns", "last_ns"), LongType())


class QualitySource(FilesSource):
    """A row per file."""

    reads = QualityReader

    @classmethod
    def name(cls) -> str:
        return "ns3pcap_quality"

    def own_columns(self) -> Mapping[str, DataType]:
        counts = ("file_bytes", "good", "truncated", "oversized", "undecodable", "bytes_skipped")
        return {**dict.fromkeys(counts, LongType()), "problem": StringType()}
