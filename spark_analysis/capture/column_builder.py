"""The builder of columns from one piece of a capture after another, with few copies."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

import numpy as np

from spark_analysis.capture.columns import Column

_MAX_GROWTH = 16
"""Most rows that are reserved per row so far: a capture's beginning may promise more records than come."""
_ALIGN = 64
"""Bytes of a cache line."""


class ColumnBuilder:
    """The values of `wanted` columns so far, all in one block, so that the system gives its memory in large pages.

    More memory is reserved than is needed; what is never written takes none.
    """

    def __init__(self, wanted: Mapping[str, Column]) -> None:
        self.fields = [*dict.fromkeys(field for column in wanted.values() for field in column.fields)]
        """The fields that the columns are made of, each once."""
        at = {field: index for index, field in enumerate(self.fields)}
        self._made_of = {
            name: (column.value, [at[field] for field in column.fields]) for name, column in wanted.items()
        }
        self._unknown = {name for name, column in wanted.items() if not column.is_known}
        self._dtypes = {name: np.dtype(column.dtype) for name, column in wanted.items()}
        self._count = self._capacity = 0
        self._arrays = self._new_arrays()

    def append(self, rows: np.ndarray, share: float) -> None:
        """Add records (int64, fields x records); `share` of the capture has been read, 0 where that is not known."""
        end = self._count + rows.shape[1]
        if end > self._capacity:
            self._capacity = min(int(end * 1.05 / share) + 64, _MAX_GROWTH * end) if share else 2 * end
            smaller, self._arrays = self._arrays, self._new_arrays()
            for name, array in self._arrays.items():
                array[: self._count] = smaller[name][: self._count]
        for name, (value, parts) in self._made_of.items():
            np.copyto(self._arrays[name][self._count : end], value(*[rows[part] for part in parts]), casting="unsafe")
        self._count = end

    def take(self) -> dict[str, np.ndarray]:
        """The columns built so far; the builder is empty afterwards. A column that is not known is masked."""
        taken = {name: array[: self._count] for name, array in self._arrays.items()}
        for name in self._unknown:
            taken[name] = np.ma.MaskedArray(taken[name], mask=True)
        self._count = self._capacity = 0
        self._arrays = self._new_arrays()
        return taken

    def _new_arrays(self) -> dict[str, np.ndarray]:
        sizes = [-(-self._capacity * dtype.itemsize // _ALIGN) * _ALIGN for dtype in self._dtypes.values()]
        ends = list(accumulate(sizes))
        block = np.empty(sum(sizes), np.uint8)
        return {
            name: block[end - size :][: self._capacity * dtype.itemsize].view(dtype)
            for (name, dtype), end, size in zip(self._dtypes.items(), ends, sizes, strict=True)
        }
