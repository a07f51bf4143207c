"""Distributions over replications: latency by quantile, load by rank, each with its mean and 95 % band."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from scipy import stats

from spark_analysis.report.data.inputs import Inputs
from spark_analysis.report.data.vocabulary import Scale, scale


@dataclass(frozen=True)
class Curve:
    """At each of `at`, the mean over `n` replications and its interval; NaN for the interval of a single one."""

    at: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    n: int


class Curves:
    """By variant; a variant that has no rows in the tables has no curve."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs

    @cached_property
    def latency_scale(self) -> Scale:
        """By the median, as the latencies' metrics are."""
        rows = self._inputs.latencies
        return scale("latency", "s", rows.loc[(rows["quantile"] - 0.5).abs() < 0.005, "latency_s"].astype(float))

    @cached_property
    def latency(self) -> Mapping[str, Curve]:
        """Latency over the share of deliveries that took no longer, in the unit of `latency_scale`."""
        rows = self._inputs.latencies.dropna(subset=["latency_s"])
        return mean_curves(rows.assign(value=rows["latency_s"] * self.latency_scale.factor), "quantile")

    @cached_property
    def load(self) -> Mapping[str, Curve]:
        """Frames sent by the node that sends most, by the next, and so on."""
        rows = self._inputs.loads.dropna(subset=["tx_frames"])
        rank = rows.groupby(["variant", "replication"])["tx_frames"].rank(method="first", ascending=False)
        return mean_curves(rows.assign(value=rows["tx_frames"], rank=rank), "rank")

    @cached_property
    def fairness(self) -> Mapping[str, float]:
        """Jain's index of the frames sent, the mean over replications."""
        rows = self._inputs.loads.dropna(subset=["tx_frames"])
        squares = rows.assign(square=rows["tx_frames"].astype(float) ** 2)
        runs = squares.groupby(["variant", "replication"]).agg(
            sent=("tx_frames", "sum"), square=("square", "sum"), nodes=("node", "count")
        )
        runs = runs[runs["square"] > 0]
        index = runs["sent"].astype(float) ** 2 / (runs["nodes"] * runs["square"])
        return {str(name): float(value) for name, value in index.groupby("variant").mean().items()}


def mean_curves(rows: pd.DataFrame, by: str) -> dict[str, Curve]:
    """Per variant, at each value of `by`, the mean of `value` over the replications and its interval."""
    grouped = rows.astype({"value": float, by: float}).groupby(["variant", by])["value"].agg(["count", "mean", "std"])
    with np.errstate(invalid="ignore"):
        half = stats.t.ppf(0.975, grouped["count"] - 1) * grouped["std"] / np.sqrt(grouped["count"])
    grouped = grouped.assign(low=grouped["mean"] - half, high=grouped["mean"] + half).reset_index()
    return {
        str(variant): Curve(
            one[by].to_numpy(),
            one["mean"].to_numpy(),
            one["low"].to_numpy(),
            one["high"].to_numpy(),
            int(one["count"].max()),
        )
        for variant, one in grouped.groupby("variant", sort=False)
    }
