"""The table `link_steps` of a run, as its program wrote it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from schema.traces import read_run_table
from spark_analysis.prediction.series.series_table import COLUMNS
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.run.runs import Run

TABLE = "link_steps"


def read_step_table(run: Run) -> dict[str, np.ndarray]:
    """The columns of the table. Raises UnusableSeries where the run has no such table, or no row in it."""
    if not (Path(run.path) / f"{TABLE}.trace").is_file():
        raise UnusableSeries(Fault.EMPTY, f"the run has no table {TABLE}, its captures may have the traffic")
    rows = read_run_table(Path(run.path), TABLE, run.kind).rows
    if not len(rows):
        raise UnusableSeries(Fault.EMPTY, f"the table {TABLE} has no row")
    return {name: np.ascontiguousarray(rows[name]).astype(np.float64) for name in COLUMNS}
