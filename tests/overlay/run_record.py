"""A run of the program `overlay`, read back for the model: traffic by window, moves, and what its captures cost.

A plain reading for tests. It shares no code with spark_analysis.
"""

from __future__ import annotations

import struct
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from ipaddress import IPv4Address
from pathlib import Path

from schema.messages import Value, decode
from schema.traces import Trace, read_trace
from tests.overlay.model import Costs, Move, Tree, tree_of
from tests.overlay.predicting_paths import Notification, Pairs, Subscription, Traffic

RAW_IP = 101
IPV4_BYTES, UDP_BYTES = 20, 8
Event = tuple[int, int]
"""Publisher and sequence."""


@dataclass(frozen=True)
class Sent:
    """A message that a broker has sent another one."""

    time_ns: int
    source: int
    destination: int
    message: str
    fields: dict[str, Value]


@dataclass(frozen=True)
class Done:
    """A move that was made: when it was proposed, when it was over, and its change of cost."""

    proposed_ns: int
    done_ns: int
    move: Move
    change: int


def pairs_of(text: str) -> Pairs:
    """The pairs of a filter such as `stage[p00=1,p07=3]`, or of an event's attributes."""
    inside = text.partition("[")[2].rstrip("]") if "[" in text else text
    named = (pair.partition("=") for pair in inside.split(","))
    return tuple(sorted((name, value) for name, _, value in named))


def records(path: Path) -> Iterator[tuple[int, bytes]]:
    """Time and bytes of each datagram of a capture."""
    data = path.read_bytes()
    assert struct.unpack_from("<I", data)[0] == 0xA1B23C4D, "nanosecond pcap"
    assert struct.unpack_from("<I", data, 20)[0] == RAW_IP
    at = 24
    while at < len(data):
        seconds, nanoseconds, kept, length = struct.unpack_from("<IIII", data, at)
        assert kept == length, "cut short"
        yield seconds * 10**9 + nanoseconds, data[at + 16 : at + 16 + kept]
        at += 16 + kept


@dataclass(frozen=True)
class RunRecord:
    """The folder of a run whose costs are those of `cost_seed`."""

    folder: Path
    cost_seed: int

    def table(self, name: str) -> Trace:
        return read_trace(self.folder / f"{name}.trace")

    @cached_property
    def costs(self) -> Costs:
        return Costs(self.cost_seed)

    @cached_property
    def tree(self) -> Tree:
        """The initial tree."""
        rows = self.table("overlay_links").rows
        begun = rows[rows["time_ns"] == 0]
        return tree_of(len(self.table("nodes").rows), zip(begun["a"].tolist(), begun["b"].tolist(), strict=True))

    @cached_property
    def sent(self) -> list[Sent]:
        """What all brokers have sent, from their captures."""
        nodes = self.table("nodes")
        addresses = dict(zip(nodes.column("ipv4"), nodes.rows["node"].tolist(), strict=True))
        found = []
        for broker in addresses.values():
            for time_ns, data in records(self.folder / f"broker-{broker}.pcap"):
                source, destination = (addresses[str(IPv4Address(data[at : at + 4]))] for at in (12, 16))
                if source == broker:
                    message, fields = decode(data[IPV4_BYTES + UDP_BYTES :])
                    found.append(Sent(time_ns, source, destination, message, fields))
        return found

    @cached_property
    def published(self) -> dict[Event, tuple[int, Pairs]]:
        """Time and attributes of each event."""
        table = self.table("publications")
        return {
            (row["publisher"].item(), row["sequence"].item()): (row["time_ns"].item(), pairs_of(attributes))
            for row, attributes in zip(table.rows, table.column("attributes"), strict=True)
        }

    @cached_property
    def subscriptions(self) -> tuple[Subscription, ...]:
        """Those of the first stage."""
        table = self.table("subscriptions")
        begun = zip(table.rows["time_ns"], table.rows["node"].tolist(), table.column("filter"), strict=True)
        return tuple(sorted({Subscription(node, pairs_of(text)) for time, node, text in begun if time == 0}, key=str))

    @cached_property
    def advertised(self) -> frozenset[Pairs]:
        """The filters of subscriptions that cover an advertisement."""
        contents = {
            frozenset(pairs_of(str(text)))
            for sent in self.sent
            if sent.message == "ov_advertise"
            for text in sent.fields["filters"]
        }
        filters = {one.filter for one in self.subscriptions}
        return frozenset(f for f in filters if any(content.issuperset(f) for content in contents))

    def windows(self, window_ns: int) -> list[Traffic]:
        """The traffic of each whole window, by the time of publication."""
        counts: defaultdict[int, Counter[tuple[int, Pairs]]] = defaultdict(Counter)
        for (publisher, _), (time_ns, content) in self.published.items():
            counts[time_ns // window_ns][publisher, content] += 1
        return [
            Traffic(
                self.subscriptions,
                tuple(Notification(*flow, count) for flow, count in sorted(counts[number].items())),
                self.advertised,
            )
            for number in range(max(counts) + 1)
        ]

    @cached_property
    def reasons(self) -> Counter[tuple[str, str]]:
        """How often plans came to a state, and why."""
        plans = self.table("plans")
        return Counter(zip(plans.column("state"), plans.column("reason"), strict=True))

    @cached_property
    def done(self) -> list[Done]:
        """The moves that were made, in the order of their ends."""
        plans = self.table("plans")
        proposed: dict[int, int] = {}
        found = []
        for row, state, path in zip(plans.rows, plans.column("state"), plans.column("path"), strict=True):
            if state == "proposed":
                proposed[row["plan"].item()] = row["time_ns"].item()
            elif state == "done":
                move = Move(row["mover"].item(), tuple(map(int, path.split())))
                begun = proposed[row["plan"].item()]
                found.append(Done(begun, row["time_ns"].item(), move, round(row["evaluated"].item())))
        return found

    @cached_property
    def captured_costs(self) -> dict[Event, int]:
        """What each event cost: the broker of its publisher, and each link and broker that it was sent to."""
        costs = {event: self.costs.broker(event[0]) for event in self.published}
        for sent in self.sent:
            if sent.message == "ov_notify":
                event = int(sent.fields["publisher"]), int(sent.fields["sequence"])
                costs[event] += self.costs.link(sent.source, sent.destination) + self.costs.broker(sent.destination)
        return costs
