"""One replication of a few variants: the positions of the nodes, the events they sent, and the senders they heard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

import numpy as np

from schema.manifest import Manifest
from schema.messages import CARRIERS
from schema.traces import read_trace
from spark_analysis.capture import NotACapture, read_capture
from spark_analysis.report.data.paired_runs import NothingToShow, read_paired_runs
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant

MISSING_INDEX = -1
MOST_EVENTS = 200
_MOST_ROWS = 12_000
_MOST_PLACES = 60_000
MOST_CAPTURED_BYTES = 500_000_000
"""Of a run: no more is read a second time only to see who heard whom."""
_NS_PER_US, _US_PER_S = 1_000, 1_000_000
_HEARD = ("is_tx", "is_event", "time_ns", "publisher", "sequence", "sender")


@dataclass(frozen=True)
class ReplayPeriod:
    """A part of a run that can be chosen to be shown, such as a failure and its repair. Times are µs."""

    label: str
    start_us: int
    zero_us: int
    """From here on time is counted."""
    end_us: int
    steps: tuple[tuple[int, str], ...]
    """What happens when."""


@dataclass(frozen=True)
class Replay:
    """A run. Times are µs, nodes count from 0, events number the rows of `events`; MISSING_INDEX stands for none.

    Of `shape` (rows, columns): `events` time, publisher; `due` event, node; `sent` time, node, event, next hop;
    `heard` time, node, event, sender: the first copy that a node received which passed the event on or wanted it;
    `delivered` time, node, event; `parents` time, node, root, parent. `x_m` and `y_m` are (samples, nodes).
    `control` counts the control frames of each second.
    """

    variant: Variant
    label: str
    replication: int
    end_us: int
    range_m: float
    sampled_us: np.ndarray
    x_m: np.ndarray
    y_m: np.ndarray
    events: np.ndarray
    topics: tuple[str, ...]
    every: int
    """One event in so many is here."""
    due: np.ndarray
    sent: np.ndarray
    heard: np.ndarray
    delivered: np.ndarray
    parents: np.ndarray
    control: np.ndarray
    is_of_requests: bool = False
    """Whether `events` are requests of brokers' clients and `parents` the links between brokers: see request_replay."""
    is_of_moves: bool = False
    """Whether `events` are moves of an overlay's links and `parents` its links: see overlay.move_replay."""
    is_of_switches: bool = False
    """Whether the nodes are clusters of switches, with `links`, `trees` and `periods`: see sdn.switch_replay."""
    links: np.ndarray = field(default_factory=lambda: np.zeros((0, 4), dtype=np.int64))
    """Time, two nodes, and whether the link between them is up from then on."""
    tree_topics: tuple[str, ...] = ()
    trees: np.ndarray = field(default_factory=lambda: np.zeros((0, 5), dtype=np.int64))
    """Time, place in `tree_topics`, two nodes, and whether the link between them belongs to its tree from then on."""
    periods: tuple[ReplayPeriod, ...] = ()
    names: tuple[int, ...] = ()
    """The nodes' numbers, where they are not their places."""
    gains: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), dtype=np.int64))
    """Of each move the gain that was predicted and the one that was worked out, in thousandths."""

    @property
    def has_tree(self) -> bool:
        return len(self.parents) > 0

    @property
    def has_hops(self) -> bool:
        """Whether captures show the sender of each reception, or there was nothing to receive."""
        return len(self.heard) > 0 or not len(self.delivered)


class NothingToReplay(NothingToShow):
    """A run without what a replay shows; the message is the reason, for readers of the report."""


@dataclass(frozen=True)
class Replays:
    """What can be shown, the setting it is at, and what cannot, with the reason."""

    where: str
    shown: tuple[Replay, ...]
    omitted: tuple[tuple[str, str], ...]


def read_replays(story: Story) -> Replays:
    """One radio run per line of the first panel, all of the same replication as far as there is one."""
    return choose_replays(story, _read)


def choose_replays(story: Story, read: Callable[[Path, Variant, str, Manifest], Replay]) -> Replays:
    """The same, by any reader. `read` gets a run's folder, its variant and label, and its manifest."""
    found = read_paired_runs(story, read)
    return Replays(found.where, found.shown, found.omitted)


def _read(run: Path, variant: Variant, label: str, manifest: Manifest) -> Replay:
    positions = read_trace(run / "positions.trace").rows
    if not len(positions):
        raise ValueError("no positions")
    nodes, sampled, x, y = _grid(positions)
    published = read_trace(run / "publications.trace")
    order = np.argsort(published.rows["time_ns"], kind="stable")
    sent = read_trace(run / "transmissions.trace").rows
    data = sent[np.isin(sent["type"], CARRIERS)]
    every = max(1, ceil(max(len(order) / MOST_EVENTS, len(data) / _MOST_ROWS)))
    kept = order[::every]
    events = _Events(published.rows[kept])
    deliveries = read_trace(run / "deliveries.trace").rows
    deliveries = deliveries[deliveries["wanted"] == 1]
    due = read_trace(run / "due.trace").rows
    parents = read_trace(run / "parents.trace").rows
    place = Places(nodes)
    sent_rows = replay_rows(
        microseconds(data["time_ns"]), place.of(data["node"]), events.of(data), place.of(data["next_hop"]), needs=(1, 2)
    )
    delivered = replay_rows(
        microseconds(deliveries["time_ns"]), place.of(deliveries["node"]), events.of(deliveries), needs=(1, 2)
    )
    last = max((int(t["time_ns"].max()) for t in (sent, positions, deliveries, parents) if len(t)), default=0)
    control = sent["time_ns"][~np.isin(sent["type"], CARRIERS)] // (_NS_PER_US * _US_PER_S)
    reach = {**manifest.parameters, **manifest.varying}.get("range", 0.0)
    return Replay(
        variant=variant,
        label=label,
        replication=manifest.replication,
        end_us=last // _NS_PER_US,
        range_m=float(reach) if isinstance(reach, int | float) else 0.0,
        sampled_us=sampled,
        x_m=x,
        y_m=y,
        events=np.stack(
            [microseconds(published.rows["time_ns"][kept]), place.of(published.rows["publisher"][kept])], axis=1
        ),
        topics=tuple(str(topic) for topic in published.column("topic")[kept]),
        every=every,
        due=replay_rows(events.of(due), place.of(due["node"]), needs=(0, 1)),
        sent=sent_rows,
        heard=_heard(run, events, place, {*map(tuple, sent_rows[:, 1:3]), *map(tuple, delivered[:, 1:3])}),
        delivered=delivered,
        parents=replay_rows(
            microseconds(parents["time_ns"]),
            place.of(parents["node"]),
            place.of(parents["root"]),
            place.of(parents["new_parent"]),
            needs=(1, 2),
        ),
        control=np.bincount(control) if len(control) else np.zeros(0, dtype=np.int64),
    )


class Places:
    """Node numbers as places in the order of the nodes; MISSING_INDEX for one that has no position."""

    def __init__(self, nodes: np.ndarray) -> None:
        self._nodes = nodes

    def of(self, nodes: np.ndarray) -> np.ndarray:
        return _found(self._nodes, nodes.astype(np.int64))


class _Events:
    """Events by publisher and sequence."""

    def __init__(self, published: np.ndarray) -> None:
        keys = _key(published["publisher"], published["sequence"])
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def of(self, rows: np.ndarray) -> np.ndarray:
        return self.number(rows["publisher"], rows["sequence"])

    def number(self, publisher: np.ndarray, sequence: np.ndarray) -> np.ndarray:
        found = _found(self._keys, _key(publisher, sequence))
        return np.where(found == MISSING_INDEX, MISSING_INDEX, self._order[found]) if len(self._order) else found


def _key(publisher: np.ndarray, sequence: np.ndarray) -> np.ndarray:
    return (publisher.astype(np.int64) << 32) | sequence.astype(np.int64)


def _found(known: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Where each of `wanted` stands in the sorted `known`; MISSING_INDEX where it does not."""
    if not len(known):
        return np.full(len(wanted), MISSING_INDEX)
    at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[at] == wanted, at, MISSING_INDEX)


def microseconds(time_ns: np.ndarray) -> np.ndarray:
    return time_ns.astype(np.int64) // _NS_PER_US


def replay_rows(*columns: np.ndarray, needs: tuple[int, ...]) -> np.ndarray:
    """The columns side by side, without the rows that have MISSING_INDEX in a column that is needed."""
    table = np.stack([column.astype(np.int64) for column in columns], axis=1)
    known: np.ndarray = table[(table[:, list(needs)] != MISSING_INDEX).all(axis=1)]
    return known


def _grid(positions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Nodes, times, and x and y as (times, nodes); where a node was not sampled it stays where it was last."""
    positions = positions[np.argsort(positions["time_ns"], kind="stable")]
    nodes, first, node = np.unique(positions["node"].astype(np.int64), return_index=True, return_inverse=True)
    times, time = np.unique(microseconds(positions["time_ns"]), return_inverse=True)
    seen = np.full((len(times), len(nodes)), MISSING_INDEX)
    seen[time, node] = np.arange(len(positions))
    seen = np.maximum.accumulate(seen, axis=0)
    seen = np.where(seen == MISSING_INDEX, first, seen)  # there already before its first sample
    step = ceil(seen.size / _MOST_PLACES)
    kept = np.unique(np.append(np.arange(0, len(times), step), len(times) - 1))
    seen = seen[kept]
    return nodes, times[kept], positions["x_m"][seen], positions["y_m"][seen]


def _heard(run: Path, events: _Events, place: Places, used: set[tuple[int, int]]) -> np.ndarray:
    """From the captures; none where there is no capture, none that can be read, or too much to read."""
    found: list[np.ndarray] = []
    captures = sorted(run.glob("radio-*.pcap"), key=lambda path: (len(path.name), path.name))
    if sum(path.stat().st_size for path in captures) > MOST_CAPTURED_BYTES:
        captures = []
    for capture in captures:
        try:
            columns = read_capture(capture, _HEARD).columns
        except (OSError, NotACapture):
            continue
        got = columns["is_event"].astype(bool) & ~columns["is_tx"].astype(bool)
        number = events.number(columns["publisher"][got], columns["sequence"][got])
        first = np.unique(number, return_index=True)[1]
        node = place.of(np.full(len(first), int(capture.stem.partition("-")[2])))
        sender = place.of(columns["sender"][got][first])
        found.append(
            replay_rows(microseconds(columns["time_ns"][got][first]), node, number[first], sender, needs=(1, 2, 3))
        )
    rows = np.concatenate(found) if found else np.zeros((0, 4), dtype=np.int64)
    rows = rows[[(int(node), int(event)) in used for _, node, event, _ in rows]] if len(rows) else rows
    sorted_rows: np.ndarray = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    return sorted_rows
