"""Maps of publish/subscribe trees: a panel per variant, each edge coloured by the similarity of its two ends."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite, nan
from textwrap import shorten

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D

from spark_analysis.report.data.parent_trees import ParentTree
from spark_analysis.report.theme import numbers
from spark_analysis.report.theme.palette import ALIKE_SCALE, GOT, GRID, INK, MUTED, PAPER
from spark_analysis.report.theme.picture import PHONE, Page, panels, title_width

GREATEST = 2.0
"""Of varBLEU: the sum of two similarities between 0 and 1."""
_PANEL_INCHES = 3.55
"""No higher: the height bounds a map, so that nothing is cut from the titles above."""
_BELOW_INCHES = {False: 0.95, True: 1.35}
"""For the colour bar and the legend."""
_THINNEST, _WIDEST = 1.5, 3.3
_EDGE = 0.06
_CROWD = 60
"""Nodes from which marks are smaller."""


def draw_similarity_trees(trees: Sequence[ParentTree], page: Page) -> Figure:
    """Draw the trees at one scale of place and of colour, with a colour bar and a legend below."""
    figure, axes = panels(page, len(trees), _PANEL_INCHES, below=_BELOW_INCHES[page == PHONE])
    labels = distinct_parts([tree.label for tree in trees])
    for axis, tree, label in zip(axes, trees, labels, strict=True):
        _draw_edges(axis, tree)
        _draw_nodes(axis, tree)
        title = shorten(label, title_width(page, (), min(page.columns, len(trees))), placeholder="…")
        axis.set_title(f"{title}\n{edge_text(tree)}")
    _share_frame(axes, trees, min(page.columns, len(trees)))
    _add_colour_bar(figure, axes, page)
    _add_legend(figure, trees, page)
    return figure


def distinct_parts(labels: Sequence[str]) -> list[str]:
    """Return the labels without the settings that all of them have; a label of nothing else stays whole."""
    parts = [label.split(", ") for label in labels]
    shared = set.intersection(*map(set, parts)) if len(parts) > 1 else set()
    return [
        ", ".join(part for part in own if part not in shared) or label for own, label in zip(parts, labels, strict=True)
    ]


def similarity_class(similarity: float) -> int:
    """Return the place of a finite similarity in ALIKE_SCALE: even steps from 0 to GREATEST."""
    steps = len(ALIKE_SCALE)
    return min(max(ceil(similarity / GREATEST * steps) - 1, 0), steps - 1)


def edge_text(tree: ParentTree) -> str:
    """Return the number of edges and their mean similarity."""
    edges, known = len(tree.parents), len(tree.known)
    if not edges:
        return "no edges"
    count = "1 edge" if edges == 1 else f"{edges} edges"
    if not known:
        return f"{count}, no similarity"
    mean = f"{count}, mean similarity {numbers.fixed(tree.mean_similarity, 2)}"
    return mean if known == edges else f"{mean} over {known}"


def similarity_rows(trees: Sequence[ParentTree]) -> pd.DataFrame:
    """A row per node of each tree: its place, its subscriptions, its parent and their similarity."""
    rows = [
        (
            *(tree.variant, tree.replication, tree.root, tree.time_s, node, x, y),
            " | ".join(tree.filters.get(node, ())),
            tree.parents.get(node),
            tree.similarities.get(node, nan),
        )
        for tree in trees
        for node, (x, y) in tree.places.items()
    ]
    columns = ["variant", "replication", "root", "time_s", "node", "x_m", "y_m", "filters", "parent", "similarity"]
    return pd.DataFrame(rows, columns=columns).astype({"parent": "Int64"})


def _draw_edges(axis: Axes, tree: ParentTree) -> None:
    """The most alike on top; edges without a similarity dashed below them."""
    for child, parent in tree.parents.items():
        similarity = tree.similarities[child]
        is_known = isfinite(similarity)
        rank = similarity_class(similarity) if is_known else -1
        axis.add_collection(
            LineCollection(
                [(tree.places[child], tree.places[parent])],
                colors=ALIKE_SCALE[rank] if is_known else MUTED,
                linewidths=_width(rank) if is_known else 1.0,
                linestyles="solid" if is_known else (0, (3, 2)),
                capstyle="round" if is_known else "butt",
                zorder=2 + rank / len(ALIKE_SCALE),
            )
        )


def _width(rank: int) -> float:
    return _THINNEST + (_WIDEST - _THINNEST) * rank / (len(ALIKE_SCALE) - 1)


def _draw_nodes(axis: Axes, tree: ParentTree) -> None:
    shrink = 1.0 if len(tree.places) < _CROWD else 0.7
    for node, (x, y) in tree.places.items():
        if node == tree.root:
            axis.plot(x, y, "D", color=INK, markeredgecolor=PAPER, markersize=9 * shrink, zorder=6)
            continue
        wants, is_orphan = node in tree.filters, node in tree.orphans
        colour, size = (GOT, 6.5) if wants else (MUTED, 5.0)
        axis.plot(
            x,
            y,
            "s" if wants else "o",
            color=colour,
            markerfacecolor=PAPER if is_orphan else colour,
            markeredgecolor=colour if is_orphan else PAPER,
            markeredgewidth=1.5 if is_orphan else 0.7,
            markersize=size * shrink,
            zorder=5 if wants else 4,
        )


def _share_frame(axes: Sequence[Axes], trees: Sequence[ParentTree], columns: int) -> None:
    """Give all panels the same square, wide enough for every node."""
    places = [place for tree in trees for place in tree.places.values()]
    sides = [(min(values), max(values)) for values in zip(*places, strict=True)]
    half = (0.5 + _EDGE) * max(1.0, *(high - low for low, high in sides))
    (low_x, high_x), (low_y, high_y) = (((low + high) / 2 - half, (low + high) / 2 + half) for low, high in sides)
    for number, axis in enumerate(axes):
        axis.set_xlim(low_x, high_x)
        axis.set_ylim(low_y, high_y)
        axis.set_aspect("equal", adjustable="box")
        axis.grid(visible=False)
        axis.locator_params(nbins=4)
        axis.tick_params(length=0)
        axis.set_xlabel("x, metres")
        if number % columns == 0:
            axis.set_ylabel("y, metres")
        for spine in axis.spines.values():
            spine.set_visible(True)
            spine.set_color(GRID)


def _add_colour_bar(figure: Figure, axes: Sequence[Axes], page: Page) -> None:
    steps = len(ALIKE_SCALE)
    ends = [GREATEST * step / steps for step in range(steps + 1)]
    scale = ScalarMappable(BoundaryNorm(ends, steps), ListedColormap(ALIKE_SCALE))
    shrink, aspect = (0.9, 20) if page == PHONE else (0.6, 30)
    bar = figure.colorbar(scale, ax=list(axes), location="bottom", shrink=shrink, aspect=aspect, pad=0.02)
    bar.set_ticks([0.0, 0.5, 1.0, 1.5, 2.0], labels=["0", "0.5", "1", "1.5", "2"])
    bar.minorticks_off()
    bar.ax.tick_params(length=0)
    between = "\n" if page == PHONE else " "
    bar.set_label(f"similarity of a node's topics to its parent's:{between}0 nothing in common, 2 the same")
    bar.outline.set_visible(False)


def _add_legend(figure: Figure, trees: Sequence[ParentTree], page: Page) -> None:
    def mark(shape: str, colour: str, size: float, is_hollow: bool = False) -> Line2D:
        return Line2D(
            [],
            [],
            linestyle="none",
            marker=shape,
            markersize=size,
            markerfacecolor=PAPER if is_hollow else colour,
            markeredgecolor=colour if is_hollow else PAPER,
            markeredgewidth=1.5 if is_hollow else 0.7,
        )

    entries: list[tuple[Line2D | tuple[Line2D, ...], str]] = [
        (mark("D", INK, 8), "root"),
        (mark("s", GOT, 6.5), "subscriber"),
        (mark("o", MUTED, 5.5), "other node"),
    ]
    if any(tree.orphans for tree in trees):
        entries.append(((mark("s", GOT, 6.5, True), mark("o", MUTED, 5.5, True)), "without a parent"))
    if any(not isfinite(value) for tree in trees for value in tree.similarities.values()):
        entries.append((Line2D([], [], color=MUTED, linewidth=1.0, linestyle=(0, (3, 2))), "no similarity"))
    handles, texts = zip(*entries, strict=True)
    figure.legend(
        handles,
        texts,
        loc="outside lower center",
        ncols=2 if page == PHONE else len(texts),
        handler_map={tuple: HandlerTuple(ndivide=None, pad=0.6)},
        columnspacing=1.2,
        handletextpad=0.5,
    )
