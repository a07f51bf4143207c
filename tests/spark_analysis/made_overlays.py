"""Runs of an overlay made by hand: what brokers send each other is captured at both ends and counted by steps.

clients   10, 12            11
          |                 |
brokers   0 --5-- 1 --6-- 2 --7-- 3     the numbers on links are their costs, those of brokers are 1, 2, 3 and 4
          |_______8_______|             at 4.5 s broker 2 leaves 1 for 0; 1 and 3 talk without a link, which costs 9
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address
from itertools import pairwise
from pathlib import Path
from typing import Any

from made_captures import capture
from written_run import write_run

from schema.messages import CARRIERS, PORT, TYPES, encode
from schema.traces import NO_NODE

MS = 1_000_000
S = 1_000 * MS
LATENCY = MS
_COLUMN = {"ov_notify": 0, "ov_advertise": 1, "ov_subscribe": 2}
OTHER, CONTROL_BYTES = 3, 4


class OverlayRun:
    """A run; `send` and the other methods add to its tables and captures. Steps are `step_ns` long."""

    def __init__(self, costs: Mapping[int, int], clients: Mapping[int, int], step_ns: int = 2 * S) -> None:
        """`costs`: broker -> cost. `clients`: client -> broker."""
        self.brokers = tuple(costs)
        self.step_ns = step_ns
        self.tables: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
        self.tables["overlay_brokers"] = list(costs.items())
        self.tables["clients"] = list(clients.items())
        self.tables["nodes"] = [(node, str(node), address(node)) for node in (*costs, *clients)]
        ring = [*pairwise(costs), (*costs,)[::-1][:: len(costs) - 1]]
        self.tables["links"] = [(*ends, 10**6, MS) for a, b in ring for ends in ((a, b), (b, a))]
        self.records: dict[int, list[tuple[int, bytes]]] = {node: [] for node in costs}
        self.steps: dict[tuple[int, int, int], list[int]] = defaultdict(lambda: [0] * 5)

    def link(self, time_ns: int, a: int, b: int, cost: int, up: int = 1, plan: int = 0) -> None:
        self.tables["overlay_links"].append((time_ns, min(a, b), max(a, b), up, plan, cost))

    def send(self, time_ns: int, way: Sequence[int], name: str, values: Mapping[str, Any]) -> int:
        """Send a message along the brokers of `way`; returns when it is there."""
        for start, end in pairwise(way):
            message = encode(name, {"node": start, **values})
            octets = packet(message, address(start), address(end))
            event = (values["publisher"], values["sequence"]) if TYPES[name] in CARRIERS else (NO_NODE, 0)
            self.tables["transmissions"].append((time_ns, start, TYPES[name], *event, len(message), end))
            self.records[start].append((time_ns, octets))
            time_ns += LATENCY
            self.records[end].append((time_ns, octets))
            counts = self.steps[(time_ns - LATENCY) // self.step_ns * self.step_ns, start, end]
            counts[_COLUMN.get(name, OTHER)] += 1
            counts[CONTROL_BYTES] += 0 if name == "ov_notify" else len(message)
        return time_ns

    def publish(self, time_ns: int, publisher: int, sequence: int, *ways: Sequence[int]) -> None:
        """Publish an event that crosses these ways."""
        self.tables["publications"].append((time_ns, publisher, sequence, "a", "", 20))
        for way in ways:
            event = {"publisher": publisher, "sequence": sequence, "published_ns": time_ns, "hops": 1, "topic": "a"}
            header = {"epoch": 1, "flow": way[0] << 32}
            values = {"header": header, **event, "attributes": [], "payload_bytes": 20}
            self.send(time_ns, way, "ov_notify", values)

    def deliver(self, time_ns: int, client: int, publisher: int, sequence: int, hops: int) -> None:
        self.tables["deliveries"].append((time_ns, client, publisher, sequence, 1, hops, 5 * MS))

    def write(self, results: Path, variant: str, replication: int, parameters: Mapping[str, Any]) -> Path:
        """Write the run, with a capture of each broker."""
        self.tables["overlay_steps"] = sorted((*key, *counts) for key, counts in self.steps.items())
        for table in ("transmissions", "publications", "deliveries", "overlay_links"):
            self.tables[table].sort(key=lambda row: row[0])
        run: Path = write_run(results, variant, replication, self.tables, {}, parameters, "wired")
        for broker, records in self.records.items():
            write_broker(run, broker, records)
        return run


def write_broker(run: Path, broker: int, records: Sequence[tuple[int, bytes]]) -> None:
    """Write the capture of a broker: raw IP."""
    data = capture(101, [])
    for time_ns, octets in sorted(records):
        data += struct.pack("<IIII", time_ns // S, time_ns % S, len(octets), len(octets)) + octets
    (run / f"broker-{broker}.pcap").write_bytes(data)


def address(node: int) -> str:
    return f"10.1.{node // 250}.{node % 250 + 1}"


def packet(message: bytes, source: str, destination: str) -> bytes:
    """The message in UDP and IPv4."""
    udp = struct.pack(">HHHH", PORT, PORT, 8 + len(message), 0) + message
    ends = int(IPv4Address(source)), int(IPv4Address(destination))
    return struct.pack(">BBHHHBBHII", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, *ends) + udp


# ---- A run with every metric, whose numbers can be worked out


PARAMETERS = {"warmup": 2.0, "duration": 10.0, "tick_s": 1.0, "window_ticks": 2}
"""The measured window is eight ticks, or four steps."""
_FILTERS = {"control": 1, "origin": 0, "sequence": 1, "action": 2, "hops": 1, "filters": ["a"]}
_LOCK = {"control": 2, "plan": 1, "lease_ms": 10_000}
CONTROL = (
    # sent at, way, name, values
    (3000, (0, 1), "ov_advertise", _FILTERS),
    (3100, (3, 2), "ov_subscribe", _FILTERS),
    (4100, (0, 1), "rc_lock", _LOCK),
    (4200, (1, 3), "rc_lock", _LOCK),
    (4300, (1, 0), "ov_ack", {"control": 2}),
    (4550, (2, 0), "ov_subscribe", _FILTERS),
)
"""Times in ms."""
_PLAN_1 = (0, 2, 1, 0, "1 0")


def four_overlay_brokers() -> OverlayRun:
    """See the head of this file. An event of the warm-up, six that count, a move, a gap, and a plan that is refused."""
    run = OverlayRun({0: 1, 1: 2, 2: 3, 3: 4}, {10: 0, 11: 3, 12: 0})
    for a, b, cost in ((0, 1, 5), (1, 2, 6), (2, 3, 7)):
        run.link(0, a, b, cost)
    run.tables["overlay_pairs"] = [(1, 3, 9)]
    run.link(4500 * MS, 0, 2, 8, plan=1)
    run.link(4600 * MS, 1, 2, 6, up=0, plan=1)
    run.link(5000 * MS, 2, 3, 7, up=0)
    run.link(5250 * MS, 2, 3, 7)
    before, after = (0, 1, 2, 3), (0, 2, 3)
    for time_ms, sequence, *ways in (
        *((1000, 1, before), (2500, 2, before), (6500, 3, after), (7000, 4, (0, 2))),
        *((8100, 5, after), (8200, 6, after), (9000, 7)),
    ):
        run.publish(time_ms * MS, 10, sequence, *ways)
    for time_ms, client, sequence, hops in (
        *((1005, 11, 1, 3), (2505, 11, 2, 3), (2505, 12, 2, 0), (6505, 11, 3, 2), (6600, 11, 3, 2)),
        *((8205, 11, 6, 2), (8305, 11, 5, 2), (9005, 12, 7, 0)),
    ):
        run.deliver(time_ms * MS, client, 10, sequence, hops)
    run.tables["due"] = [*((10, k, 11, 3) for k in range(1, 7)), (10, 2, 12, 0), (10, 7, 12, 0)]
    for time_ms, way, name, values in CONTROL:
        run.send(time_ms * MS, way, name, values)
    run.tables["plans"] = [
        (4000 * MS, 1, 0, "proposed", *_PLAN_1[1:], -30.0, 0.0, 0, ""),
        (4700 * MS, 1, 0, "done", *_PLAN_1[1:], -30.0, -24.0, 1, ""),
        (7900 * MS, 2, 3, "proposed", 3, 2, 0, "2 0", -10.0, 0.0, 0, ""),
        (8000 * MS, 2, 3, "refused", 3, 2, 0, "2 0", -10.0, 6.0, 1, "no gain"),
    ]
    run.tables["locks"] = [
        *((4150 * MS, 1, node, "granted") for node in (0, 1, 2)),
        (4200 * MS, 1, 3, "refused"),
        *((4700 * MS, 1, node, "released") for node in (0, 1, 2)),
    ]
    run.tables["stages"] = [(0, 0), (6 * S, 1)]
    run.tables["physical_hops"] = [(0, 5, 100), (2 * S, 10, 30), (6 * S, 10, 10)]
    return run
