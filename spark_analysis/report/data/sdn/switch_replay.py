"""One replication of a few variants of a network of switches: events on the edges, overlays, failures and repairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path

import numpy as np

from schema.manifest import Manifest
from schema.traces import read_run_table
from spark_analysis.capture import NotACapture, read_capture
from spark_analysis.graphs.graph_layout import graph_layout
from spark_analysis.report.data.replay import (
    MISSING_INDEX,
    MOST_CAPTURED_BYTES,
    MOST_EVENTS,
    NothingToReplay,
    Places,
    Replay,
    ReplayPeriod,
    Replays,
    choose_replays,
    microseconds,
    replay_rows,
)
from spark_analysis.report.data.sdn.cluster_map import KIND, Edge, cluster_of_hosts, edges_of, overlay_history
from spark_analysis.report.data.sdn.repairs import Repair, read_repairs
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant
from spark_analysis.run.runs import run_window

_UNIT_M = 100.0
"""Of the layout, which has no lengths of its own."""
_SENT = ("time_ns", "is_event", "publisher", "sequence")
_MOST_TOPICS = 40
_MOST_TREE_ROWS = 12_000
_AROUND_NS = 200_000_000
"""Before a failure and after its repair that belong to its replay."""
_LONGEST_NS = 5_000_000_000
"""Of the replay of a failure that nothing repairs."""


def read_switch_replays(story: Story) -> Replays:
    """One run per line of the first panel; none of programs without switches."""
    replays = choose_replays(story, _read)
    return replays if replays.shown else Replays("", (), ())


def _read(run: Path, variant: Variant, label: str, manifest: Manifest) -> Replay:
    """Raises NothingToReplay where the run has no clusters."""
    clusters = read_run_table(run, "clusters", KIND)
    if not len(clusters.rows):
        raise NothingToReplay("its run has no clusters")
    nodes = sorted(clusters.rows["cluster"].tolist())
    edges = edges_of(run)
    _, end_ns = run_window(run)
    repairs = read_repairs(run, end_ns)
    spans = [(repair.failed_ns - _AROUND_NS, _end(repair, end_ns)) for repair in repairs]
    cluster = cluster_of_hosts(run)
    place = Places(np.array(nodes, dtype=np.int64))
    published = read_run_table(run, "publications", KIND)
    order = np.argsort(published.rows["time_ns"], kind="stable")
    every = max(1, ceil(len(order) / MOST_EVENTS))
    kept = _kept(published.rows["time_ns"], order, every, spans)
    rows = published.rows[kept]
    number = {key: at for at, key in enumerate(zip(rows["publisher"].tolist(), rows["sequence"].tolist(), strict=True))}
    frames = _frames(run, edges, number, place)
    layout = graph_layout(nodes, edges)
    links = _link_rows(edges, repairs, run, place)
    topics, trees = _tree_rows(run, published.column("topic")[kept].tolist() if len(rows) else [], place)
    made = read_run_table(run, "deliveries", KIND).rows
    last = max((int(table["time_ns"].max()) for table in (published.rows, made) if len(table)), default=0)
    return Replay(
        variant=variant,
        label=label,
        replication=manifest.replication,
        end_us=max(last, end_ns) // 1000,
        range_m=0.0,
        sampled_us=np.zeros(1, dtype=np.int64),
        x_m=np.array([[_UNIT_M * layout[node][0] for node in nodes]]),
        y_m=np.array([[_UNIT_M * layout[node][1] for node in nodes]]),
        events=np.stack([microseconds(rows["time_ns"]), place.of(_clusters(cluster, rows["publisher"]))], axis=1),
        topics=tuple(str(topic) for topic in published.column("topic")[kept]) if len(rows) else (),
        every=every,
        due=_due(run, cluster, number, place),
        sent=frames,
        heard=frames[:, [0, 3, 2, 1]],
        delivered=_delivered(made, cluster, number, place),
        parents=np.zeros((0, 4), dtype=np.int64),
        control=np.zeros(0, dtype=np.int64),
        is_of_switches=True,
        names=tuple(nodes),
        links=links,
        tree_topics=topics,
        trees=trees,
        periods=tuple(_period(repair, end) for repair, (_, end) in zip(repairs, spans, strict=True)),
    )


def _end(repair: Repair, end_ns: int) -> int:
    """Where the replay of a failure ends."""
    if repair.installed_ns is not None:
        return repair.installed_ns + _AROUND_NS
    until = repair.restored_ns if repair.restored_ns is not None else end_ns
    return min(until, repair.failed_ns + _LONGEST_NS)


def _kept(times: np.ndarray, order: np.ndarray, every: int, spans: Sequence[tuple[int, int]]) -> np.ndarray:
    """One event in `every`, and of those around a failure as many as are shown at most, in order of time."""
    chosen = set(order[::every].tolist())
    for start, end in spans:
        inside = order[(times[order] >= start) & (times[order] <= end)]
        chosen |= set(inside[:MOST_EVENTS].tolist())
    return np.array([at for at in order.tolist() if at in chosen], dtype=np.int64)


def _clusters(cluster: dict[int, int], hosts: np.ndarray) -> np.ndarray:
    return np.array([cluster.get(host, MISSING_INDEX) for host in hosts.tolist()], dtype=np.int64)


def _due(run: Path, cluster: dict[int, int], number: dict[Edge, int], place: Places) -> np.ndarray:
    """Each event and cluster with a host to which it was due."""
    rows = read_run_table(run, "due", KIND).rows
    found = {
        (number[event], cluster[node])
        for *event_parts, node in zip(*(rows[name].tolist() for name in ("publisher", "sequence", "node")), strict=True)
        if (event := tuple(event_parts)) in number and node in cluster
    }
    table = np.array(sorted(found), dtype=np.int64).reshape(-1, 2)
    return replay_rows(table[:, 0], place.of(table[:, 1]), needs=(0, 1))


def _delivered(made: np.ndarray, cluster: dict[int, int], number: dict[Edge, int], place: Places) -> np.ndarray:
    """Time, cluster and event of the first delivery that was wanted in each cluster."""
    first: dict[tuple[int, int], int] = {}
    made = made[made["wanted"] == 1]
    for time_ns, *event_parts, node in zip(
        *(made[name].tolist() for name in ("time_ns", "publisher", "sequence", "node")), strict=True
    ):
        event = tuple(event_parts)
        if event in number and node in cluster:
            key = cluster[node], number[event]
            first[key] = min(time_ns, first.get(key, time_ns))
    rows = sorted((time_ns // 1000, *key) for key, time_ns in first.items())
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return replay_rows(table[:, 0], place.of(table[:, 1]), table[:, 2], needs=(1, 2))


def _frames(run: Path, edges: dict[Edge, list[tuple[int, int]]], number: dict[Edge, int], place: Places) -> np.ndarray:
    """Time, sending cluster, event and receiving cluster of each frame of a shown event, from the captures."""
    roles = read_run_table(run, "link_roles", KIND).rows
    ends = {
        (start, end): (a, b)
        for start, end, a, b in zip(
            *(roles[name].tolist() for name in ("from_node", "to_node", "cluster_a", "cluster_b")), strict=True
        )
    }
    paths = {way: run / f"link-{way[0]}-{way[1]}.pcap" for ways in edges.values() for way in ways}
    there = {way: path for way, path in paths.items() if path.exists()}
    if sum(path.stat().st_size for path in there.values()) > MOST_CAPTURED_BYTES:
        there = {}
    found = [rows for way, path in there.items() for rows in _frames_of(path, ends[way], number, place)]
    rows = np.concatenate(found) if found else np.zeros((0, 4), dtype=np.int64)
    in_order: np.ndarray = rows[np.argsort(rows[:, 0], kind="stable")]
    return in_order


def _frames_of(path: Path, ends: tuple[int, int], number: dict[Edge, int], place: Places) -> Iterator[np.ndarray]:
    try:
        columns = read_capture(path, _SENT).columns
    except (OSError, NotACapture):
        return
    mine = columns["is_event"].astype(bool)
    events = zip(columns["publisher"][mine].tolist(), columns["sequence"][mine].tolist(), strict=True)
    numbers = np.array([number.get(event, MISSING_INDEX) for event in events], dtype=np.int64)
    start, end = place.of(np.array(ends))
    times = microseconds(columns["time_ns"][mine])
    yield replay_rows(times, np.full(len(times), start), numbers, np.full(len(times), end), needs=(2,))


def _link_rows(
    edges: dict[Edge, list[tuple[int, int]]], repairs: Sequence[Repair], run: Path, place: Places
) -> np.ndarray:
    """Time, ends and whether the edge is up: all at the start, then those that failed and came back."""
    rows = [(0, *edge, 1) for edge in edges]
    switches = read_run_table(run, "switches", KIND).rows
    at = dict(zip(switches["node"].tolist(), switches["cluster"].tolist(), strict=True))
    for repair in repairs:
        failed = [edge for edge in edges if _fails(edge, repair, at)]
        rows += [(repair.failed_ns // 1000, *edge, 0) for edge in failed]
        if repair.restored_ns is not None:
            rows += [(repair.restored_ns // 1000, *edge, 1) for edge in failed]
    table = np.array(sorted(rows, key=lambda row: row[0]), dtype=np.int64).reshape(-1, 4)
    return replay_rows(table[:, 0], place.of(table[:, 1]), place.of(table[:, 2]), table[:, 3], needs=(1, 2))


def _fails(edge: Edge, repair: Repair, cluster_of_switch: dict[int, int]) -> bool:
    """Whether a failure takes an edge away: its link, or the switch at one of its ends."""
    if repair.kind == "link":
        return edge == tuple(sorted(repair.ends))
    return repair.kind == "switch" and cluster_of_switch.get(repair.ends[0]) in edge


def _tree_rows(run: Path, shown: Sequence[str], place: Places) -> tuple[tuple[str, ...], np.ndarray]:
    """The topics whose overlays are drawn, and time, topic, ends and presence of their edges."""
    history = overlay_history(run)
    counts = {topic: shown.count(topic) for topic in dict.fromkeys(topic for _, topic, *_ in history)}
    topics = sorted(sorted(counts, key=lambda topic: (-counts[topic], topic))[:_MOST_TOPICS])
    number = {topic: at for at, topic in enumerate(topics)}
    trees: dict[tuple[str, Edge], set[int]] = {}
    rows: list[tuple[int, int, int, int, int]] = []
    for time_ns, topic, source, edge, joins in history:
        if topic not in number:
            continue
        holders = trees.setdefault((topic, edge), set())
        was_there = bool(holders)
        (holders.add if joins else holders.discard)(source)
        if bool(holders) != was_there and len(rows) < _MOST_TREE_ROWS:
            rows.append((time_ns // 1000, number[topic], *edge, int(joins)))
    table = np.array(rows, dtype=np.int64).reshape(-1, 5)
    columns = table[:, 0], table[:, 1], place.of(table[:, 2]), place.of(table[:, 3]), table[:, 4]
    return tuple(topics), replay_rows(*columns, needs=(2, 3))


def _period(repair: Repair, end_ns: int) -> ReplayPeriod:
    """The replay of a failure: what happened when, as the player words it."""
    steps = [(repair.failed_ns, f"{repair.what} fails")]
    for time_ns, words in (
        (repair.detected_ns, "the server learns of it"),
        (repair.computed_ns, f"the server has new routes for {repair.topics} {_plural(repair.topics, 'topic')}"),
        (
            repair.installed_ns,
            f"the last switch confirms; {repair.flow_mods} {_plural(repair.flow_mods, 'change')} of flow tables",
        ),
        (repair.restored_ns, f"{repair.what} is back"),
    ):
        if time_ns is not None and time_ns <= end_ns:
            steps.append((time_ns, words))
    return ReplayPeriod(
        label=f"{repair.what} fails, {repair.lost} {_plural(repair.lost, 'delivery', 'deliveries')} lost",
        start_us=(repair.failed_ns - _AROUND_NS) // 1000,
        zero_us=repair.failed_ns // 1000,
        end_us=end_ns // 1000,
        steps=tuple((time_ns // 1000, words) for time_ns, words in sorted(steps)),
    )


def _plural(count: int, one: str, many: str = "") -> str:
    return one if count == 1 else many or f"{one}s"
