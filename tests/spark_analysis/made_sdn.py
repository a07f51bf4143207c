"""Runs of switches made by hand: events go along the overlay of their topic, and every link is captured.

Six clusters with one switch and one host each; the numbers on edges are their rates in Mbit/s:

    0 --10-- 1 --8-- 2        hosts 0 to 5, switches 6 to 11, controllers 12 to 17, server 18, management 19
    |4       |5    6/|9
    |        4 ----+-'        edges 0-1, 1-2, 2-3, 0-3, 1-4, 2-4, 3-5 and 4-5
    3 --7-- 5 --3-- 4
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any

from made_stores import write_link
from written_run import write_run

from schema.messages import PORT, TYPES, encode
from schema.traces import NO_NODE

MS = 1_000_000
S = 1_000 * MS
DELAY = MS
EDGES = {(0, 1): 10, (1, 2): 8, (2, 3): 6, (0, 3): 4, (1, 4): 5, (2, 4): 9, (3, 5): 7, (4, 5): 3}
"""Edge -> Mbit/s, of the known answer of Algorithms 1 to 3."""
HOST_RATE = 100_000_000
IN_FRONT = 2 + 40 + 8
"""Bytes of PPP, IPv6 and UDP."""

Edge = tuple[int, int]


class SdnRun:
    """A network with one switch and one host per cluster; `publish` and the other methods add to its run."""

    def __init__(self, edges: Mapping[Edge, int] = EDGES) -> None:
        """`edges`: clusters and Mbit/s."""
        self.edges = dict(edges)
        self.clusters = 1 + max(end for edge in edges for end in edge)
        self.tables: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
        self.frames: dict[tuple[int, int], list[tuple[int, bytes]]] = {}
        count = self.clusters
        self.server, management = 3 * count, 3 * count + 1
        for cluster in range(count):
            self.tables["hosts"].append((cluster, cluster, self.switch(cluster)))
            self.tables["switches"].append((self.switch(cluster), cluster, f"s{cluster}"))
            self.tables["clusters"].append((cluster, f"c{cluster}", 2 * count + cluster))
            self._link(cluster, self.switch(cluster), HOST_RATE, "host", cluster, cluster)
            self._link(self.switch(cluster), management, 10**9, "control", cluster, NO_NODE, is_captured=False)
        for (a, b), rate in self.edges.items():
            self._link(self.switch(a), self.switch(b), rate * 10**6, "trunk", a, b)
        self.tables["nodes"] = [(node, str(node), "") for node in range(management + 1)]

    def switch(self, cluster: int) -> int:
        return self.clusters + cluster

    def _link(self, one: int, other: int, rate: int, role: str, a: int, b: int, is_captured: bool = True) -> None:
        for start, end, first, last in ((one, other, a, b), (other, one, b, a)):
            self.tables["links"].append((start, end, rate, DELAY))
            self.tables["link_roles"].append((start, end, role, first, last))
            if is_captured:
                self.frames[start, end] = []

    def rate(self, start: int, end: int) -> int:
        return next(row[2] for row in self.tables["links"] if row[:2] == (start, end))

    def tree(self, time_ns: int, topic: str, edges: Collection[Edge], present: int = 1, source: int = NO_NODE) -> None:
        self.tables["topic_trees"] += [(time_ns, topic, source, *edge, present) for edge in sorted(edges)]

    def publish(
        self,
        time_ns: int,
        host: int,
        sequence: int,
        topic: str,
        tree: Collection[Edge],
        wanting: Collection[int] = (),
        also: Collection[int] = (),
        failed: Collection[Edge] = (),
        payload: int = 200,
    ) -> None:
        """Send an event along `tree` from cluster to cluster; hosts of clusters `wanting` and `also` get it.

        `failed` edges lose it. It is due to `wanting` whether it arrives or not.
        """
        self.tables["publications"].append((time_ns, host, sequence, topic, "", payload))
        about = {"publisher": host, "sequence": sequence, "published_ns": time_ns, "hops": 1, "topic": topic}
        message = encode("event", {"node": host, **about, "attributes": [], "payload_bytes": payload})
        self.tables["transmissions"].append((time_ns, host, TYPES["event"], host, sequence, len(message), NO_NODE))
        octets = packet(message)
        waiting = [(self._send(time_ns, host, self.switch(host), octets), host, -1)]
        while waiting:
            arrived, cluster, before = waiting.pop()
            if cluster != host and cluster in {*wanting, *also}:
                done = self._send(arrived, self.switch(cluster), cluster, octets)
                if cluster in wanting:
                    self.tables["deliveries"].append((done, cluster, host, sequence, 1, 1, done - time_ns))
            for a, b in sorted(tree):
                if cluster in (a, b) and (a, b) not in failed:
                    other = a + b - cluster
                    if other != before:
                        waiting.append(
                            (self._send(arrived, self.switch(cluster), self.switch(other), octets), other, cluster)
                        )
        self.tables["due"] += [(host, sequence, cluster, 2) for cluster in sorted(wanting) if cluster != host]

    def _send(self, time_ns: int, start: int, end: int, octets: bytes) -> int:
        self.frames[start, end].append((time_ns, octets))
        return time_ns + len(octets) * 8 * 10**9 // self.rate(start, end) + DELAY

    def control(self, time_ns: int, channel: str, kind: str, octets: int, cluster: int = 0) -> None:
        self.tables["control_messages"].append(
            (time_ns, 2 * self.clusters + cluster, self.switch(cluster), channel, kind, octets)
        )

    def route(
        self,
        time_ns: int,
        cause: str,
        detected_ms: int = 1,
        computed_ms: int = 2,
        installed_ms: int = 5,
        topics: int = 1,
        examined: int = 10,
        flow_mods: int = 4,
        stored: int = 5,
    ) -> None:
        """Add a computation of routes; its times count from `time_ns`, -1 for never."""
        installed = -1 if installed_ms < 0 else time_ns + installed_ms * MS
        times = (time_ns + detected_ms * MS, time_ns + computed_ms * MS, installed)
        self.tables["route_updates"].append((time_ns, cause, *times, topics, examined, flow_mods, flow_mods, stored))

    def counted(self, until_ns: Sequence[int], factor: float = 1.0) -> None:
        """Add what counters of ports say in periods that end at these times, times `factor`."""
        for number, end in enumerate(until_ns):
            start = until_ns[number - 1] if number else 0
            for (a, b), rate in self.edges.items():
                ways = ((self.switch(a), self.switch(b)), (self.switch(b), self.switch(a)))
                sent = [
                    sum(len(octets) for time_ns, octets in self.frames[way] if start < time_ns <= end) for way in ways
                ]
                measured = factor * max(sent) * 8e9 / (end - start)
                self.tables["edge_loads"].append((end, a, b, rate * 1e6, 0.0, measured))

    def write(self, results: Path, variant: str, replication: int, parameters: Mapping[str, Any]) -> Path:
        """Write the run with its captures."""
        for table, rows in self.tables.items():
            if table not in ("due", "hosts", "switches", "clusters", "links", "link_roles", "nodes"):
                rows.sort(key=lambda row: row[0])
        run: Path = write_run(results, variant, replication, self.tables, {}, parameters, "wired")
        for (start, end), frames in self.frames.items():
            write_link(run / f"link-{start}-{end}.pcap", frames)
        return run


def packet(message: bytes) -> bytes:
    """The message in UDP, IPv6 and PPP, to a group."""
    udp = struct.pack(">HHHH", PORT, PORT, 8 + len(message), 0) + message
    ends = IPv6Address("2001:db8::1").packed + IPv6Address("ff18:180::").packed
    return struct.pack(">HIHBB", 0x57, 0x60000000, len(udp), 17, 16) + ends + udp


# ---- A run with every metric, whose numbers can be worked out


PARAMETERS = {"warmup": 2.0, "duration": 12.0}
"""The measured window is ten seconds."""
T1, T2 = "a", "a.b"
TREE_1 = {(0, 1), (1, 2), (2, 3), (3, 5)}
TREE_2 = TREE_1 | {(2, 4)}
REPAIRED_1 = {(0, 1), (1, 2), (3, 5), (0, 3)}
REPAIRED_2 = (TREE_2 - {(2, 3)}) | {(4, 5)}
FAILED = (2, 3)


def known_answer() -> SdnRun:
    """The known answer of Algorithms 1 to 3: two topics, a failure of edge 2-3 at 8 s and its repair 300 ms later."""
    run = SdnRun()
    for at, (topic, tree) in enumerate(((T1, TREE_1), (T2, TREE_2))):
        run.tree(100 * MS, topic, tree)
        run.tables["topic_codes"].append((50 * MS, 1, topic, "0" * (at + 1) + "1" * at, "own-slot"))
    run.route(90 * MS, "start", installed_ms=20, examined=30, stored=5, flow_mods=12)
    for number, time_ms in enumerate((1000, 2500, 3500, 4500, 5500, 6500)):
        run.publish(time_ms * MS, 0, 2 * number + 1, T1, TREE_1, {3, 5})
        run.publish((time_ms + 100) * MS, 0, 2 * number + 2, T2, TREE_2, {3, 4, 5}, also={1} if number == 2 else ())
    run.publish(8100 * MS, 0, 20, T1, TREE_1, {3, 5}, failed={FAILED})
    run.publish(8200 * MS, 0, 21, T2, TREE_2, {3, 4, 5}, failed={FAILED})
    run.tables["failures"] = [(8 * S, "link", *FAILED, -1)]
    run.route(8 * S, "failure", detected_ms=150, computed_ms=160, installed_ms=300, topics=2, examined=14, stored=6)
    for topic, old, new in ((T1, TREE_1, REPAIRED_1), (T2, TREE_2, REPAIRED_2)):
        run.tree(8160 * MS, topic, set(old) - set(new), present=0)
        run.tree(8160 * MS, topic, set(new) - set(old))
    run.publish(9500 * MS, 0, 22, T1, REPAIRED_1, {3, 5})
    run.publish(9600 * MS, 0, 23, T2, REPAIRED_2, {3, 4, 5})
    run.tables["subscriptions"] = [(0, cluster, T1, 1) for cluster in (3, 5)] + [(0, 4, T2, 1), (10 * S, 2, T1, 1)]
    run.route(10 * S, "subscription", installed_ms=40, examined=0, flow_mods=2, stored=6)
    run.route(11 * S, "subscription", installed_ms=-1, examined=0, flow_mods=0, stored=6)
    run.tables["flow_tables"] = [
        *((150 * MS, run.switch(cluster), 2, 2, 5) for cluster in (0, 1, 2, 3)),
        *((150 * MS, run.switch(4), entries, 1, 2) for entries in (3, 1)),
        (8300 * MS, run.switch(3), 4, 2, 5),
        (13 * S, run.switch(5), 9, 9, 9),
    ]
    for time_ms, channel, kind, octets in (
        *(
            (100, "openflow", "flow_mod", 100),
            (3000, "openflow", "multipart_reply", 60),
            (8170, "openflow", "flow_mod", 104),
        ),
        *((8171, "openflow", "flow_mod", 104), (8165, "server", "route", 80), (8150, "openflow", "port_status", 80)),
        *(
            (9500, "copy", "event-copy", 300),
            (10_010, "openflow", "flow_mod", 96),
            (12_500, "openflow", "flow_mod", 96),
        ),
    ):
        run.control(time_ms * MS, channel, kind, octets)
    run.tables["policy_rules"] = [
        (0, "a.#", 4, "cluster", "deny"),
        (0, "a.b", 4, "cluster", "allow"),
        (0, "a", 2, "broker", "deny"),
    ]
    run.tables["forwarding_drops"] = [
        (1 * S, run.switch(2), "queue", 300),
        (11_900 * MS, run.switch(2), "queue", 300),
        (6 * S, run.switch(2), "hop-limit", 300),
    ]
    run.tables["topic_loads"] = [
        *(
            (second * S, T1, measured, predicted)
            for second, measured, predicted in ((3, 0, 50), (4, 100, 80), (5, 90, 1))
        ),
        *((second * S, T2, measured, predicted) for second, measured, predicted in ((3, 0, 10), (4, 10, 10))),
    ]
    run.counted([second * S for second in range(1, 12)])
    return run
