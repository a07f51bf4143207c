"""Columns that grow piece by piece, copied as seldom as can be."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

import numpy as np

from spark_analysis.capture.columns import Column

_MOST_AHEAD = 16
"""Room for so many times the records that there are: a capture's beginning may promise more than comes."""
_ALIGN = 64
"""Bytes of a line of the processor's cache."""


class Growing:
    """The values of `wanted` columns so far, all in one block, so that the system gives its memory in large pages.

    More is asked for than is needed, but that is never touched.
    """

    def __init__(self, wanted: Mapping[str, Column]) -> None:
        self.fields = [*dict.fromkeys(field for column in wanted.values() for field in column.fields)]
        """What the columns are made of, each once."""
        at = {field: index for index, field in enumerate(self.fields)}
        self._made_of = {
            name: (column.value, [at[field] for field in column.fields]) for name, column in wanted.items()
        }
        self._dtypes = {name: np.dtype(column.dtype) for name, column in wanted.items()}
        self._count = self._room = 0
        self._arrays = self._new_arrays()

    def append(self, rows: np.ndarray, share: float) -> None:
        """More records (int64, fields x records); `share` of the capture, 0 if not known, are they and those before."""
        end = self._count + rows.shape[1]
        if end > self._room:
            self._room = min(int(end * 1.05 / share) + 64, _MOST_AHEAD * end) if share else 2 * end
            before, self._arrays = self._arrays, self._new_arrays()
            for name, array in self._arrays.items():
                array[: self._count] = before[name][: self._count]
        for name, (value, parts) in self._made_of.items():
            np.copyto(self._arrays[name][self._count : end], value(*[rows[part] for part in parts]), casting="unsafe")
        self._count = end

    def take(self) -> dict[str, np.ndarray]:
        """The columns; afterwards there are none."""
        taken = {name: array[: self._count] for name, array in self._arrays.items()}
        self._count = self._room = 0
        self._arrays = self._new_arrays()
        return taken

    def _new_arrays(self) -> dict[str, np.ndarray]:
        sizes = [-(-self._room * dtype.itemsize // _ALIGN) * _ALIGN for dtype in self._dtypes.values()]
        ends = list(accumulate(sizes))
        block = np.empty(sum(sizes), np.uint8)
        return {
            name: block[end - size :][: self._room * dtype.itemsize].view(dtype)
            for (name, dtype), end, size in zip(self._dtypes.items(), ends, sizes, strict=True)
        }
