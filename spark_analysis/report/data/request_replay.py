"""One replication of a few variants: requests on their way from broker to broker, and the answers on their way back."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from pathlib import Path

import numpy as np

from schema.manifest import Manifest
from schema.messages import TYPES
from schema.traces import read_run_table
from spark_analysis.capture import NotACapture, read_capture
from spark_analysis.report.data.replay import (
    MISSING_INDEX,
    MOST_CAPTURED_BYTES,
    MOST_EVENTS,
    Places,
    Replay,
    Replays,
    choose_replays,
    microseconds,
    replay_rows,
)
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.tree_layout import tree_layout
from spark_analysis.report.data.variants import Variant

_KIND = "wired"
_SENT = ("time_ns", "type", "client", "request")
_MESSAGES = [TYPES[name] for name in ("request", "response", "no_match")]
_UNIT_M = 100.0
"""Of the layout, which has no lengths of its own."""


def read_request_replays(story: Story) -> Replays:
    """One run per line of the first panel; none of programs without stores."""
    replays = choose_replays(story, _read)
    return replays if replays.shown else Replays("", (), ())


def _read(run: Path, variant: Variant, label: str, manifest: Manifest) -> Replay:
    """Raises ValueError where the run has no requests."""
    requests = read_run_table(run, "requests", _KIND)
    if not len(requests.rows):
        raise ValueError("no requests")
    brokers = np.sort(read_run_table(run, "brokers", _KIND).rows["node"].astype(np.int64))
    place = Places(brokers)
    links = _links(run, set(brokers.tolist()))
    layout = tree_layout(brokers.tolist(), links)
    order = np.argsort(requests.rows["time_ns"], kind="stable")
    every = max(1, ceil(len(order) / MOST_EVENTS))
    kept = order[::every]
    asked = requests.rows[kept]
    broker_of = _brokers_of_clients(run)
    asking = place.of(np.array([broker_of[client] for client in asked["client"].tolist()], dtype=np.int64))
    answered = asked["answered"] == 1
    number = np.arange(len(asked))
    frames = _frames(run, asked, place)
    return Replay(
        variant=variant,
        label=label,
        replication=manifest.replication,
        end_us=int(max(requests.rows["completed_ns"].max(), requests.rows["time_ns"].max())) // 1000,
        range_m=0.0,
        sampled_us=np.zeros(1, dtype=np.int64),
        x_m=np.array([[_UNIT_M * layout[broker][0] for broker in brokers.tolist()]]),
        y_m=np.array([[_UNIT_M * layout[broker][1] for broker in brokers.tolist()]]),
        events=np.stack([microseconds(asked["time_ns"]), asking], axis=1),
        topics=tuple(str(topic) for topic in requests.column("filter")[kept]),
        every=every,
        due=replay_rows(number[answered], place.of(asked["store"][answered]), needs=(0, 1)),
        sent=frames,
        heard=frames[:, [0, 3, 2, 1]],
        delivered=replay_rows(
            microseconds(asked["completed_ns"][answered]), asking[answered], number[answered], needs=(1, 2)
        ),
        parents=_tree(links, place),
        control=np.zeros(0, dtype=np.int64),
        is_of_requests=True,
    )


def _links(run: Path, brokers: set[int]) -> list[tuple[int, int]]:
    rows = read_run_table(run, "links", _KIND).rows
    ends = zip(rows["from_node"].tolist(), rows["to_node"].tolist(), strict=True)
    return sorted((a, b) for a, b in ends if a < b and a in brokers and b in brokers)


def _brokers_of_clients(run: Path) -> dict[int, int]:
    rows = read_run_table(run, "clients", _KIND).rows
    return dict(zip(rows["node"].tolist(), rows["broker"].tolist(), strict=True))


def _tree(links: list[tuple[int, int]], place: Places) -> np.ndarray:
    """The links as rows of `parents`, all of one tree, whose root is the first broker."""
    ends = np.array(links, dtype=np.int64).reshape(-1, 2)
    start = np.zeros(len(ends), dtype=np.int64)
    return replay_rows(start, place.of(ends[:, 1]), start, place.of(ends[:, 0]), needs=(1, 3))


def _frames(run: Path, asked: np.ndarray, place: Places) -> np.ndarray:
    """Time, sender, request and receiver of each frame of a request or an answer between brokers, from captures."""
    paths = sorted(run.glob("link-*.pcap"))
    if sum(path.stat().st_size for path in paths) > MOST_CAPTURED_BYTES:
        paths = []
    numbers = {key: at for at, key in enumerate(zip(asked["client"].tolist(), asked["request"].tolist(), strict=True))}
    found = [rows for path in paths for rows in _frames_of(path, numbers, place)]
    rows = np.concatenate(found) if found else np.zeros((0, 4), dtype=np.int64)
    in_order: np.ndarray = rows[np.argsort(rows[:, 0], kind="stable")]
    return in_order


def _frames_of(path: Path, numbers: dict[tuple[int, int], int], place: Places) -> Iterator[np.ndarray]:
    sender, receiver = (int(part) for part in path.stem.split("-")[1:])
    ends = place.of(np.array([sender, receiver]))
    if (ends == MISSING_INDEX).any():
        return  # the link of a client
    try:
        columns = read_capture(path, _SENT).columns
    except (OSError, NotACapture):
        return
    mine = np.isin(columns["type"], _MESSAGES)
    pairs = zip(columns["client"][mine].tolist(), columns["request"][mine].tolist(), strict=True)
    number = np.array([numbers.get(pair, MISSING_INDEX) for pair in pairs], dtype=np.int64)
    times = microseconds(columns["time_ns"][mine])
    yield replay_rows(times, np.full(len(times), ends[0]), number, np.full(len(times), ends[1]), needs=(2,))
