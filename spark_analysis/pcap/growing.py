"""Columns that grow piece by piece, copied as seldom as can be."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

import numpy as np

from spark_analysis.pcap.columns import Column
from spark_analysis.pcap.fields import Field

_MOST_AHEAD = 16
"""Room for so many times the records that there are: a capture's beginning may promise more than comes."""
_ALIGN = 64
"""Bytes of a line of the processor's cache."""


class Growing:
    """The values of `wanted` columns so far, all in one block, so that the system gives its memory in large pages.

    More is asked for than is needed, but that is never touched.
    """

    def __init__(self, wanted: Mapping[str, Column]) -> None:
        self._wanted = wanted
        self._count = self._room = 0
        self._arrays = self._new_arrays()

    def append(self, rows: Mapping[Field, np.ndarray], count: int, share: float) -> None:
        """`count` more records; `share`: how much of the capture they and those before are, 0 if not known."""
        end = self._count + count
        if end > self._room:
            self._room = min(int(end * 1.05 / share) + 64, _MOST_AHEAD * end) if share else 2 * end
            before, self._arrays = self._arrays, self._new_arrays()
            for name, array in self._arrays.items():
                array[: self._count] = before[name][: self._count]
        for name, column in self._wanted.items():
            column.fill(self._arrays[name][self._count : end], rows)
        self._count = end

    def columns(self) -> dict[str, np.ndarray]:
        """All of them."""
        return {name: array[: self._count] for name, array in self._arrays.items()}

    def _new_arrays(self) -> dict[str, np.ndarray]:
        dtypes = {name: np.dtype(column.dtype) for name, column in self._wanted.items()}
        sizes = [-(-self._room * dtype.itemsize // _ALIGN) * _ALIGN for dtype in dtypes.values()]
        ends = list(accumulate(sizes))
        block = np.empty(sum(sizes), np.uint8)
        return {
            name: block[end - size :][: self._room * dtype.itemsize].view(dtype)
            for (name, dtype), end, size in zip(dtypes.items(), ends, sizes, strict=True)
        }
