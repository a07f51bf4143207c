"""The traffic of an overlay's links from the captures of its brokers, in steps of any length.

The packet store has no filters, so that dS and dA cannot be counted: they are 0, and the series declare it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np

from schema.kinds import network_kind
from schema.messages import TYPES
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources.measured_steps import MeasuredSteps
from spark_analysis.run.overlays.link_history import LinkChange
from spark_analysis.run.packet_store import packets_file, parse_captures
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import Run

NO_CHANGES = "captures have no filters in the packet store: dS and dA are 0, and only T is counted"
Direction = tuple[int, int]

_COUNTS = f"""
SELECT packets.time_ns // {{length_ns}} AS step, packets.node AS a, receivers.node AS b, count(*) AS notifications
FROM packets JOIN (SELECT ipv4, any_value(node) AS node FROM own_addresses GROUP BY ipv4) AS receivers
ON receivers.ipv4 = ipv4_destination
WHERE link_to IS NULL AND type = {TYPES["ov_notify"]} AND is_tx AND sender = packets.node
      AND packets.node IN (SELECT node FROM overlay_brokers) AND receivers.node IN (SELECT node FROM overlay_brokers)
GROUP BY ALL ORDER BY ALL
"""
"""Notifications that captured brokers sent to brokers."""
_CAPTURED = "SELECT node FROM capture_points SEMI JOIN overlay_brokers USING (node) WHERE link_to IS NULL ORDER BY node"


def run_tables(run: Run, experiment: Path) -> RunTables:
    """The tables of `run`; its captures are parsed where that has not been done. Close them after use."""
    packets = packets_file(experiment, run.variant, run.replication)
    parse_captures(Path(run.path), packets, network_kind(run.kind))
    return RunTables(run, packets)


def captured_notifications(tables: RunTables, length_ns: int) -> dict[str, np.ndarray]:
    """Columns `step`, `a`, `b`, `notifications`: a row for each direction and step with a notification."""
    return tables.numbers(_COUNTS.format(length_ns=length_ns))


def captured_brokers(tables: RunTables) -> list[int]:
    """The brokers that have a capture. Raises UnusableSeries where none has."""
    brokers = [int(node) for node in tables.numbers(_CAPTURED)["node"]]
    if not brokers:
        raise UnusableSeries(Fault.EMPTY, "the run has no capture of a broker of an overlay")
    return brokers


def filled_steps(
    counts: Mapping[str, np.ndarray], steps_of_links: Mapping[Direction, Iterable[int]]
) -> dict[str, np.ndarray]:
    """The columns of `link_steps`: each direction in the steps of its link, with 0 where no notification crossed it."""
    found = {
        (int(a), int(b), int(step)): int(count)
        for step, a, b, count in zip(*(counts[name] for name in ("step", "a", "b", "notifications")), strict=True)
    }
    rows = [
        (step, a, b, found.get((a, b, step), 0)) for (a, b), known in sorted(steps_of_links.items()) for step in known
    ]
    columns = np.array(rows, dtype=np.float64).reshape(-1, 4)
    return {
        **dict(zip(("step", "a", "b", "notifications"), columns.T, strict=True)),
        **{name: np.zeros(len(rows)) for name in ("dS", "dA")},
    }


def steps_with_link(changes: Sequence[LinkChange], steps: MeasuredSteps) -> dict[Direction, list[int]]:
    """Direction -> those of `steps` in which its link exists from beginning to end."""
    since: dict[Direction, int] = {}
    found: dict[Direction, list[int]] = {}

    def add(link: Direction, end_ns: int) -> None:
        first = max(-(-since[link] // steps.length_ns), steps.first)
        for direction in (link, link[::-1]):
            found.setdefault(direction, []).extend(range(first, min(end_ns // steps.length_ns, steps.end)))

    for change in changes:
        if change.up:
            since.setdefault(change.link, change.time_ns)
        elif change.link in since:
            add(change.link, change.time_ns)
            del since[change.link]
    for link in since:
        add(link, steps.end * steps.length_ns)
    return {direction: known for direction, known in found.items() if known}
