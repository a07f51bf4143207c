"""How many replicas each topic has, and how many stores they need: the readings of Sourlas et al., section 6.1."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

import numpy as np

from pyharness.placement.problem.selection import TOLERANCE, index_of_best
from schema.errors import UsageError


def copies_by_demand(totals: Sequence[float], least: int, brokers: int, rounding: str = "ceil") -> tuple[int, ...]:
    """Return copies in proportion to the demand `totals` of topics, `least` for the topic with the smallest.

    `rounding` is ceil or floor. A quotient within the tolerance of a whole number is that number.
    """
    smallest = min(totals)
    exact = [float(total / smallest * least) for total in totals]
    margins = [TOLERANCE * max(1.0, each) for each in exact]
    if rounding == "ceil":
        whole = [ceil(each - margin) for each, margin in zip(exact, margins, strict=True)]
    else:
        whole = [floor(each + margin) for each, margin in zip(exact, margins, strict=True)]
    return tuple(min(max(1, each), brokers) for each in whole)


def stores_needed(copies: Sequence[int], capacity: int) -> int:
    """Return the least number of stores that have room for `copies`, no topic twice in one of them."""
    return max(max(copies), -(-sum(copies) // capacity))


def apportioned_copies(totals: Sequence[float], stores: int, capacity: int) -> tuple[int, ...]:
    """Return the copies that fill all stores, apportioned to the demand `totals` of topics by the method of D'Hondt.

    Each topic has at least one copy and at most one at each store. Raises UsageError where there is no room for that.
    """
    room = stores * capacity
    if room < len(totals):
        raise UsageError(f"{stores} stores of {capacity} topics have no room for {len(totals)} topics, expected more")
    copies = np.ones(len(totals), dtype=np.int64)
    for _ in range(room - len(totals)):
        if (copies >= stores).all():
            break
        copies[index_of_best(np.where(copies < stores, np.asarray(totals) / (copies + 1), -np.inf))] += 1
    return tuple(map(int, copies))
