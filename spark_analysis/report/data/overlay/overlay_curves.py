"""An overlay over time, over its brokers and over its links: each a mean over replications with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import pandas as pd

from spark_analysis.report.data.curves import Curve, mean_curves
from spark_analysis.report.data.inputs import Inputs

_RUN = ["variant", "replication"]


class OverlayCurves:
    """By variant; a variant without an overlay has no curve."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs

    @cached_property
    def cost(self) -> Mapping[str, Curve]:
        """The reported cost per tick, over time."""
        rows = self._inputs.overlay_costs
        return mean_curves(rows.assign(value=rows["cost"]).dropna(subset=["value"]), "time_s")

    @cached_property
    def reconfigurations(self) -> Mapping[str, Curve]:
        """Reconfigurations executed until the end of each step, which is the time there."""
        rows = self._inputs.overlay_costs.sort_values([*_RUN, "time_s"], kind="stable")
        done = rows.astype({"reconfigurations": float}).groupby(_RUN)["reconfigurations"].cumsum()
        steps = rows.groupby(_RUN)["time_s"].diff()
        step_s = 0.0 if steps.isna().all() else float(steps.min())
        return mean_curves(rows.assign(value=done, time_s=rows["time_s"] + step_s), "time_s")

    @cached_property
    def stage_changes(self) -> tuple[float, ...]:
        """Seconds at which the workload changes, in any run."""
        rows = self._inputs.overlay_costs
        first = rows.groupby([*_RUN, "stage"])["time_s"].min().reset_index()
        begun = first["time_s"] > first.groupby(_RUN)["time_s"].transform("min")
        return tuple(sorted({float(time_s) for time_s in first.loc[begun, "time_s"]}))

    @cached_property
    def degree(self) -> Mapping[str, Curve]:
        """The percentage of brokers with at least so many links, at the end."""
        return self._at_least("last_degree")

    @cached_property
    def first_degree(self) -> Curve | None:
        """The same at the beginning, over all runs: every variant of a replication begins with one overlay."""
        rows = self._inputs.broker_loads
        one = rows.drop_duplicates(["replication", "node"]).assign(variant="")
        return _at_least(one, "first_degree", self._most_links).get("")

    @cached_property
    def link_load(self) -> Mapping[str, Curve]:
        """Messages that the busiest link carried, the next, and so on."""
        rows = self._inputs.overlay_loads
        rank = rows.groupby(_RUN)["messages"].rank(method="first", ascending=False)
        return mean_curves(rows.assign(value=rows["messages"], rank=rank), "rank")

    @property
    def _most_links(self) -> int:
        rows = self._inputs.broker_loads[["first_degree", "last_degree"]]
        return int(rows.to_numpy().max()) if len(rows) else 0

    def _at_least(self, column: str) -> Mapping[str, Curve]:
        return _at_least(self._inputs.broker_loads, column, self._most_links)


def _at_least(rows: pd.DataFrame, column: str, most: int) -> dict[str, Curve]:
    steps = np.arange(1, most + 1)
    parts: list[tuple[object, ...]] = []
    for (variant, replication), group in rows.groupby(_RUN, sort=False):
        degrees = group[column].to_numpy(dtype=float)
        shares: Sequence[float] = [100 * float((degrees >= step).mean()) for step in steps]
        parts += [(variant, replication, step, share) for step, share in zip(steps, shares, strict=True)]
    return mean_curves(pd.DataFrame(parts, columns=[*_RUN, "links", "value"]), "links")
