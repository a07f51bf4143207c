"""Everything that is measured of one run, in one reading of it; called in Spark's workers."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from schema.run_files import NotCounted
from spark_analysis.metrics.radio.receptions import mac_collision_ratio
from spark_analysis.metrics.radio.trees import (
    orphan_time_fraction,
    parent_changes_per_node_min,
    pst_overhead,
    tree_similarity,
)
from spark_analysis.metrics.shared.queries import LATENCIES, LOADS, QUERIES
from spark_analysis.run.checks import CHECKS
from spark_analysis.run.packet_store import QUALITY, packets_file, parse_captures
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import Finished, read_run
from spark_analysis.run.slices import SLICED

FUNCTIONS: dict[str, Callable[[RunTables], float]] = {
    "pst_overhead_events": pst_overhead,
    "parent_changes_per_node_min": parent_changes_per_node_min,
    "tree_similarity": tree_similarity,
    "orphan_time_fraction": orphan_time_fraction,
    "mac_collision_ratio": mac_collision_ratio,
}
"""The metrics that are more than counting; the others are queries."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Measurement:
    """What came out of one run; nothing but `damage`, which says why, if it may not be counted."""

    damage: str = ""
    metrics: tuple[Row, ...] = ()
    """`metric`, `value`: those that have one."""
    checks: tuple[Row, ...] = ()
    """`check`, `trace_value`, `pcap_value`."""
    captures: tuple[Row, ...] = ()
    """`node` and the counts of CaptureQuality, per capture."""
    latencies: tuple[Row, ...] = ()
    """`quantile`, `latency_s`: the distribution over the run's deliveries."""
    loads: tuple[Row, ...] = ()
    """Per node `tx_frames`, `tx_bytes`, `event_frames` and `airtime_s`, sent in the measured window."""
    slices: tuple[Row, ...] = ()
    """`series`, `slice`, `part`, `whole`: how delivery and control went on in the measured window."""

    def to_json(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Measurement:
        """Raises ValueError or TypeError where `text` is not one."""
        fields = json.loads(text)
        return cls(fields.pop("damage"), **{name: tuple(rows) for name, rows in fields.items()})


def measure_run(experiment: Path, finished: Finished) -> Measurement:
    """Measure a run in the folder `experiment`; its captures are parsed where that has not been done."""
    try:
        run = read_run(finished)
    except NotCounted as error:
        return Measurement(damage=str(error))
    packets = packets_file(experiment, finished.variant, finished.replication)
    captures = parse_captures(Path(run.path), packets)
    with contextlib.closing(RunTables(run, packets)) as tables:
        return Measurement(
            metrics=tuple({"metric": name, "value": value} for name, value in _metrics(tables)),
            checks=_rows(tables, CHECKS),
            captures=tuple(
                {"node": node, **{name: getattr(quality, name) for name in QUALITY}} for node, quality in captures
            ),
            latencies=_rows(tables, LATENCIES),
            loads=_rows(tables, LOADS),
            slices=_rows(tables, SLICED),
        )


def _metrics(tables: RunTables) -> Iterator[tuple[str, float]]:
    for name, query in QUERIES.items():
        row = tables.query(query).fetchone()
        if row is not None and row[0] is not None:
            yield name, float(row[0])
    for name, function in FUNCTIONS.items():
        value = function(tables)
        if not math.isnan(value):
            yield name, value


def _rows(tables: RunTables, sql: str) -> tuple[Row, ...]:
    answer = tables.query(sql)
    names = [column[0] for column in answer.description or ()]
    return tuple(dict(zip(names, row, strict=True)) for row in answer.fetchall())
