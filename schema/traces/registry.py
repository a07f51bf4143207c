"""The registry of trace tables: the columns of each table, by kind of network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Columns = tuple[tuple[str, str], ...]
"""(name, type) of each column, in file order. Types: u8, u16, u32, u64, i64, f64, str."""

COLUMN_TYPES = ("u8", "u16", "u32", "u64", "i64", "f64", "str")
NO_NODE = 0xFFFFFFFF
"""In a column of nodes: no node (the next hop of a broadcast, the parent of a node without one)."""
UNREACHABLE = 0xFFFF
"""In a column of hops: there is no path."""


class DuplicateTable(ValueError):
    """Two tables with one name in one kind of network, or a table with two columns of one name."""


@dataclass(frozen=True)
class TraceTable:
    """One trace table. Times are nanoseconds of simulated time, positions metres, `bytes` the UDP or TCP payload."""

    name: str
    kinds: tuple[str, ...]
    """Names of the kinds of network (schema.kinds) whose runs write this table with these columns."""
    columns: Columns
    in_every_run: bool = True
    """False: only programs that simulate such things write it. A run without it counts as one with no rows."""


_BY_KIND: dict[str, dict[str, TraceTable]] = {}


def register_table(table: TraceTable) -> None:
    """Add `table` to its kinds. Raises DuplicateTable for a name that is taken, ValueError for an unknown type."""
    names = [name for name, _ in table.columns]
    if len(set(names)) < len(names):
        raise DuplicateTable(f"trace table {table.name!r} has two columns of one name")
    for name, column_type in table.columns:
        if column_type not in COLUMN_TYPES:
            raise ValueError(
                f"column {name!r} of trace table {table.name!r} has type {column_type!r}, "
                f"expected one of {', '.join(COLUMN_TYPES)}"
            )
    for kind in table.kinds:
        if table.name in _BY_KIND.get(kind, {}):
            raise DuplicateTable(f"trace table {table.name!r} is registered twice for {kind} networks")
    for kind in table.kinds:
        _BY_KIND.setdefault(kind, {})[table.name] = table


def tables_of(kind: str) -> Mapping[str, Columns]:
    """Table -> columns, for the tables that runs of network kind `kind` write.

    `nodes`, which all others refer to, is the first; the others follow by name.
    """
    tables = _BY_KIND.get(kind, {})
    order = sorted(tables, key=lambda name: (name != "nodes", name))
    return MappingProxyType({name: tables[name].columns for name in order})


def is_in_every_run(kind: str, table: str) -> bool:
    """Whether each run of network kind `kind` must have `table`. Raises KeyError for an unknown table."""
    return _BY_KIND[kind][table].in_every_run


def columns_known_as(table: str) -> tuple[Columns, ...]:
    """The columns that `table` may have: one alternative for each definition among the kinds of network."""
    return tuple(dict.fromkeys(tables[table].columns for tables in _BY_KIND.values() if table in tables))
