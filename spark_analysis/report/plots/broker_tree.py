"""A map of brokers: a tree from its middle outwards, with stores, requests and the load of links."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from spark_analysis.report.data.store_network import StoreMap
from spark_analysis.report.data.tree_layout import tree_layout
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
