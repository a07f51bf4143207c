"""What changed from one folder of results to another, metric by metric of the variants that both have."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from schema.intervals import ROUNDING
from spark_analysis.statistics.intervals import differences, holm, welch
from spark_analysis.statistics.verdict import Outcome, outcome

PAIRED, WELCH = "paired", "Welch"

_KEYS = ["metric", "variant"]
_CLEAREST_FIRST = {verdict: rank for rank, verdict in enumerate([Outcome.CONSTANT, Outcome.SIGNIFICANT])}


def identical(a: pd.DataFrame, b: pd.DataFrame) -> bool:
    """Whether two tables/runs hold the same values of the same runs, in whatever order."""
    return bool(_values(a).equals(_values(b)))


def changes(a: pd.DataFrame, b: pd.DataFrame) -> pd.DataFrame:
    """b - a of two tables/runs, a row for each metric and variant that both have, what changed most clearly first.

    metric, variant, unit, method, n_a, n_b, mean_a, mean_b, difference, ci_low, ci_high, p_value, p_holm, effect_size,
    outcome. Paired over the replications that both have, where there are two; Welch's test over all values elsewhere.
    Holm's correction is over all rows.
    """
    left, right = (runs.pivot(index=_KEYS, columns="replication", values="value") for runs in (a, b))
    index, columns = left.index.intersection(right.index, sort=False), left.columns.union(right.columns)
    left, right = (side.reindex(index=index, columns=columns) for side in (left, right))
    of_a, of_b = left.to_numpy(), right.to_numpy()
    found = differences(_minus(of_b, of_a), resample=False)
    paired = found["n"] >= 2
    of_a[paired], of_b[paired] = (np.where(np.isnan(o), math.nan, v)[paired] for v, o in ((of_a, of_b), (of_b, of_a)))
    table = pd.DataFrame(list(index), columns=_KEYS)
    table["unit"] = table["metric"].map(pd.concat([a, b]).drop_duplicates("metric").set_index("metric")["unit"])
    table["method"] = np.where(paired, PAIRED, WELCH)
    for side, values in (("a", of_a), ("b", of_b)):
        table[f"n_{side}"] = np.isfinite(values).sum(axis=1)
        table[f"mean_{side}"] = np.nanmean(values, axis=1)
    for name in ("ci_low", "ci_high", "p_value", "effect_size"):
        table[name] = found[name]
    table["difference"] = found["mean"]
    for name, values in welch(of_a[~paired], of_b[~paired]).items():
        table.loc[~paired, {"mean": "difference"}.get(name, name)] = values
    table["p_holm"] = holm(table["p_value"].tolist())
    table["outcome"] = [
        outcome(min(r.n_a, r.n_b), r.difference, r.ci_low, r.ci_high, r.p_value, r.p_holm) for r in table.itertuples()
    ]
    return _clearest_first(table)


def _minus(b: np.ndarray, a: np.ndarray) -> np.ndarray:
    """b - a; what differs in its last digits was added up in another order, and is the same."""
    difference: np.ndarray = np.where(np.isclose(a, b, rtol=ROUNDING, atol=0), 0.0, b - a)
    return difference


def _clearest_first(table: pd.DataFrame) -> pd.DataFrame:
    """Without noise, then by p value; among equal ones by the size of the effect."""
    keys = pd.DataFrame(
        {
            "rank": table["outcome"].map(_CLEAREST_FIRST).fillna(len(_CLEAREST_FIRST)),
            "p": table["p_value"].fillna(2.0),
            "effect": -table["effect_size"].abs().fillna(0.0),
        }
    )
    order = keys.sort_values(["rank", "p", "effect"], kind="stable").index
    return table.loc[order].reset_index(drop=True)


def _values(runs: pd.DataFrame) -> pd.Series:
    return runs.set_index([*_KEYS, "replication"])["value"].sort_index()
