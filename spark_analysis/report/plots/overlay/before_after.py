"""An overlay before and after its moves: two drawings of it, as a tree or on its underlay, brokers coloured by load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from spark_analysis.report.data.overlay.overlay_map import OverlayMap, OverlayState
from spark_analysis.report.data.overlay.underlay_map import UnderlayMap
from spark_analysis.report.data.tree_layout import tree_layout
from spark_analysis.report.theme import numbers
from spark_analysis.report.theme.palette import GRID, LOAD_SCALE, MUTED, SENT
from spark_analysis.report.theme.picture import PHONE, Page, panels

_LEGEND_INCHES = {False: 0.5, True: 1.0}
_SMALLEST, _LARGEST = 2.0, 9.0
"""Marks of brokers, points."""
_CROWD = 12.0
"""A mark has this size, divided by the root of the number of brokers in tens, within the limits."""
_NAMED = 20
"""Brokers up to which each has its number."""


def draw_before_after(shown: OverlayMap, page: Page) -> Figure:
    """Two trees, each from its middle outwards: side by side, or one below the other on a phone."""
    return _draw_both(shown, None, page)


def draw_on_underlay(shown: OverlayMap, underlay: UnderlayMap, page: Page) -> Figure:
    """The two overlays on the same routers."""
    return _draw_both(shown, underlay, page)


def _draw_both(shown: OverlayMap, underlay: UnderlayMap | None, page: Page) -> Figure:
    width = page.width / page.columns
    figure, axes = panels(page, 2, width, below=_LEGEND_INCHES[page == PHONE])
    common = set(shown.before.links) & set(shown.after.links)
    edges = load_edges(shown)
    for axis, state, title in (
        (axes[0], shown.before, "At the start of the window"),
        (axes[1], shown.after, "At its end"),
    ):
        if underlay is not None:
            _draw_underlay(axis, underlay)
        places = tree_layout(shown.brokers, state.links) if underlay is None else underlay.places
        _draw_state(axis, shown.brokers, places, state, common, edges)
        axis.set_title(title)
    _legend(figure, edges, page)
    return figure


def _draw_underlay(axis: Axes, underlay: UnderlayMap) -> None:
    lines = [(underlay.places[a], underlay.places[b]) for a, b in underlay.links]
    axis.add_collection(LineCollection(lines, colors=GRID, linewidths=0.5, zorder=0))


def load_edges(shown: OverlayMap) -> list[float]:
    """The upper ends of all classes of load but the last: even steps of the root, as most brokers have little to do."""
    most = max((*shown.before.loads.values(), *shown.after.loads.values()), default=0.0)
    return [most * (step / len(LOAD_SCALE)) ** 2 for step in range(1, len(LOAD_SCALE))]


def _draw_state(
    axis: Axes,
    brokers: Sequence[int],
    places: Mapping[int, tuple[float, float]],
    state: OverlayState,
    common: set[tuple[int, int]],
    edges: Sequence[float],
) -> None:
    for colour, width, links in (
        (MUTED, 0.8, [link for link in state.links if link in common]),
        (SENT, 1.2, [link for link in state.links if link not in common]),
    ):
        lines = LineCollection([(places[a], places[b]) for a, b in links], colors=colour, linewidths=width, zorder=1)
        axis.add_collection(lines)
    size = min(_LARGEST, max(_SMALLEST, _CROWD / sqrt(len(brokers) / 10)))
    for rank, colour in enumerate(LOAD_SCALE):
        here = [places[node] for node in brokers if load_class(state.loads[node], edges) == rank]
        axis.plot(
            [x for x, _ in here],
            [y for _, y in here],
            linestyle="none",
            marker="o",
            color=colour,
            markersize=size + 0.3 * rank,
            markeredgecolor=MUTED,
            markeredgewidth=0.5,
            zorder=2 + rank,
        )
    if len(brokers) <= _NAMED:
        for node in brokers:
            axis.annotate(
                str(node), places[node], (5, 4), textcoords="offset points", color=MUTED, fontsize=7.5, zorder=9
            )
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.07)
    axis.set_axis_off()


def load_class(load: float, edges: Sequence[float]) -> int:
    """The place of a load among the classes."""
    return sum(load > edge for edge in edges)


def _legend(figure: Figure, edges: Sequence[float], page: Page) -> None:
    brokers = [
        Line2D([], [], linestyle="none", marker="o", color=colour, markeredgecolor=MUTED, markersize=7)
        for colour in LOAD_SCALE
    ]
    links = [Line2D([], [], color=SENT, linewidth=1.6), Line2D([], [], color=MUTED, linewidth=1.2)]
    texts = [f"≤ {_two_digits(edge)}/s" for edge in edges] + ["more", "changed link", "kept link"]
    columns = 2 if page == PHONE else len(texts)
    figure.legend(
        [*brokers, *links], texts, loc="outside lower center", ncols=columns, handletextpad=0.3, columnspacing=1.1
    )


def _two_digits(load: float) -> str:
    """Two significant digits at least: 0.17, 2.7, 270."""
    return numbers.fixed(load, 0 if load >= 10 else 1 if load >= 1 else 2)


def overlay_rows(shown: OverlayMap) -> pd.DataFrame:
    """A row per broker and per link, at the start and at the end."""
    rows: list[tuple[object, ...]] = []
    for when, state in (("start", shown.before), ("end", shown.after)):
        rows += [(when, "broker", broker, None, load) for broker, load in state.loads.items()]
        rows += [(when, "link", a, b, None) for a, b in state.links]
    return pd.DataFrame(rows, columns=["when", "what", "node", "link_to", "notifications_per_s"])
