"""Skill by kind of traffic, place of the broker and predictor, with intervals over the replications.

The mean over the links of a replication is one value, because the links of a run are not independent. The interval is
Student's over these values. Differences of two predictors, or of two kinds of traffic, are paired by replication.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import pandas as pd

from spark_analysis.prediction.models.naive import LastValue
from spark_analysis.prediction.series.collection import Place
from spark_analysis.statistics.intervals import differences, holm, means

ALL_PLACES = "all"
GROUP = ["traffic", "place", "predictor"]
_INTERVAL = ["n", "mean", "sd", "ci_low", "ci_high"]
SKILL_COLUMNS = [*GROUP, "links", "without_skill", "better", "worse", *_INTERVAL]
PAIR_COLUMNS = [
    *("traffic", "place", "predictor_a", "predictor_b", "n"),
    *("mean_difference", "ci_low", "ci_high", "p_value", "p_holm"),
]


def skill_table(scores: pd.DataFrame) -> pd.DataFrame:
    """A row per kind of traffic, place and predictor. `n` counts replications, `links` the series of all of them.

    `without_skill` counts those whose last value was perfect, so that there is no skill; they are not in the mean.
    `better` and `worse` count significant differences from the last value after Holm's adjustment over all series.
    """
    places = with_all_places(scores)
    groups = places.groupby(GROUP, sort=False)
    table = groups.agg(
        links=("link", "size"),
        without_skill=("skill", lambda values: int(values.isna().sum())),
        better=("verdict", lambda values: int((values == "better").sum())),
        worse=("verdict", lambda values: int((values == "worse").sum())),
    ).reset_index()
    samples = skill_by_replication(places)
    rows = samples.reindex(pd.MultiIndex.from_frame(table[GROUP]))
    found = means(rows.to_numpy(dtype=float), resample=False)
    return table.assign(**{name: found[name] for name in _INTERVAL})[SKILL_COLUMNS]


def skill_pairs_table(scores: pd.DataFrame) -> pd.DataFrame:
    """Differences of the mean skill, a minus b, of each two predictors, paired by replication.

    `p_holm` is Holm's adjustment over the pairs of one kind of traffic and place. The last value's skill is 0.
    """
    places = with_all_places(scores)
    samples = skill_by_replication(places[places["predictor"] != LastValue.name])
    parts = [_pairs(str(traffic), str(place), group) for (traffic, place), group in _groups(samples)]
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=PAIR_COLUMNS)


def with_all_places(scores: pd.DataFrame) -> pd.DataFrame:
    """The rows of `scores`, and once more with the place `all`; a place that is not known counts only there."""
    known = scores[scores["place"] != Place.UNKNOWN.value]
    return pd.concat([scores.assign(place=ALL_PLACES), known], ignore_index=True)


def skill_by_replication(scores: pd.DataFrame) -> pd.DataFrame:
    """The mean skill over the links of each replication: a row per group, a column per source and replication.

    Replications of one number have the same seed in all variants and experiments, so that columns pair by seed.
    """
    return scores.groupby([*GROUP, "replication"], sort=False)["skill"].mean().unstack("replication")


def _groups(samples: pd.DataFrame) -> Iterator[tuple[tuple[object, object], pd.DataFrame]]:
    yield from samples.groupby(level=["traffic", "place"], sort=False)


def _pairs(traffic: str, place: str, samples: pd.DataFrame) -> pd.DataFrame:
    names = [str(name) for name in samples.index.get_level_values("predictor")]
    values = samples.to_numpy(dtype=float)
    pairs = list(combinations(range(len(names)), 2))
    if not pairs:
        return pd.DataFrame(columns=PAIR_COLUMNS)
    a, b = ([pair[end] for pair in pairs] for end in (0, 1))
    found = differences(values[a] - values[b], resample=False)
    table = pd.DataFrame(
        {
            "traffic": traffic,
            "place": place,
            "predictor_a": [names[index] for index in a],
            "predictor_b": [names[index] for index in b],
            "n": found["n"],
            "mean_difference": found["mean"],
            "ci_low": found["ci_low"],
            "ci_high": found["ci_high"],
            "p_value": found["p_value"],
            "p_holm": math.nan,
        }
    )
    table["p_holm"] = holm(table["p_value"].tolist())
    return table[PAIR_COLUMNS]
