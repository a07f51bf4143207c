"""The option `where`: a condition in SQL on a table's columns, answered by DuckDB in the worker that reads them.

Spark's own way, `pushFilters`, is not used: in Spark 4.3 what one query pushes down holds for all later ones on the
same DataFrame, which silently get too few rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from spark_analysis.datasource.arrow import to_array


@dataclass(frozen=True)
class Condition:
    """Like `type = 1 AND NOT is_tx`."""

    text: str

    def uses(self, known: Iterable[str]) -> list[str]:
        """The columns of `known` that it may use."""
        words = {word.lower() for word in re.findall(r"\w+", self.text)}
        return [name for name in known if name.lower() in words]

    def holds(self, columns: Mapping[str, Any]) -> np.ndarray:
        """For each row whether it is so; null is not. `columns`: Arrow's or numpy's, of one length.

        Raises ValueError where it is no condition on these columns.
        """
        try:
            table = pa.table({name: to_array(values) for name, values in columns.items()})
            rows = _duckdb().from_arrow(table)
            return np.asarray(rows.project(f"coalesce(({self.text})::BOOLEAN, FALSE) AS held").fetchnumpy()["held"])
        except duckdb.Error as error:
            raise ValueError(str(error).splitlines()[0]) from None


@cache
def _duckdb() -> duckdb.DuckDBPyConnection:
    """One thread: Spark has a task on each core."""
    return duckdb.connect(config={"threads": 1})
