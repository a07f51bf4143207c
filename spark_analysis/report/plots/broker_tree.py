"""A map of brokers: a tree from its middle outwards, with stores, requests and the load of links."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin, sqrt

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from spark_analysis.report.data.store_network import StoreMap
from spark_analysis.report.theme.palette import GOT, INK, MUTED, PAPER
from spark_analysis.report.theme.picture import Page, panels

_SHAPE = 0.86
"""Height over width."""
_LEGEND_INCHES = 0.5
_SMALLEST, _LARGEST = 2.5, 11.0
"""Marks, points, on a map 7.5 inches wide with 100 brokers or more."""
_STORE_EXTRA = 4.5
_THINNEST, _WIDEST = 0.5, 5.0
_MANY, _FEW, _MOST_GROWTH = 100, 10, 1.5


def draw_broker_tree(shown: StoreMap, page: Page) -> Figure:
    """One map as wide as the page."""
    figure, (axis,) = panels(page, 1, _SHAPE * page.width, below=_LEGEND_INCHES)
    places = tree_layout(shown.requests, shown.loads)
    scale = _scale(len(places), page)
    _draw_links(axis, shown, places, scale)
    most = max(shown.requests.values(), default=0) or 1
    stores = {store.broker: store for store in shown.stores}
    for broker, (x, y) in places.items():
        size = scale * (_SMALLEST + (_LARGEST - _SMALLEST) * sqrt(shown.requests[broker] / most))
        store = stores.get(broker)
        if store is None:
            axis.plot(x, y, "o", color=MUTED, markeredgecolor=PAPER, markeredgewidth=0.6, markersize=size, zorder=3)
            continue
        size = max(size, scale * _SMALLEST) + scale * _STORE_EXTRA
        face, text = (GOT, PAPER) if store.is_live else (PAPER, INK)
        axis.plot(x, y, "s", color=GOT, markerfacecolor=face, markeredgewidth=1.2, markersize=size, zorder=4)
        axis.annotate(
            str(len(store.topics)), (x, y), color=text, ha="center", va="center", fontsize=min(9, 0.8 * size), zorder=5
        )
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.05)
    axis.set_axis_off()
    _legend(figure)
    return figure


def _scale(brokers: int, page: Page) -> float:
    """Marks grow where there are few brokers, and shrink with the page."""
    crowd = min(max(brokers, _FEW), _MANY)
    return page.width / 7.5 * min(_MOST_GROWTH, sqrt(_MANY / crowd))


def _draw_links(axis: Axes, shown: StoreMap, places: Mapping[int, tuple[float, float]], scale: float) -> None:
    most = max(shown.loads.values(), default=0) or 1
    for (a, b), frames in shown.loads.items():
        width = _THINNEST + (_WIDEST - _THINNEST) * frames / most
        (from_x, from_y), (to_x, to_y) = places[a], places[b]
        axis.plot(
            [from_x, to_x],
            [from_y, to_y],
            color=MUTED,
            alpha=0.45,
            linewidth=scale * width,
            solid_capstyle="butt",
            zorder=1,
        )


def _legend(figure: Figure) -> None:
    handles = [
        Line2D([], [], linestyle="none", marker="o", color=MUTED, markersize=6),
        Line2D([], [], linestyle="none", marker="s", color=GOT, markersize=8),
        Line2D([], [], linestyle="none", marker="s", color=GOT, markerfacecolor=PAPER, markersize=8),
        Line2D([], [], color=MUTED, alpha=0.45, linewidth=4),
    ]
    figure.legend(handles, ["broker", "store", "failed store", "link"], loc="outside lower center", ncols=4)


def broker_rows(shown: StoreMap) -> pd.DataFrame:
    """A row per broker and per link between brokers."""
    stores = {store.broker: store for store in shown.stores}
    rows: list[tuple[object, ...]] = []
    for broker, requests in shown.requests.items():
        store = stores.get(broker)
        kept, answered = (len(store.topics), store.answered) if store is not None else (None, None)
        rows.append(("broker", broker, None, requests, kept, answered, None))
    rows += [("link", a, b, None, None, None, frames) for (a, b), frames in shown.loads.items()]
    return pd.DataFrame(rows, columns=["what", "node", "link_to", "requests", "topics", "answered", "frames"])


def tree_layout(nodes: Iterable[int], links: Iterable[tuple[int, int]]) -> dict[int, tuple[float, float]]:
    """Node -> x and y: the middle of the tree in the middle, each further node on the next ring, leaves evenly around.

    Of a graph with cycles a tree of shortest paths from its middle is laid out. Parts that are not linked follow each
    other around the rings.
    """
    neighbours: dict[int, list[int]] = {node: [] for node in nodes}
    for a, b in links:
        neighbours[a].append(b)
        neighbours[b].append(a)
    roots = [_middle(part, neighbours) for part in _parts(neighbours)]
    children: dict[int, list[int]] = defaultdict(list)
    ring: dict[int, int] = {}
    for root in roots:
        order = _breadth_first(root, neighbours)
        for node, parent in order.items():
            ring[node] = ring[parent] + 1 if parent != node else int(len(roots) > 1)
            if parent != node:
                children[parent].append(node)
    angle = _angles(roots, children)
    return {node: (ring[node] * cos(angle[node]), ring[node] * sin(angle[node])) for node in neighbours}


def _angles(roots: Sequence[int], children: Mapping[int, Sequence[int]]) -> dict[int, float]:
    """Each node in the middle of its leaves; the leaves evenly around the circle."""
    leaves: list[int] = []
    inside: dict[int, tuple[int, int]] = {}
    pending = [(root, False) for root in reversed(roots)]
    while pending:
        node, is_done = pending.pop()
        own = children.get(node, ())
        if is_done:
            inside[node] = inside[own[0]][0], inside[own[-1]][1]
        elif own:
            pending.append((node, True))
            pending += [(child, False) for child in reversed(own)]
        else:
            inside[node] = len(leaves), len(leaves)
            leaves.append(node)
    return {node: pi * (first + last) / max(1, len(leaves)) for node, (first, last) in inside.items()}


def _parts(neighbours: Mapping[int, Sequence[int]]) -> list[list[int]]:
    known: set[int] = set()
    parts = []
    for node in neighbours:
        if node not in known:
            parts.append(list(_breadth_first(node, neighbours)))
            known.update(parts[-1])
    return parts


def _breadth_first(root: int, neighbours: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Node -> the one in front of it on a shortest path from `root`; by distance, so that the root is the first."""
    found = {root: root}
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        for other in neighbours[node]:
            if other not in found:
                found[other] = node
                waiting.append(other)
    return found


def _middle(part: Sequence[int], neighbours: Mapping[int, Sequence[int]]) -> int:
    """The node in the middle of a longest path."""
    end = list(_breadth_first(part[0], neighbours))[-1]
    before = _breadth_first(end, neighbours)
    path = [list(before)[-1]]
    while before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return path[len(path) // 2]
