"""The tables of each kind of network, by its name."""

from __future__ import annotations

from schema.traces import tables_of
from spark_analysis.run.kind_tables import KindTables
from spark_analysis.run.radio_tables import RADIO_TABLES
from spark_analysis.run.wired_tables import WIRED_TABLES

_BY_KIND = {"radio": RADIO_TABLES, "wired": WIRED_TABLES}
"""By the name of a kind of schema.kinds."""


def tables_of_kind(kind: str) -> KindTables:
    """Return what a kind of network adds. Raises KeyError for a kind that the analysis has no tables of."""
    return _BY_KIND[kind]


def tables_provided(kind: str) -> frozenset[str]:
    """Return the names of all tables that the runs of a kind of network have."""
    return frozenset({*tables_of(kind), "capture_points", "delivered", "run", *tables_of_kind(kind).names})
