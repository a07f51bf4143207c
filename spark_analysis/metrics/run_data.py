"""What a metric is computed from: the interface of one run's tables, which `spark_analysis.run` implements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import duckdb
    import numpy as np

    from schema.traces import Trace


class MeasuredRun(Protocol):
    """The facts of a run that are not in a table. Times are ns of simulated time."""

    @property
    def range_m(self) -> float:
        """Nominal range of a radio link; NaN where the run has none."""

    @property
    def start_ns(self) -> int:
        """Start of the measured window."""

    @property
    def end_ns(self) -> int:
        """End of the measured window."""


class RunData(Protocol):
    """The tables of one run, for SQL and for numpy."""

    @property
    def run(self) -> MeasuredRun:
        """The run."""

    def trace(self, table: str) -> Trace:
        """Return a trace table of schema.traces."""

    def query(self, sql: str) -> duckdb.DuckDBPyConnection:
        """Return the answer to `sql`, to be fetched."""

    def numbers(self, sql: str) -> dict[str, np.ndarray]:
        """Return the columns of the answer to `sql`."""
