"""The planning problem as an integer program in the radius formulation.

Binary `y[n]`: a store stands at n. Binary `x[t, n]`: it has a replica of t. For each topic and ball (the brokers within
some radius of one), `u[t, ball]` is 1 if the ball has no replica of t, and then requests of its centre travel one hop
further than the radius:

    minimise  sum of rate * u
    u[t, ball] + sum of x[t, n] over n in the ball >= 1
    1 <= sum of x[t, n] over n <= copies of t
    x[t, n] <= y[n]      sum of x[t, n] over t <= capacity * y[n]      sum of y <= stores

Balls of several centres that have the same brokers share a variable, e.g. those around a leaf and its neighbour. At
most `copies` replicas are required, not exactly as many: what is optimal here bounds also plans that lack replicas.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

from pyharness.placement.problem.instance import Rates, StoreInstance
from pyharness.placement.problem.store_plan import StorePlan


@dataclass(frozen=True)
class RadiusModel:
    """An integer program: minimise `objective @ variables` with `lower <= matrix @ variables <= upper`, all in 0..1."""

    objective: Rates
    matrix: csr_array
    lower: Rates
    upper: Rates
    integrality: NDArray[np.int64]
    """1 where a variable must be whole; the others then are by themselves."""

    def placement(self, instance: StoreInstance, variables: Rates) -> StorePlan:
        """Return the plan that the solution `variables` stands for."""
        brokers, topics = instance.brokers, len(instance.topics)
        has_replica = variables[brokers : brokers * (1 + topics)].reshape(topics, brokers) > 0.5
        is_open = (variables[:brokers] > 0.5) | has_replica.any(axis=0)
        replicas = tuple(tuple(map(int, np.flatnonzero(row))) for row in has_replica)
        return StorePlan(tuple(map(int, np.flatnonzero(is_open))), replicas)


def radius_model(instance: StoreInstance, limited: bool = True) -> RadiusModel:
    """Return the program of `instance`; without `limited`, that without the limits of capacity and stores."""
    brokers, topics = instance.brokers, len(instance.topics)
    balls, centres = _distinct_balls(instance)
    y = np.arange(brokers)
    x = brokers + np.arange(topics * brokers).reshape(topics, brokers)
    u = brokers * (1 + topics) + np.arange(topics * len(balls)).reshape(topics, len(balls))
    rows = _Rows()
    ball_of_member, member = np.nonzero(balls)
    for topic, copies in enumerate(instance.copies):
        first = rows.add(len(balls), 1.0, np.inf)
        rows.put(first + np.arange(len(balls)), u[topic], 1.0)
        rows.put(first + ball_of_member, x[topic, member], 1.0)
        rows.put(rows.add(1, 1.0, copies), x[topic], 1.0)
        first = rows.add(brokers, -np.inf, 0.0)
        rows.put(first + y, x[topic], 1.0)
        rows.put(first + y, y, -1.0)
    if limited:
        first = rows.add(brokers, -np.inf, 0.0)
        for topic in range(topics):
            rows.put(first + y, x[topic], 1.0)
        rows.put(first + y, y, -float(instance.capacity))
        rows.put(rows.add(1, 0.0, instance.stores), y, 1.0)
    objective = np.zeros(u.size + brokers * (1 + topics))
    objective[u] = instance.rates @ centres.T
    integrality = np.zeros(len(objective), dtype=np.int64)
    integrality[: brokers * (1 + topics)] = 1
    lower, upper, matrix = rows.finish(len(objective))
    return RadiusModel(objective, matrix, lower, upper, integrality)


def _distinct_balls(instance: StoreInstance) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return the distinct balls that leave brokers out, as rows of members, and the centres of each (1, else 0)."""
    centres: dict[bytes, NDArray[np.int64]] = {}
    members: dict[bytes, NDArray[np.bool_]] = {}
    for broker, distances in enumerate(instance.distances):
        for radius in range(int(distances.max())):
            ball = distances <= radius
            key = ball.tobytes()
            members[key] = ball
            centres.setdefault(key, np.zeros(instance.brokers, dtype=np.int64))[broker] = 1
    shape = (len(members), instance.brokers)
    return np.array([*members.values()], dtype=bool).reshape(shape), np.array([*centres.values()]).reshape(shape)


class _Rows:
    """The rows of the matrix, while they are added."""

    def __init__(self) -> None:
        self._lower: list[Rates] = []
        self._upper: list[Rates] = []
        self._cells: list[tuple[NDArray[np.int64], NDArray[np.int64], Rates]] = []
        self._count = 0

    def add(self, count: int, lower: float, upper: float) -> int:
        """Add rows with these bounds. Return the first."""
        self._lower.append(np.full(count, lower))
        self._upper.append(np.full(count, upper))
        self._count += count
        return self._count - count

    def put(self, rows: NDArray[np.int64] | int, columns: NDArray[np.int64], value: float) -> None:
        """Set cells, given by their rows (or the one of all) and columns, to `value`."""
        self._cells.append((np.broadcast_to(rows, columns.shape), columns, np.full(columns.shape, value)))

    def finish(self, columns: int) -> tuple[Rates, Rates, csr_array]:
        """Return lower bounds, upper bounds and the matrix."""
        rows, at, values = (np.concatenate(part) for part in zip(*self._cells, strict=True))
        matrix = coo_array((values, (rows, at)), shape=(self._count, columns)).tocsr()
        return np.concatenate(self._lower), np.concatenate(self._upper), matrix
