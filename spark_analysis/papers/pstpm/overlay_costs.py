"""The costs of overlays whose strategies use a prediction, or none, paired by replication."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import pandas as pd

from schema.manifest import Scalar
from spark_analysis.papers.comparison.paper_results import REPLICATION, FigureResults
from spark_analysis.papers.comparison.relative_difference import percent_decrease, percent_increase
from spark_analysis.papers.pstpm.traffic_kind import CHURN_TICKS, STAGE_TICKS, TRAFFIC, traffic_kind

STATIC, OCBR, PSOO, HINDSIGHT = "static", "ocbr", "psoo-fcat", "hindsight"
NONE, NETWORK, ORACLE = "none", "network", "oracle"
PREDICTOR = "predictor"
TICK = "tick"


class CurveKey(NamedTuple):
    """What a curve of costs is of."""

    kind: str
    strategy: str
    predictor: str

    @property
    def name(self) -> str:
        """`ocbr` without a prediction, else `ocbr, network`."""
        return self.strategy if self.predictor == NONE else f"{self.strategy}, {self.predictor}"


@dataclass(frozen=True)
class OverlayCosts:
    """The steps of all runs of an experiment, from the start of the measured window."""

    results: FigureResults

    @cached_property
    def cost(self) -> dict[CurveKey, pd.Series]:
        """The reported cost per tick by replication and tick, in the experiment's order of the runs."""
        steps = self.results.steps
        fixed = self.results.experiment.parameters
        varying = list(self.results.experiment.varying)
        ticks = (steps["time_s"] / float(fixed["tick_s"])).round().astype(int)
        steps = steps.assign(**{TICK: ticks}).set_index([REPLICATION, TICK])
        keys = [_key({**fixed, **row}) for row in steps[varying].to_dict("records")]
        places: dict[CurveKey, list[int]] = {}
        for place, key in enumerate(keys):
            places.setdefault(key, []).append(place)
        return {key: steps["cost"].iloc[here].sort_index() for key, here in places.items()}

    @cached_property
    def mean(self) -> dict[CurveKey, pd.Series]:
        """The mean cost of each replication."""
        return {key: values.groupby(level=REPLICATION).mean() for key, values in self.cost.items()}

    def below_static(self, key: CurveKey) -> pd.Series:
        """By how many per cent the mean cost is below the static overlay's, by replication."""
        return percent_decrease(self.mean[key], self.mean[CurveKey(key.kind, STATIC, NONE)])

    def change(self, key: CurveKey, other: CurveKey) -> pd.Series:
        """By how many per cent the mean cost of `key` is above that of `other`, by replication."""
        return percent_increase(self.mean[key], self.mean[other])


def _key(parameters: Mapping[str, Scalar]) -> CurveKey:
    known = {name: parameters[name] for name in (TRAFFIC, STAGE_TICKS, CHURN_TICKS) if name in parameters}
    return CurveKey(traffic_kind(known), str(parameters["strategy"]), str(parameters.get(PREDICTOR, NONE)))
