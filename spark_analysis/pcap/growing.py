"""Columns that grow piece by piece, copied as seldom as can be."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from spark_analysis.pcap.columns import Column
from spark_analysis.pcap.fields import Field


class Growing:
    """The values of `wanted` columns so far. Memory beyond what is needed is asked for, but never touched."""

    def __init__(self, wanted: Mapping[str, Column]) -> None:
        self._wanted = wanted
        self._arrays = {name: np.empty(0, column.dtype) for name, column in wanted.items()}
        self._count = self._room = 0

    def append(self, rows: Mapping[Field, np.ndarray], count: int, share: float) -> None:
        """`count` more records; `share`: how much of the capture they and those before are, 0 if not known."""
        end = self._count + count
        if end > self._room:
            self._room = int(end * 1.05 / share) + 64 if share else 2 * end
            self._arrays = {name: self._moved(array) for name, array in self._arrays.items()}
        for name, column in self._wanted.items():
            column.fill(self._arrays[name][self._count : end], rows)
        self._count = end

    def columns(self) -> dict[str, np.ndarray]:
        """All of them."""
        return {name: array[: self._count] for name, array in self._arrays.items()}

    def _moved(self, array: np.ndarray) -> np.ndarray:
        roomy = np.empty(self._room, array.dtype)
        roomy[: self._count] = array[: self._count]
        return roomy
