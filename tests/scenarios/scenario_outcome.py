"""What became of the events of a run on a network at rest, from its trace tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from schema.traces import NO_NODE, UNREACHABLE, read_trace

RANGE_M = 250.0
Event = tuple[int, int]
"""Publisher and sequence number."""


@dataclass(frozen=True)
class Outcome:
    """Who was due an event, who got it, who sent it, and who could be reached at all."""

    due: dict[Event, dict[int, int]]
    """Receivers with the length of their shortest path, or UNREACHABLE."""
    got: dict[Event, dict[int, int]]
    """Receivers with the links that the event crossed."""
    deliveries: int
    senders: dict[Event, Counter[int]]
    """Nodes with how often they transmitted the event."""
    control: int
    """Transmissions without an event."""
    component: dict[int, frozenset[int]]
    """The nodes that can be reached from a node, itself among them: by where all stand, whatever the simulator says."""

    def reachable(self, event: Event) -> set[int]:
        """The receivers of an event that had a path to its publisher."""
        return {node for node, hops in self.due[event].items() if hops != UNREACHABLE}

    def arrived(self, event: Event) -> bool:
        """Whether an event reached all that could be reached."""
        return set(self.got[event]) == self.reachable(event)

    def sent(self, event: Event) -> int:
        """Transmissions of an event."""
        return sum(self.senders[event].values())


def read_outcome(run: Path) -> Outcome:
    """Read the trace tables of a run."""
    published = read_trace(run / "publications.trace").rows
    events = [(int(row["publisher"]), int(row["sequence"])) for row in published]
    due: dict[Event, dict[int, int]] = {event: {} for event in events}
    got: dict[Event, dict[int, int]] = {event: {} for event in events}
    senders: dict[Event, Counter[int]] = {event: Counter() for event in events}
    for row in read_trace(run / "due.trace").rows:
        due[int(row["publisher"]), int(row["sequence"])][int(row["node"])] = int(row["shortest_hops"])
    deliveries = read_trace(run / "deliveries.trace").rows
    for row in deliveries:
        got[int(row["publisher"]), int(row["sequence"])][int(row["node"])] = int(row["hops"])
    sent = read_trace(run / "transmissions.trace").rows
    carries = sent["publisher"] != NO_NODE
    for row in sent[carries]:
        senders[int(row["publisher"]), int(row["sequence"])][int(row["node"])] += 1
    return Outcome(due, got, len(deliveries), senders, int((~carries).sum()), _components(run))


def _components(run: Path) -> dict[int, frozenset[int]]:
    positions = read_trace(run / "positions.trace").rows
    first = positions[positions["time_ns"] == 0]
    places = {int(row["node"]): np.array([row["x_m"], row["y_m"]]) for row in first}
    reached = {node: frozenset([node]) for node in places}
    for a in places:
        for b in places:
            if reached[a] is not reached[b] and np.linalg.norm(places[a] - places[b]) <= RANGE_M:
                together = reached[a] | reached[b]
                reached.update(dict.fromkeys(together, together))
    return reached
