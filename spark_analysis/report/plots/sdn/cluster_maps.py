"""Maps of clusters: the load of every edge, and the overlays of a few topics."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import shorten

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from spark_analysis.report.data.sdn.cluster_map import ClusterMap, TopicOverlay
from spark_analysis.report.theme.palette import GOT, GRID, INK, LOAD_SCALE, MUTED, PAPER, SENT
from spark_analysis.report.theme.picture import PHONE, Page, panels

MOST_TOPICS = 4
_SHAPE = 0.62
_LEGEND_INCHES = {False: 0.45, True: 0.7}
_THINNEST, _WIDEST = 1.2, 5.0
_NAMED = 40
"""Clusters up to which each has its number."""
_TITLE = 34


def draw_cluster_map(shown: ClusterMap, page: Page) -> Figure:
    """Every cluster and edge; an edge is wider and darker the more of its rate it carries."""
    figure, (axis,) = panels(page, 1, _SHAPE * page.width, below=_LEGEND_INCHES[page == PHONE])
    ends = class_ends(shown)
    for rank, colour in enumerate(LOAD_SCALE):
        edges = [edge for edge in shown.capacities if shown.loads and load_rank(shown, edge, ends) == rank]
        width = _THINNEST + (_WIDEST - _THINNEST) * rank / (len(LOAD_SCALE) - 1)
        _lines(axis, shown, edges, colour, width)
    if not shown.loads:
        _lines(axis, shown, shown.capacities, MUTED, _THINNEST)
    for cluster, (x, y) in shown.places.items():
        _mark(axis, shown, cluster, x, y, page)
    _finish(axis)
    if shown.loads:
        handles = [
            Line2D([], [], color=colour, linewidth=_THINNEST + (_WIDEST - _THINNEST) * rank / (len(LOAD_SCALE) - 1))
            for rank, colour in enumerate(LOAD_SCALE)
        ]
        texts = [f"≤ {100 * end:.2g} %" for end in ends] + [f"≤ {100 * max(_shares(shown)):.2g} %"]
        figure.legend(handles, texts, loc="outside lower center", ncols=3 if page == PHONE else len(texts))
    return figure


def _shares(shown: ClusterMap) -> list[float]:
    return [shown.loads[edge] / rate for edge, rate in shown.capacities.items()]


def class_ends(shown: ClusterMap) -> list[float]:
    """The upper ends of all classes of load but the last, as shares of a rate: even steps."""
    most = max(_shares(shown), default=0.0) if shown.loads else 0.0
    return [most * step / len(LOAD_SCALE) for step in range(1, len(LOAD_SCALE))]


def load_rank(shown: ClusterMap, edge: tuple[int, int], ends: Sequence[float]) -> int:
    """The class of an edge's load."""
    return sum(shown.loads[edge] / shown.capacities[edge] > end for end in ends)


def _mark(axis: Axes, shown: ClusterMap, cluster: int, x: float, y: float, page: Page) -> None:
    few = len(shown.places) <= _NAMED
    size = (13.0 if few else 6.0) * min(1.0, page.width / 6)
    axis.plot(x, y, "o", color=PAPER, markeredgecolor=MUTED, markeredgewidth=1.1, markersize=size, zorder=3)
    if few:
        axis.annotate(str(cluster), (x, y), color=INK, ha="center", va="center", fontsize=7 * size / 13, zorder=4)


def draw_topic_trees(shown: ClusterMap, topics: Sequence[TopicOverlay], page: Page) -> Figure:
    """The overlay of each of these topics on the map of all edges."""
    figure, axes = panels(page, len(topics), 0.8 * page.width / page.columns, below=_LEGEND_INCHES[page == PHONE])
    for axis, overlay in zip(axes, topics, strict=True):
        _lines(axis, shown, [edge for edge in shown.capacities if edge not in overlay.edges], GRID, 0.9)
        _lines(axis, shown, overlay.edges, SENT, 2.4)
        on_tree = {end for edge in overlay.edges for end in edge}
        for cluster, (x, y) in shown.places.items():
            publishes, wants = cluster in overlay.publishers, cluster in overlay.subscribers
            if publishes and wants:
                axis.plot(x, y, "D", color=INK, markeredgecolor=GOT, markeredgewidth=1.6, markersize=6.5, zorder=4)
            elif publishes:
                axis.plot(x, y, "D", color=INK, markersize=6, zorder=4)
            elif wants:
                axis.plot(x, y, "s", color=GOT, markersize=6, zorder=4)
            else:
                colour, size = (SENT, 4.5) if cluster in on_tree else (MUTED, 2.5)
                axis.plot(
                    x, y, "o", color=colour, markeredgecolor=PAPER, markeredgewidth=0.5, markersize=size, zorder=3
                )
        axis.set_title(
            f"{shorten(overlay.topic, _TITLE, placeholder='…')}: {len(overlay.edges)} edges"
            + (f" of {overlay.sources} trees" if overlay.sources > 1 else "")
        )
        _finish(axis)
    handles = [
        Line2D([], [], linestyle="none", marker="D", color=INK, markersize=6),
        Line2D([], [], linestyle="none", marker="s", color=GOT, markersize=6),
        Line2D([], [], linestyle="none", marker="D", color=INK, markeredgecolor=GOT, markeredgewidth=1.6, markersize=6),
        Line2D([], [], linestyle="none", marker="o", color=SENT, markersize=5),
        Line2D([], [], color=SENT, linewidth=2.4),
    ]
    texts = ["publishes", "subscribes", "both", "relays", "edge of the overlay"]
    figure.legend(handles, texts, loc="outside lower center", ncols=3 if page == PHONE else len(texts))
    return figure


def _lines(axis: Axes, shown: ClusterMap, edges: Collection[tuple[int, int]], colour: str, width: float) -> None:
    lines = [(shown.places[a], shown.places[b]) for a, b in edges]
    axis.add_collection(LineCollection(lines, colors=colour, linewidths=width, zorder=1, capstyle="round"))


def _finish(axis: Axes) -> None:
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.06)
    axis.autoscale_view()
    axis.set_axis_off()


def edge_rows(shown: ClusterMap) -> pd.DataFrame:
    """A row per edge: its ends, its rate and what it carried."""
    rows = [(a, b, rate, shown.loads.get((a, b))) for (a, b), rate in shown.capacities.items()]
    return pd.DataFrame(rows, columns=["a", "b", "capacity_bps", "load_bps"])


def topic_tree_rows(topics: Sequence[TopicOverlay]) -> pd.DataFrame:
    """A row per edge of each overlay."""
    rows = [(one.topic, a, b) for one in topics for a, b in sorted(one.edges)]
    return pd.DataFrame(rows, columns=["topic", "a", "b"])
