"""From numpy columns to the Arrow batches that Spark takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import (
    BinaryType,
    BooleanType,
    ByteType,
    DataType,
    DoubleType,
    IntegerType,
    LongType,
    ShortType,
    StructType,
)

ROWS = 1 << 16
"""Of a batch: Spark's JVM holds a whole one."""
_TYPES: dict[str, DataType] = {
    "b1": BooleanType(),
    "i1": ByteType(),
    "u1": ShortType(),
    "i2": ShortType(),
    "u2": IntegerType(),
    "i4": IntegerType(),
    "u4": LongType(),
    "i8": LongType(),
    "u8": LongType(),
    "f8": DoubleType(),
}
"""Spark has no unsigned types, so theirs are wider; but u8 has to do with long, and 2^63 and more, which only broken
captures hold, are negative in it."""


def spark_type(dtype: str) -> DataType:
    """The type in Spark of a numpy column; binary where it is no number."""
    return _TYPES.get(np.dtype(dtype).str[1:], BinaryType())


def to_batches(columns: Mapping[str, Any], alike: Mapping[str, Any], schema: StructType) -> Iterator[pa.RecordBatch]:
    """Batches of ROWS rows at most. `columns`: arrays of one length, of which there is at least one; `alike`: values

    that are the same in all rows.
    """
    arrow = to_arrow_schema(schema, timezone="UTC")
    rows = len(next(iter(columns.values())))
    for start in range(0, rows, ROWS):
        length = min(ROWS, rows - start)
        arrays = [
            to_array(columns[field.name][start : start + length]).cast(field.type)
            if field.name in columns
            else pa.repeat(pa.scalar(alike[field.name], field.type), length)
            for field in arrow
        ]
        yield pa.RecordBatch.from_arrays(arrays, schema=arrow)


def to_array(values: Any) -> pa.Array:
    """A column as Spark has it, but for its width: long where numpy has u8, binary where it has V."""
    if isinstance(values, np.ndarray) and values.dtype.kind == "V":
        fixed = pa.binary(values.dtype.itemsize)
        return pa.Array.from_buffers(fixed, len(values), [None, pa.py_buffer(values.tobytes())]).cast(pa.binary())
    if isinstance(values, np.ndarray) and values.dtype == np.uint64:
        return pa.array(values.view(np.int64))
    return pa.array(values)
