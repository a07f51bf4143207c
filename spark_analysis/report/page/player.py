"""The animated view's data: what player.js is given, each table of the paired runs only once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from spark_analysis.report.data.replay import Replay, Replays
from spark_analysis.report.page.number_packing import pack_numbers

MOST_BYTES = 2_000_000
_STEPS = 4000
"""Of the longer side of the area: a quarter of a metre in a kilometre."""


def fitted(replays: Replays) -> tuple[Replays, str]:
    """As many of the runs as fit in MOST_BYTES, the first in any case, and their data; empty without a run."""
    while True:
        data = player_data(replays.shown) if replays.shown else ""
        if len(data) <= MOST_BYTES or len(replays.shown) == 1:
            return replays, data
        *rest, last = replays.shown
        too_much = (last.label, "the page would get too large")
        replays = replace(replays, shown=tuple(rest), omitted=(too_much, *replays.omitted))


def player_data(replays: Sequence[Replay]) -> str:
    """JSON that may stand within a `script` element."""
    low = np.array([min(run.x_m.min() for run in replays), min(run.y_m.min() for run in replays)])
    high = np.array([max(run.x_m.max() for run in replays), max(run.y_m.max() for run in replays)])
    step = max(float((high - low).max()), 1.0) / _STEPS
    shared: dict[str, int] = {}

    def share(table: Mapping[str, object]) -> int:
        return shared.setdefault(json.dumps(table), len(shared))

    runs = [
        {
            "label": run.label,
            "replication": run.replication,
            "end": run.end_us,
            "range": round(run.range_m / step),
            "every": run.every,
            "requests": run.is_of_requests,
            "changes": run.is_of_moves,
            "switches": run.is_of_switches,
            "gains": _columns(run.gains, "predicted", "evaluated"),
            "moves": share(
                {
                    "nodes": run.x_m.shape[1],
                    **({"names": pack_numbers(np.array(run.names))} if run.names else {}),
                    "times": pack_numbers(run.sampled_us),
                    "x": pack_numbers(np.round((run.x_m - low[0]) / step).T.ravel()),
                    "y": pack_numbers(np.round((run.y_m - low[1]) / step).T.ravel()),
                }
            ),
            "workload": share(
                {
                    **_columns(run.events, "time", "node"),
                    "due": _columns(run.due, "event", "node"),
                    **_words(run.topics),
                }
            ),
            "sent": _columns(run.sent, "time", "node", "event", "to"),
            "heard": _columns(run.heard, "time", "node", "event", "from"),
            "delivered": _columns(run.delivered, "time", "node", "event"),
            "parents": _columns(run.parents, "time", "node", "root", "parent"),
            "control": pack_numbers(run.control),
            **_of_switches(run),
        }
        for run in replays
    ]
    size = [round(float(side)) for side in (high - low) / step]
    tables = ",".join(shared)
    text = f'{{"size":{json.dumps(size)},"metre":{1 / step:.6g},"runs":{json.dumps(runs)},"shared":[{tables}]}}'
    return text.replace("<", "\\u003c")


def _of_switches(run: Replay) -> dict[str, object]:
    """What only runs of switches have."""
    if not run.is_of_switches:
        return {}
    periods = [
        {"label": each.label, "from": each.start_us, "zero": each.zero_us, "to": each.end_us, "steps": each.steps}
        for each in run.periods
    ]
    return {
        "links": _columns(run.links, "time", "a", "b", "up"),
        "treeTopics": run.tree_topics,
        "trees": _columns(run.trees, "time", "topic", "a", "b", "present"),
        "periods": periods,
    }


def _columns(table: np.ndarray, *names: str) -> dict[str, str]:
    return {name: pack_numbers(table[:, place]) for place, name in enumerate(names)}


def _words(topics: Sequence[str]) -> dict[str, object]:
    known = list(dict.fromkeys(topics))
    return {"topics": known, "topic": pack_numbers(np.array([known.index(topic) for topic in topics], dtype=np.int64))}
