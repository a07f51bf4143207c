"""The underlay of an overlay: its routers, placed so that distances resemble the delays between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components, dijkstra

from schema.traces import read_run_table
from spark_analysis.report.data.overlay.overlay_map import KIND

_PIVOTS = 50
"""Routers whose delays to all others decide the places."""


@dataclass(frozen=True)
class UnderlayMap:
    """Routers and the links between them."""

    places: Mapping[int, tuple[float, float]]
    """Router -> x and y, each from -1 to 1."""
    links: Sequence[tuple[int, int]]
    """The smaller end first, in order."""


def read_underlay_map(run: Path) -> UnderlayMap | None:
    """The underlay of a run; None where the run does not tell, or where parts of it are not linked."""
    rows = read_run_table(run, "links", KIND).rows
    delays: dict[tuple[int, int], int] = {}
    for a, b, delay_ns in zip(
        rows["from_node"].tolist(), rows["to_node"].tolist(), rows["delay_ns"].tolist(), strict=True
    ):
        link = (min(a, b), max(a, b))
        delays[link] = min(delay_ns, delays.get(link, delay_ns))
    places = place_routers(delays)
    return UnderlayMap(places, sorted(delays)) if places else None


def place_routers(delays: Mapping[tuple[int, int], float]) -> dict[int, tuple[float, float]]:
    """Router -> x and y, from the delay of each link; empty without links or where they are not one part.

    Multidimensional scaling of the delays of shortest paths between all routers and some pivots, each the router that
    is farthest from those before it (Brandes and Pich 2006). A generator that puts routers on a plane gives links
    delays in proportion to their lengths, so this finds its plane again, turned and mirrored by chance.
    """
    routers = sorted({router for link in delays for router in link})
    if len(routers) < 2:
        return {}
    index = {router: at for at, router in enumerate(routers)}
    ends = np.array([(index[a], index[b]) for a, b in delays])
    weights = np.maximum(np.array(list(delays.values()), float), 1.0)
    graph = coo_array((weights, (ends[:, 0], ends[:, 1])), shape=(len(routers), len(routers))).tocsr()
    if connected_components(graph, directed=False)[0] != 1:
        return {}
    squares = _delays_to_pivots(graph) ** 2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1)[:, None] + squares.mean()
    strengths, vectors = np.linalg.eigh(centred.T @ centred)
    flat = centred @ vectors[:, ::-1][:, :2] / np.maximum(strengths[::-1][:2], 1e-300) ** 0.25
    flat = np.pad(flat, ((0, 0), (0, 2 - flat.shape[1])))
    flat *= np.where(flat[np.abs(flat).argmax(axis=0), [0, 1]] < 0, -1.0, 1.0)
    flat /= max(np.abs(flat).max(), 1e-300)
    return {router: (float(x), float(y)) for router, (x, y) in zip(routers, flat, strict=True)}


def _delays_to_pivots(graph: coo_array) -> np.ndarray:
    """Delays of shortest paths: a row for each router, a column for each pivot."""
    columns = [dijkstra(graph, directed=False, indices=0)]
    nearest = columns[0]
    while len(columns) < min(_PIVOTS, len(nearest)):
        columns.append(dijkstra(graph, directed=False, indices=int(nearest.argmax())))
        nearest = np.minimum(nearest, columns[-1])
    return np.stack(columns, axis=1)
