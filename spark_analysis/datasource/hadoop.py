"""Captures on any file system that Spark's JVM has a driver for and pyarrow has not: their bytes go through the JVM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pyspark.sql.types import StringType, StructField, StructType

from spark_analysis.capture import COLUMNS, NotACapture, read_batches
from spark_analysis.datasource.arrow import spark_type, to_batches
from spark_analysis.datasource.options import check_columns

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession


def read_by_hadoop(spark: SparkSession, path: str, columns: Iterable[str] = ()) -> DataFrame:
    """The table `ns3pcap` of the captures that Hadoop finds at `path`: `columns`, all if none are named; tolerant.

    Slower, since every byte is copied to Python, where a file has to fit in memory; Spark wants it under 2 GB.
    """
    kinds = {"path": StringType(), **{name: spark_type(column.dtype) for name, column in COLUMNS.items()}}
    wanted = tuple(columns) or tuple(kinds)
    check_columns("read_by_hadoop", "columns", wanted, kinds)
    schema = StructType([StructField(name, kinds[name]) for name in wanted])
    read = [name for name in wanted if name != "path"] or ["captured_bytes"]

    def decode(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for name, content in zip(*batch.columns, strict=True):
                try:
                    for piece in read_batches(content.as_py(), read):
                        yield from to_batches(piece.columns, {"path": name.as_py()}, schema)
                except NotACapture:
                    continue

    return spark.read.format("binaryFile").load(path).select("path", "content").mapInArrow(decode, schema)
