"""Everything that is measured of one run, in one reading of it; called in Spark's workers."""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from schema.kinds import network_kind
from schema.run_files import NotCounted
from spark_analysis.metrics.catalogue import metrics_of
from spark_analysis.run.network_tables import tables_of_kind
from spark_analysis.run.packet_store import QUALITY, ParsedCapture, packets_file, parse_captures
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import Finished, read_run
from spark_analysis.run.slices import SLICED

QUANTILES = [number / 100 for number in range(1, 100)]
LATENCIES = f"""
SELECT unnest({QUANTILES}::DOUBLE[]) AS quantile, unnest(quantile_cont(age_ns / 1e9, {QUANTILES})) AS latency_s
FROM delivered WHERE age_ns IS NOT NULL HAVING count(*) > 0
"""
"""The distribution of the latencies of a run's deliveries."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Measurement:
    """The measurements of one run; only `damage`, the reason, where it may not be counted."""

    damage: str = ""
    metrics: tuple[Row, ...] = ()
    """`metric`, `value`: those that have one."""
    checks: tuple[Row, ...] = ()
    """`check`, `trace_value`, `pcap_value`."""
    captures: tuple[Row, ...] = ()
    """`node`, `link_to` where it is of a link direction, and the counts of CaptureQuality, per capture."""
    latencies: tuple[Row, ...] = ()
    """`quantile`, `latency_s`: the distribution over the run's deliveries."""
    loads: tuple[Row, ...] = ()
    """Per radio `node`, `tx_frames`, `tx_bytes`, `event_frames` and `airtime_s`, sent in the measured window."""
    links: tuple[Row, ...] = ()
    """Per link direction `node`, `link_to`, `tx_frames`, `tx_bytes`, `event_frames`, `utilisation`, `lost_events` and
    `reordered_events`."""
    slices: tuple[Row, ...] = ()
    """`series`, `slice`, `part`, `whole`: how delivery and control went on in the measured window."""
    overlay_costs: tuple[Row, ...] = ()
    """Per step of an overlay `time_s`, its costs per tick, `reconfigurations` and `stage`."""
    broker_loads: tuple[Row, ...] = ()
    """Per broker of an overlay `node`, `cost`, `first_degree`, `last_degree` and `notifications`."""
    overlay_loads: tuple[Row, ...] = ()
    """Per link of an overlay `node`, `link_to`, `notifications` and `messages`."""

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
    captures = parse_captures(Path(run.path), packets, network_kind(run.kind))
    own = tables_of_kind(run.kind)
    with contextlib.closing(RunTables(run, packets)) as tables:
        return Measurement(
            metrics=tuple({"metric": name, "value": value} for name, value in _values(tables)),
            checks=_rows(tables, own.checks),
            captures=tuple(map(_capture_row, captures)),
            latencies=_rows(tables, LATENCIES),
            slices=_rows(tables, SLICED),
            loads=_rows(tables, own.loads),
            links=_rows(tables, own.links),
            overlay_costs=_rows(tables, own.results.get("overlay_costs", "")),
            broker_loads=_rows(tables, own.results.get("broker_loads", "")),
            overlay_loads=_rows(tables, own.results.get("overlay_loads", "")),
        )


def _values(tables: RunTables) -> Iterator[tuple[str, float]]:
    """Name and value of each metric of the run's kind of network that has one."""
    for metric in metrics_of(tables.run.kind):
        value = metric.value(tables)
        if not math.isnan(value):
            yield metric.name, value


def _capture_row(parsed: ParsedCapture) -> Row:
    place = {"node": parsed.node} if parsed.link_to is None else {"node": parsed.node, "link_to": parsed.link_to}
    return {**place, **{name: getattr(parsed.quality, name) for name in QUALITY}}


def _rows(tables: RunTables, sql: str) -> tuple[Row, ...]:
    """The answer to a query; no row where there is no query."""
    if not sql:
        return ()
    answer = tables.query(sql)
    names = [column[0] for column in answer.description or ()]
    return tuple(dict(zip(names, row, strict=True)) for row in answer.fetchall())
