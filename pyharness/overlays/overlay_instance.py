"""An instance: clusters, edges with capacities, topics and their demand, as the program `sdn-router` reads it.

clusters 4
edge 0 1 1000         # capacity in bit/s
topic a 8             # load in bit/s of all publishers together
topic a.b 2 a         # with its father
publish a 0 1         # topic, cluster, share of the load
subscribe a 3
deny a 2              # a cluster that the topic must not enter
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pyharness.placement.problem.statements import Statement, read_statements
from schema.digests import write_whole
from schema.errors import UsageError
from schema.text import nearest

LOAD_UNITS_PER_BPS = 1024
"""Loads and capacities are whole numbers of 1/1024 bit/s, so that sums of them are exact."""

MOST_CLUSTERS = 65535
FORMS = {
    "edge": "edge A B CAPACITY",
    "topic": "topic NAME LOAD [FATHER]",
    "publish": "publish NAME CLUSTER SHARE",
    "subscribe": "subscribe NAME CLUSTER",
    "deny": "deny NAME CLUSTER",
}


def rounded_load(bps: float) -> float:
    """Return `bps` as the nearest whole number of 1/1024 bit/s, halves up."""
    return int(bps * LOAD_UNITS_PER_BPS + 0.5) / LOAD_UNITS_PER_BPS


@dataclass(frozen=True)
class GraphEdge:
    """An edge between two clusters."""

    a: int
    b: int
    capacity: float
    """In bit/s."""


@dataclass(frozen=True)
class OverlayTopic:
    """A topic and its demand."""

    name: str
    load: float
    """Of all publishers together, in bit/s."""
    father: str | None = None
    publishers: dict[int, float] = field(default_factory=dict)
    """Cluster -> its share of the load."""
    subscribers: frozenset[int] = frozenset()
    denied: frozenset[int] = frozenset()

    @property
    def terminals(self) -> list[int]:
        """The allowed publishers and subscribers, ascending; none where one of the two is missing."""
        publishers, subscribers = self.publishers.keys() - self.denied, self.subscribers - self.denied
        return sorted(publishers | subscribers) if publishers and subscribers else []

    @property
    def allowed_load(self) -> float:
        """The load of the publishers that are not denied."""
        shares = self.publishers if any(self.publishers.values()) else dict.fromkeys(self.publishers, 1.0)
        total = sum(shares.values())
        allowed = sum(share for cluster, share in shares.items() if cluster not in self.denied)
        if not allowed:
            return 0.0
        return rounded_load(self.load if allowed == total else self.load * allowed / total)


@dataclass(frozen=True)
class OverlayInstance:
    """What topics are routed on and for."""

    clusters: int
    edges: tuple[GraphEdge, ...]
    topics: tuple[OverlayTopic, ...]

    @cached_property
    def edge_between(self) -> dict[tuple[int, int], int]:
        """Both orders of each pair of neighbours -> number of the edge."""
        numbers = {}
        for number, edge in enumerate(self.edges):
            numbers[edge.a, edge.b] = numbers[edge.b, edge.a] = number
        return numbers

    def usable_edges(self, topic: OverlayTopic) -> list[int]:
        """Return the numbers of the edges whose ends `topic` may enter."""
        return [i for i, edge in enumerate(self.edges) if not {edge.a, edge.b} & topic.denied]


def read_overlay_instance(file: Path) -> OverlayInstance:
    """Return the instance in `file`. Raises UsageError with file, line and what was expected."""
    statements = read_statements(file)
    if not statements or statements[0].words[0] != "clusters":
        raise UsageError(f"{file}: expected a first line `clusters N`")
    statements[0].require_form("clusters N")
    reader = _InstanceReader(statements[0].integer(1, 1, MOST_CLUSTERS))
    for statement in statements[1:]:
        reader.read(statement)
    if pieces_of(reader.clusters, [(a, b) for a, b in reader.edges]) > 1:
        raise UsageError(f"{file}: its edges leave the clusters in pieces, expected a path between each two")
    edges = tuple(GraphEdge(a, b, capacity) for (a, b), capacity in reader.edges.items())
    return OverlayInstance(reader.clusters, edges, tuple(reader.topics.values()))


def pieces_of(clusters: int, pairs: list[tuple[int, int]]) -> int:
    """Return into how many connected pieces `pairs` join the clusters."""
    piece = list(range(clusters))

    def root(cluster: int) -> int:
        while piece[cluster] != cluster:
            piece[cluster] = piece[piece[cluster]]
            cluster = piece[cluster]
        return cluster

    for a, b in pairs:
        piece[root(a)] = root(b)
    return sum(piece[cluster] == cluster for cluster in range(clusters))


class _InstanceReader:
    """The lines after the first, one after the other."""

    def __init__(self, clusters: int) -> None:
        self.clusters = clusters
        self.edges: dict[tuple[int, int], float] = {}
        self.topics: dict[str, OverlayTopic] = {}

    def read(self, statement: Statement) -> None:
        """Take one line."""
        keyword = statement.words[0]
        if keyword not in FORMS:
            raise statement.error(f"one of {', '.join(FORMS)} as first word{nearest(keyword, FORMS)}")
        words = FORMS[keyword].split()
        if keyword == "topic" and len(statement.words) == 3:
            words = words[:3]
        statement.require_form(" ".join(words))
        if keyword == "edge":
            self._read_edge(statement)
        elif keyword == "topic":
            self._read_topic(statement)
        else:
            self._read_member(statement, self._topic(statement))

    def _read_edge(self, statement: Statement) -> None:
        a, b = sorted((self._cluster(statement, 1), self._cluster(statement, 2)))
        if a == b or (a, b) in self.edges:
            raise statement.error("two different clusters, and each edge once")
        self.edges[a, b] = statement.rate(3)

    def _read_topic(self, statement: Statement) -> None:
        name, father = statement.words[1], statement.words[3] if len(statement.words) > 3 else None
        if name in self.topics:
            raise statement.error("each topic once")
        if father is not None and father not in self.topics:
            raise statement.error(f"a line `topic {father} LOAD` before{nearest(father, self.topics)}")
        self.topics[name] = OverlayTopic(name, statement.rate(2), father)

    def _read_member(self, statement: Statement, topic: OverlayTopic) -> None:
        cluster = self._cluster(statement, 2)
        members = {"publish": topic.publishers, "subscribe": topic.subscribers, "deny": topic.denied}
        keyword = statement.words[0]
        if cluster in members[keyword]:
            raise statement.error("each publisher, subscriber and denied cluster once")
        if keyword == "publish":
            changed = replace(topic, publishers=topic.publishers | {cluster: statement.rate(3)})
        elif keyword == "subscribe":
            changed = replace(topic, subscribers=topic.subscribers | {cluster})
        else:
            changed = replace(topic, denied=topic.denied | {cluster})
        self.topics[topic.name] = changed

    def _topic(self, statement: Statement) -> OverlayTopic:
        name = statement.words[1]
        if name not in self.topics:
            raise statement.error(f"a line `topic {name} LOAD` before{nearest(name, self.topics)}")
        return self.topics[name]

    def _cluster(self, statement: Statement, position: int) -> int:
        return statement.integer(position, 0, self.clusters - 1)


def overlay_instance_text(instance: OverlayInstance) -> str:
    """Return the file of `instance`."""
    lines = [f"clusters {instance.clusters}"]
    lines += [f"edge {edge.a} {edge.b} {edge.capacity!r}" for edge in instance.edges]
    for topic in instance.topics:
        lines.append(f"topic {topic.name} {topic.load!r}" + (f" {topic.father}" if topic.father else ""))
        lines += [f"publish {topic.name} {cluster} {share!r}" for cluster, share in topic.publishers.items()]
        lines += [f"subscribe {topic.name} {cluster}" for cluster in sorted(topic.subscribers)]
        lines += [f"deny {topic.name} {cluster}" for cluster in sorted(topic.denied)]
    return "".join(f"{line}\n" for line in lines)


def write_overlay_instance(file: Path, instance: OverlayInstance) -> None:
    """Write `instance` to `file`, whole or not at all."""
    write_whole(file, overlay_instance_text(instance))
