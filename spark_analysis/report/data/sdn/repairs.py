"""The failures of one run of switches: when the server learned of each, when routes were installed, what got lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from schema.traces import read_run_table
from spark_analysis.report.data.sdn.cluster_map import KIND

_FAILURE = "failure"


@dataclass(frozen=True)
class Repair:
    """A failure and what followed until it was over or the next began. Times are ns; None where it never happened."""

    what: str
    """`link 2–3`, `switch 7`."""
    kind: str
    ends: tuple[int, int]
    failed_ns: int
    restored_ns: int | None
    detected_ns: int | None
    computed_ns: int | None
    installed_ns: int | None
    topics: int
    """Whose overlays changed."""
    flow_mods: int
    lost: int
    """Due deliveries of events published in that time that were not made."""

    def after_ms(self, time_ns: int | None) -> float | None:
        """Milliseconds from the failure to a moment."""
        return None if time_ns is None else (time_ns - self.failed_ns) / 1e6


def read_repairs(run: Path, end_ns: int) -> tuple[Repair, ...]:
    """The failures of a run up to `end_ns`, in order."""
    failures = read_run_table(run, "failures", KIND)
    if not len(failures.rows):
        return ()
    kinds = failures.column("kind")
    order = [at for at in np.argsort(failures.rows["time_ns"], kind="stable") if failures.rows["time_ns"][at] <= end_ns]
    starts = [int(failures.rows["time_ns"][at]) for at in order]
    found = []
    for at, failed, following in zip(order, starts, [*starts, end_ns + 1][1:], strict=True):
        row = failures.rows[at]
        restored = int(row["restored_ns"]) if row["restored_ns"] >= 0 else None
        until = min(following, restored if restored is not None else following)
        ends = int(row["a"]), int(row["b"])
        kind = str(kinds[at])
        updates = _updates(run, failed, until)
        found.append(
            Repair(
                what=f"link {ends[0]}–{ends[1]}" if kind == "link" else f"{kind} {ends[0]}",
                kind=kind,
                ends=ends,
                failed_ns=failed,
                restored_ns=restored,
                detected_ns=min((row["detected_ns"] for row in updates), default=None),
                computed_ns=max((row["computed_ns"] for row in updates), default=None),
                installed_ns=max((row["installed_ns"] for row in updates if row["installed_ns"] >= 0), default=None),
                topics=sum(row["topics"] for row in updates),
                flow_mods=sum(row["flow_mods"] for row in updates),
                lost=lost_deliveries(run, failed, until),
            )
        )
    return tuple(found)


def _updates(run: Path, from_ns: int, until_ns: int) -> Sequence[dict[str, int]]:
    """The computations of routes because of a failure that the server learned of in this time."""
    routes = read_run_table(run, "route_updates", KIND)
    if not len(routes.rows):
        return ()
    detected = routes.rows["detected_ns"]
    mine = (routes.column("cause") == _FAILURE) & (detected >= from_ns) & (detected < until_ns)
    names = ("detected_ns", "computed_ns", "installed_ns", "topics", "flow_mods")
    return [{name: int(row[name]) for name in names} for row in routes.rows[mine]]


def lost_deliveries(run: Path, from_ns: int, until_ns: int) -> int:
    """Due deliveries of events published in this time that were not made."""
    published = read_run_table(run, "publications", KIND).rows
    inside = (published["time_ns"] >= from_ns) & (published["time_ns"] < until_ns)
    events = set(zip(published["publisher"][inside].tolist(), published["sequence"][inside].tolist(), strict=True))
    due = read_run_table(run, "due", KIND).rows
    wanted = {row for row in _triples(due) if row[:2] in events}
    return len(wanted - set(_triples(read_run_table(run, "deliveries", KIND).rows)))


def _triples(rows: np.ndarray) -> list[tuple[int, int, int]]:
    return list(zip(*(rows[name].tolist() for name in ("publisher", "sequence", "node")), strict=True))
