"""A still of the animated view: one event on its way through the network, a panel per run."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from spark_analysis.report.data.replay import MISSING_INDEX, Replay
from spark_analysis.report.theme.palette import GOT, GRID, INK, MUTED, PAPER, SENT
from spark_analysis.report.theme.picture import PHONE, Page, panels

_MOST_PANELS = {True: 2, False: 4}
_EDGE = 0.04


def shown(runs: Sequence[Replay], page: Page) -> Sequence[Replay]:
    return runs[: _MOST_PANELS[page == PHONE]]


def event_shown(runs: Sequence[Replay]) -> int | None:
    """The event that most nodes received, over all runs where they had the same events; None where there is none."""
    alike = [run for run in runs if np.array_equal(run.events, runs[0].events)]
    received = sum(np.bincount(run.delivered[:, 2], minlength=len(run.events)) for run in alike)
    return int(np.argmax(received)) if len(runs[0].events) else None


def draw_network_map(runs: Sequence[Replay], page: Page) -> Figure:
    """As many panels as the page has room for."""
    runs = shown(runs, page)
    event = event_shown(runs)
    figure, axes = panels(page, len(runs), 3.5)
    for axis, run in zip(axes, runs, strict=True):
        same = event is not None and event < len(run.events)
        _panel(axis, run, event if same else None)
        axis.set_title(fill(_told(run, event if same else None), 44))
    return figure


def network_rows(runs: Sequence[Replay]) -> pd.DataFrame:
    """Who had that event from whom, and when, of every run."""
    event = event_shown(runs)
    rows = [
        (run.variant.name, run.replication, *map(int, run.events[event]), time, node, sender)
        for run in runs
        if event is not None and event < len(run.events)
        for time, node, number, sender in run.heard.tolist()
        if number == event
    ]
    columns = ["variant", "replication", "published_us", "publisher", "received_us", "node", "from"]
    return pd.DataFrame(rows, columns=columns)


def _told(run: Replay, event: int | None) -> str:
    if event is None:
        return run.label
    due, got = (int((column == event).sum()) for column in (run.due[:, 0], run.delivered[:, 2]))
    frames = int((run.sent[:, 2] == event).sum())
    return f"{run.label}: {frames} {'frame' if frames == 1 else 'frames'}, {got} of {due} reached"


def _panel(axis: Axes, run: Replay, event: int | None) -> None:
    moment = int(run.events[event, 0]) if event is not None else int(run.sampled_us[0])
    x, y = (
        np.array([np.interp(moment, run.sampled_us, places[:, node]) for node in range(places.shape[1])])
        for places in (run.x_m, run.y_m)
    )
    publisher = int(run.events[event, 1]) if event is not None else MISSING_INDEX
    for node, parent in _tree(run, publisher, moment):
        axis.plot(x[[node, parent]], y[[node, parent]], color=MUTED, linewidth=0.8, alpha=0.7, zorder=1)
    heard = run.heard[run.heard[:, 2] == event] if event is not None else run.heard[:0]
    for _, node, _, sender in heard.tolist():
        axis.plot(x[[node, sender]], y[[node, sender]], color=SENT, linewidth=2.2, zorder=2)
    due = run.due[run.due[:, 0] == event, 1]
    got = run.delivered[run.delivered[:, 2] == event, 1]
    relays = run.sent[run.sent[:, 2] == event, 1]
    every = np.arange(len(x))
    axis.plot(x, y, "o", color=MUTED, markersize=3, zorder=3)
    for nodes, marker, face, edge, size in (
        (np.intersect1d(every, relays), "o", SENT, SENT, 5.0),
        (np.setdiff1d(due, got), "s", PAPER, GOT, 6.0),
        (got, "s", GOT, PAPER, 6.5),
        (every[every == publisher], "D", INK, PAPER, 7.5),
    ):
        axis.plot(x[nodes], y[nodes], marker, color=edge, markerfacecolor=face, markersize=size, zorder=4)
    low_x, high_x, low_y, high_y = run.x_m.min(), run.x_m.max(), run.y_m.min(), run.y_m.max()
    aside = _EDGE * max(high_x - low_x, high_y - low_y, 1.0)
    axis.set_xlim(low_x - aside, high_x + aside)
    axis.set_ylim(low_y - aside, high_y + aside)
    axis.set_aspect("equal", adjustable="box")
    axis.grid(visible=False)
    axis.locator_params(nbins=4)
    axis.tick_params(length=0)
    axis.set_xlabel("metres")
    for spine in axis.spines.values():
        spine.set_visible(True)
        spine.set_color(GRID)


def _tree(run: Replay, root: int, moment: int) -> list[tuple[int, int]]:
    """(node, parent) of every node that has a parent in the tree of `root` at that moment."""
    parent: dict[int, int] = {}
    for time, node, tree, above in run.parents.tolist():
        if time <= moment and tree == root and node != root:
            parent[node] = above
    return [(node, above) for node, above in parent.items() if above != MISSING_INDEX]
