"""Parameter points: how lists of values become the points an experiment visits.

A block is a list of partial points over keys of its own; the points of an experiment are the product of its blocks. The
order is that of the file, the last key changing fastest; what comes twice in a block is visited once.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from schema.manifest import Scalar

Point = dict[str, Scalar]
Columns = Mapping[str, Sequence[Scalar]]


def product(blocks: Iterable[Sequence[Point]]) -> list[Point]:
    """Every combination; of no blocks, the one point without keys."""
    return [{key: part[key] for part in parts for key in part} for parts in itertools.product(*blocks)]


def each_value(key: str, given: Sequence[Scalar]) -> list[Point]:
    """The block of one key of a grid."""
    return [{key: value} for value in given]


def in_step(columns: Columns) -> list[Point]:
    """The first values of all keys, then the second ones, …; all lists are equally long."""
    return _once(dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))


def side_by_side(grids: Sequence[Columns], rests: Mapping[str, Scalar]) -> list[Point]:
    """The points of each grid; a key that a grid has not is at rest there."""
    keys = dict.fromkeys(key for grid in grids for key in grid)
    filled = [{key: grid[key] if key in grid else (rests[key],) for key in keys} for grid in grids]
    return _once(point for grid in filled for point in product(each_value(*column) for column in grid.items()))


def in_turn(columns: Columns, rests: Mapping[str, Scalar]) -> list[Point]:
    """One key after the other takes its values while the others are at rest."""
    at_rest = {key: rests[key] for key in columns}
    return _once({**at_rest, key: value} for key, given in columns.items() for value in given)


def _once(points: Iterable[Point]) -> list[Point]:
    unique: dict[tuple[Scalar, ...], Point] = {}
    for point in points:
        unique.setdefault(tuple(point.values()), point)
    return list(unique.values())
