"""The trace tables that a run writes, by kind of network, and the compact file format that they share.

Each module of schema.traces.tables registers one table: its columns, and the kinds of network whose runs write it. A
new module there needs no other entry: this package imports every module of that folder and of the folders in it.
`tables_of(kind)` gives the tables of a kind. A table may have other columns in another kind of network.

C++ states the columns by hand, too. tests/scenarios/test_trace_tables.py runs each program and compares the tables that
it writes with those of its kind.
"""

from __future__ import annotations

import importlib
import pkgutil

from schema.traces import tables
from schema.traces.file_format import END, MAGIC, CorruptTrace, Trace, read_run_table, read_trace, row_dtype
from schema.traces.registry import (
    COLUMN_TYPES,
    NO_NODE,
    UNREACHABLE,
    Columns,
    DuplicateTable,
    TraceTable,
    register_table,
    tables_of,
)

for _module in pkgutil.walk_packages(tables.__path__, f"{tables.__name__}."):
    importlib.import_module(_module.name)

TABLES = tables_of("radio")
"""The tables of radio networks: table -> columns."""

__all__ = [
    "COLUMN_TYPES",
    "END",
    "MAGIC",
    "NO_NODE",
    "TABLES",
    "UNREACHABLE",
    "Columns",
    "CorruptTrace",
    "DuplicateTable",
    "Trace",
    "TraceTable",
    "read_run_table",
    "read_trace",
    "register_table",
    "row_dtype",
    "tables_of",
]
