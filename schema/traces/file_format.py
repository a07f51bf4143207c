"""The compact file format of trace tables.

A table is one file `<table>.trace` in the run's folder, little-endian throughout:

    "PSTRACE1"                          8 bytes
    header length                       u32
    header                              JSON {"table": ..., "columns": [[name, type], ...]}
    rows                                fixed width, columns packed in the order of the header
    dictionary                          JSON list of the strings that `str` columns index into
    dictionary length                   u32
    row count                           u64
    "PSTREND1"                          8 bytes

The trailer makes a table that was cut short recognisable. docs/run-contract.md gives the place of the files;
benchmarks/trace_format.py compares the format with CSV and Parquet.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from schema.traces.registry import Columns, columns_known_as, is_in_every_run, tables_of

MAGIC = b"PSTRACE1"
END = b"PSTREND1"

_DTYPES = {"u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8", "i64": "<i8", "f64": "<f8", "str": "<u4"}


class CorruptTrace(ValueError):
    """A trace file that is not whole, or not of the schema; the message names the file."""


@dataclass(frozen=True)
class Trace:
    """One table of one run: `rows` is a structured array, `str` columns hold indices into `strings`."""

    table: str
    columns: Columns
    rows: np.ndarray
    strings: tuple[str, ...]

    def column(self, name: str) -> np.ndarray:
        """The column as numbers, or as an object array of str for a column of type `str`. Raises KeyError."""
        column_type, values = dict(self.columns)[name], self.rows[name]
        if column_type != "str":
            return values
        return np.array(self.strings, dtype=object)[values] if len(values) else np.empty(0, dtype=object)


def row_dtype(table: str, kind: str = "radio") -> np.dtype[Any]:
    """The packed numpy type of one row of `table` in network kind `kind`. Raises KeyError for an unknown table."""
    return _packed(tables_of(kind)[table])


def _packed(columns: Columns) -> np.dtype[Any]:
    return np.dtype([(name, _DTYPES[column_type]) for name, column_type in columns])


def read_run_table(folder: Path, table: str, kind: str) -> Trace:
    """Read `table` of the run in `folder`; a table that not every run has, and this one has not, is empty.

    Raises OSError, and CorruptTrace with the file's name and what was expected.
    """
    path = folder / f"{table}.trace"
    if not is_in_every_run(kind, table) and not path.exists():
        return Trace(table, tables_of(kind)[table], np.empty(0, row_dtype(table, kind)), ())
    return read_trace(path, kind)


def read_trace(path: Path, kind: str | None = None) -> Trace:
    """Read one `<table>.trace` whole, of network kind `kind` or, with None, of any.

    Raises OSError, and CorruptTrace with the file's name and what was expected.
    """
    data = path.read_bytes()
    trailer = 4 + 8 + len(END)
    if len(data) < len(MAGIC) + 4 + trailer or data[: len(MAGIC)] != MAGIC:
        raise CorruptTrace(f"{path}: not a trace file (expected it to begin with {MAGIC.decode()})")
    if data[-len(END) :] != END:
        raise CorruptTrace(f"{path}: cut short (expected it to end with {END.decode()})")
    (header_length,) = struct.unpack_from("<I", data, len(MAGIC))
    dictionary_length, row_count = struct.unpack_from("<IQ", data, len(data) - trailer)
    start = len(MAGIC) + 4 + header_length
    try:
        header = json.loads(data[len(MAGIC) + 4 : start])
        table = str(header["table"])
        columns = tuple((name, column_type) for name, column_type in header["columns"])
    except (ValueError, KeyError, TypeError) as error:
        raise CorruptTrace(f"{path}: unreadable header ({error})") from error
    expected = columns_known_as(table) if kind is None else (tables_of(kind).get(table),)
    if columns not in expected:
        raise CorruptTrace(f"{path}: columns of table {table!r} are not those of this version")
    dtype = _packed(columns)
    rows_end = len(data) - trailer - dictionary_length
    if rows_end - start != row_count * dtype.itemsize:
        raise CorruptTrace(f"{path}: {rows_end - start} bytes of rows, expected {row_count} x {dtype.itemsize}")
    rows = np.frombuffer(data, dtype=dtype, count=row_count, offset=start)
    strings = tuple(json.loads(data[rows_end : rows_end + dictionary_length]))
    return Trace(table, columns, rows, strings)
