"""The error of a series from which a method can compute nothing, and the checks that raise it."""

from __future__ import annotations

from enum import StrEnum

import numpy as np


class Fault(StrEnum):
    """Why a series is unusable. The values name the rows of tables of excluded series."""

    EMPTY = "empty"
    TOO_SHORT = "too short"
    GAP = "gap"
    NOT_FINITE = "not finite"
    CONSTANT = "constant"
    SHAPE = "shape"


class UnusableSeries(ValueError):
    """A series that a method cannot use. The message is one sentence; `fault` is its kind."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        super().__init__(sentence)
        self.fault = fault

    def __reduce__(self) -> tuple[type[UnusableSeries], tuple[Fault, str]]:
        return UnusableSeries, (self.fault, str(self))


def finite_values(values: object, minimum: int = 1, name: str = "the series") -> np.ndarray:
    """`values` as a read-only float64 array. Raises UnusableSeries unless it is flat, finite and long enough."""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise UnusableSeries(Fault.SHAPE, f"{name} has values that are no numbers") from error
    if array.ndim != 1:
        raise UnusableSeries(Fault.SHAPE, f"{name} has {array.ndim} dimensions, expected 1")
    if array.size == 0:
        raise UnusableSeries(Fault.EMPTY, f"{name} is empty")
    if not np.isfinite(array).all():
        first = int(np.flatnonzero(~np.isfinite(array))[0])
        raise UnusableSeries(Fault.NOT_FINITE, f"{name} has the value {array[first]} at position {first}")
    if array.size < minimum:
        raise UnusableSeries(Fault.TOO_SHORT, f"{name} has {array.size} values, needed are at least {minimum}")
    array.flags.writeable = False
    return array


def varying_values(values: object, minimum: int = 2, name: str = "the series") -> np.ndarray:
    """As `finite_values`. Raises UnusableSeries also where all values are equal."""
    array = finite_values(values, minimum, name)
    if (array == array[0]).all():
        raise UnusableSeries(Fault.CONSTANT, f"{name} is constant: all {array.size} values are {array[0]:g}")
    return array
