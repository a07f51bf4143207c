"""Whether the warm-up was long enough: the start of the measured window against its end, over replications.

Each run's window is cut into slices (spark_analysis.run.slices). Per variant and series, what the first slices
hold is compared with what the last half holds, as Geweke does with one chain (Bayesian Statistics 4, 1992);
replications are independent, so the variance is taken from them, and how slices of one run depend on
each other does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from schema.manifest import Experiment
from spark_analysis.run.runs import Finished
from spark_analysis.run.slices import SLICES
from spark_analysis.statistics.intervals import LEVEL, differences, holm
from spark_analysis.statistics.table_columns import RESULT_TABLES

FIRST = 2
"""Slices that are the start: a tenth of the window."""
LAST = 10
"""Slices that the start is compared with: the last half, so that a transient may end in between."""
SERIES = {"delivery_ratio": "1", "control_tx_per_node_s": "frames/s"}
"""With their units; as the metrics of these names, but from traces alone."""
DIFFERS, NOT_FOUND, UNTESTED = "differs", "no difference found", "not tested"


def start_and_end(part: np.ndarray, whole: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of each row of slices the value of the first FIRST and of the last LAST; NaN where nothing is counted."""
    both = (slice(None, FIRST), slice(-LAST, None))
    with np.errstate(invalid="ignore"):
        start, end = (part[:, some].sum(axis=1) / whole[:, some].sum(axis=1) for some in both)
    return start, end


def warmup_table(experiment: Experiment, runs: Sequence[Finished], sliced: pd.DataFrame) -> pd.DataFrame:
    """A row for each variant and series. `sliced`: variant, replication and the columns of SLICED, of all `runs`."""
    keys = ["variant", "series"]
    wide = [
        sliced.pivot(index=[*keys, "replication"], columns="slice", values=name)
        .reindex(columns=range(SLICES))
        .fillna(0)
        for name in ("part", "whole")
    ]
    start, end = start_and_end(*(table.to_numpy() for table in wide))
    each = pd.DataFrame({"start_mean": start, "end_mean": end}, index=wide[0].index)
    apart = (each["start_mean"] - each["end_mean"]).unstack("replication")
    found = differences(apart.to_numpy(), resample=False)
    table = apart.index.to_frame(index=False).assign(difference=found["mean"], **found)
    table = table.join(each.dropna().groupby(level=keys).mean(), on=keys)
    varying = {run.variant: run.varying for run in runs}
    for name in experiment.varying:
        table[name] = [varying[variant][name] for variant in table["variant"]]
    table["unit"] = table["series"].map(SERIES)
    table["p_holm"] = holm(table["p_value"].tolist())
    table["verdict"] = [_verdict(row) for row in table.itertuples()]
    rank = {name: index for index, name in enumerate([*experiment.variants, *SERIES])}
    table = table.sort_values(keys, key=lambda column: column.map(rank))
    columns = [column.name for column in RESULT_TABLES["warmup"].columns]
    return table[["variant", *experiment.varying, *columns[1:]]].reset_index(drop=True)


def warmup_text(table: pd.DataFrame) -> str:
    """A sentence where the start of the measured window differs anywhere, with the clearest case; else empty."""
    found = table[table["verdict"] == DIFFERS]
    if not len(found):
        return ""
    worst = found.loc[(found["difference"] / found["end_mean"]).abs().idxmax()]
    return (
        f"The warm-up may be too short: in {len(found)} of {len(table)} series the first tenth of the measured window "
        f"differs from its last half, most in {worst['series']} of {worst['variant']}, "
        f"{worst['start_mean']:.4g} against {worst['end_mean']:.4g}; see tables/warmup."
    )


def _verdict(row: Any) -> str:
    if row.n < 2:
        return UNTESTED
    if math.isnan(row.p_holm):  # the same in every replication
        return DIFFERS if row.difference else NOT_FOUND
    return DIFFERS if row.p_holm < LEVEL else NOT_FOUND
