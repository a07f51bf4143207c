"""What a kind of network adds to the tables of a run, and what is counted from them beside the metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import duckdb

from schema.messages import NAMES

SENT_BY_TYPE = "\n".join(f"WHEN {number} THEN 'sent: {name}'" for number, name in NAMES.items())
"""Cases of a message type in a check of what was sent."""


@dataclass(frozen=True)
class KindTables:
    """The tables of one kind of network beyond its trace tables, `run` and `delivered`."""

    names: tuple[str, ...]
    packets: tuple[str, ...]
    """Columns of the packets, behind those of the place of capture: see spark_analysis.capture."""
    create: Callable[[duckdb.DuckDBPyConnection], None]
    """Makes the tables `names` but `packets`, in a database that has all others."""
    checks: str
    """A query: `check`, `trace_value` and `pcap_value`, counts of one thing by two independent paths."""
    loads: str = ""
    """A query: what each radio sent. Empty where the kind has no radios."""
    links: str = ""
    """A query: what each link direction carried. Empty where the kind has no links."""
    results: Mapping[str, str] = field(default_factory=dict)
    """Result table -> a query of its rows, of the tables that only some programs' runs have rows of."""
