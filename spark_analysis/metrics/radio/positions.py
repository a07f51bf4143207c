"""Where the nodes of a run were, and which of them a nominal link connected."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.metrics.run_data import RunData


@dataclass(frozen=True)
class Positions:
    """Samples of all nodes: `times` in ns, ascending; `places` (sample, node, 2) in m, nodes numbered from 0."""

    times: np.ndarray
    places: np.ndarray

    def at(self, times: np.ndarray) -> np.ndarray:
        """Positions (time, node, 2) at any `times`: on the straight line between samples, the ends held still.

        A node that turns between two samples is off by no more than its way in one period of sampling.
        """
        if len(self.times) < 2:
            return np.repeat(self.places[:1], len(times), axis=0)
        when = np.clip(times, self.times[0], self.times[-1])
        after = np.clip(np.searchsorted(self.times, when), 1, len(self.times) - 1)
        period = self.times[after] - self.times[after - 1]
        share = ((when - self.times[after - 1]) / period)[:, None, None]
        return np.asarray(self.places[after - 1] * (1 - share) + self.places[after] * share)


def positions(tables: RunData) -> Positions:
    """The positions of a run: every sample has all nodes."""
    rows = tables.trace("positions").rows
    times = np.unique(rows["time_ns"])
    nodes = len(rows) // max(1, len(times))
    order = np.lexsort((rows["node"], rows["time_ns"]))
    places = np.stack([rows["x_m"][order], rows["y_m"][order]], axis=1)
    return Positions(times, places.reshape(len(times), nodes, 2))


def links(places: np.ndarray, range_m: float) -> np.ndarray:
    """The adjacency matrix of nodes at `places` (node, 2), each its own neighbour."""
    return np.asarray(((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2) <= range_m**2)
