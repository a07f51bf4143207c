"""Results of overlays with and without predictions, made by rules."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from made_overlay_figures import PARAMETERS, experiment

from schema.manifest import Scalar
from spark_analysis.papers.comparison.paper_results import FigureResults

COST = {
    ("static", "none"): 100.0,
    ("ocbr", "none"): 80.0,
    ("ocbr", "network"): 72.0,
    ("ocbr", "oracle"): 60.0,
    ("psoo-fcat", "none"): 80.0,
    ("psoo-fcat", "network"): 88.0,
    ("psoo-fcat", "oracle"): 88.0,
    ("hindsight", "none"): 50.0,
}


def made_costs(kinds: tuple[str, ...] | None = None) -> FigureResults:
    """Three replications of four steps; the cost of replication r is r times that of COST."""
    rows: list[dict[str, object]] = []
    for kind in kinds or ("steady",):
        for (strategy, predictor), cost in COST.items():
            where: Mapping[str, Scalar] = {"strategy": strategy, "predictor": predictor} | (
                {"traffic": kind} if kinds else {}
            )
            rows += [
                {**where, "variant": str(where), "replication": one, "time_s": 50.0 * step, "cost": one * cost}
                for one in (1, 2, 3)
                for step in range(4)
            ]
    strategies, predictors = (tuple(dict.fromkeys(key[at] for key in COST)) for at in (0, 1))
    varying: dict[str, tuple[Scalar, ...]] = {"strategy": strategies, "predictor": predictors}
    if kinds:
        varying["traffic"] = kinds
    return FigureResults(experiment(varying, 3, PARAMETERS), pd.DataFrame(), pd.DataFrame(), pd.DataFrame(rows))
