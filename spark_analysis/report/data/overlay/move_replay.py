"""One replication of a few variants: the moves of an overlay's links, one after the other."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from pathlib import Path

import numpy as np

from schema.manifest import Manifest
from schema.traces import Trace, read_run_table
from spark_analysis.report.data.overlay.overlay_map import KIND, link_changes, overlay_brokers
from spark_analysis.report.data.replay import (
    MISSING_INDEX,
    MOST_EVENTS,
    NothingToReplay,
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
from spark_analysis.run.overlays.link_history import LinkChange, OverlayLink, links_at

_UNIT_M = 100.0
"""Of the layout, which has no lengths of its own."""
GAIN_UNIT = 1000
"""Gains are whole numbers of thousandths."""


def read_move_replays(story: Story) -> Replays:
    """One run per line of the first panel; none of programs without an overlay."""
    replays = choose_replays(story, _read)
    return replays if replays.shown else Replays("", (), ())


def _read(run: Path, variant: Variant, label: str, manifest: Manifest) -> Replay:
    """Raises NothingToReplay where the run has no overlay, or one that did not change."""
    nodes = overlay_brokers(run)
    changes = [change for change in link_changes(run) if set(change.link) <= set(nodes)]
    if not changes:
        raise NothingToReplay("its run has no overlay")
    plans = read_run_table(run, "plans", KIND)
    done = _carried_out(plans)
    if not len(done):
        raise NothingToReplay("its overlay did not change")
    every = max(1, ceil(len(done) / MOST_EVENTS))
    kept = done[::every]
    place = Places(np.array(nodes, dtype=np.int64))
    moves = plans.rows[kept]
    layout = tree_layout(nodes, links_at(changes, changes[0].time_ns))
    proposed = _first_times(plans, moves)
    number = np.arange(len(moves))
    mover, new = place.of(moves["mover"]), place.of(moves["to_node"])
    at_end = microseconds(moves["time_ns"])
    texts = zip(moves["from_node"].tolist(), moves["to_node"].tolist(), strict=True)
    return Replay(
        variant=variant,
        label=label,
        replication=manifest.replication,
        end_us=int(max(at_end.max(), changes[-1].time_ns // 1000)),
        range_m=0.0,
        sampled_us=np.zeros(1, dtype=np.int64),
        x_m=np.array([[_UNIT_M * layout[node][0] for node in nodes]]),
        y_m=np.array([[_UNIT_M * layout[node][1] for node in nodes]]),
        events=np.stack([microseconds(proposed), mover], axis=1),
        topics=tuple(f"leaves {old} for {to}" for old, to in texts),
        every=every,
        due=replay_rows(number, new, needs=(0, 1)),
        sent=_locks(run, moves, place),
        heard=replay_rows(at_end, mover, number, new, needs=(1, 3)),
        delivered=replay_rows(at_end, new, number, needs=(1, 2)),
        parents=_parents(changes, nodes, place),
        control=np.zeros(0, dtype=np.int64),
        is_of_moves=True,
        names=tuple(nodes),
        gains=_gains(moves),
    )


def _carried_out(plans: Trace) -> np.ndarray:
    """Rows of `plans` in which a plan was done, by time."""
    done = np.flatnonzero(plans.column("state") == "done")
    ordered: np.ndarray = done[np.argsort(plans.rows["time_ns"][done], kind="stable")]
    return ordered


def _first_times(plans: Trace, moves: np.ndarray) -> np.ndarray:
    """When each of the plans is first named."""
    first: dict[int, int] = {}
    for plan, time_ns in zip(plans.rows["plan"].tolist(), plans.rows["time_ns"].tolist(), strict=True):
        first[plan] = min(time_ns, first.get(plan, time_ns))
    return np.array([first[plan] for plan in moves["plan"].tolist()], dtype=np.int64)


def _gains(moves: np.ndarray) -> np.ndarray:
    """What each move was predicted and evaluated to save per window; what was not evaluated is like the prediction."""
    evaluated = np.where(moves["is_evaluated"] == 1, moves["evaluated"], moves["predicted"])
    gains = np.stack([-moves["predicted"], -evaluated], axis=1) * GAIN_UNIT
    return np.nan_to_num(np.round(gains)).astype(np.int64)


def _locks(run: Path, moves: np.ndarray, place: Places) -> np.ndarray:
    """Time, broker and move of each lock that was granted to a move."""
    locks = read_run_table(run, "locks", KIND)
    rows = locks.rows[locks.column("change") == "granted"] if len(locks.rows) else locks.rows
    number_of = {plan: number for number, plan in enumerate(moves["plan"].tolist())}
    number = np.array([number_of.get(plan, MISSING_INDEX) for plan in rows["plan"].tolist()], dtype=np.int64)
    nobody = np.full(len(rows), MISSING_INDEX)
    found = replay_rows(microseconds(rows["time_ns"]), place.of(rows["node"]), number, nobody, needs=(1, 2))
    in_order: np.ndarray = found[np.argsort(found[:, 0], kind="stable")]
    return in_order


def _parents(changes: Sequence[LinkChange], nodes: Sequence[int], place: Places) -> np.ndarray:
    """The links as changes of each broker's parent in a tree whose root is the first broker."""
    rows = list(_parent_changes(changes, nodes))
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    root = np.zeros(len(table), dtype=np.int64)
    parent = np.where(table[:, 2] == MISSING_INDEX, MISSING_INDEX, place.of(table[:, 2]))
    return replay_rows(microseconds(table[:, 0]), place.of(table[:, 1]), root, parent, needs=(1,))


def _parent_changes(changes: Sequence[LinkChange], nodes: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Time, broker and its new parent, MISSING_INDEX for one that links do not reach."""
    links: set[OverlayLink] = set()
    known: dict[int, int] = {}
    for time_ns, group in groupby(changes, key=lambda change: change.time_ns):
        for change in group:
            (links.add if change.up else links.discard)(change.link)
        reached = _parents_from(nodes[0], links)
        for node in nodes[1:]:
            parent = reached.get(node, MISSING_INDEX)
            if known.get(node, MISSING_INDEX) != parent:
                known[node] = parent
                yield time_ns, node, parent


def _parents_from(root: int, links: set[OverlayLink]) -> dict[int, int]:
    neighbours: dict[int, list[int]] = defaultdict(list)
    for a, b in sorted(links):
        neighbours[a].append(b)
        neighbours[b].append(a)
    found, waiting = {root: root}, deque([root])
    while waiting:
        node = waiting.popleft()
        for other in neighbours[node]:
            if other not in found:
                found[other] = node
                waiting.append(other)
    return found
