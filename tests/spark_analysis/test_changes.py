"""What changed between two tables of runs: against scipy, and how often it says so where nothing did."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from spark_analysis.statistics.changes import changes, identical
from spark_analysis.statistics.verdict import Outcome

UNITS = {"delivery_ratio": "1", "events": "events", "latency_p50_s": "s"}
Values = dict[tuple[str, str], dict[int, float]]
"""Metric and variant -> replication -> value."""


def runs(values: Values) -> pd.DataFrame:
    rows = [(v, k, m, x, UNITS[m]) for (m, v), of in values.items() for k, x in of.items()]
    return pd.DataFrame(rows, columns=["variant", "replication", "metric", "value", "unit"])


def drawn(seed: int, shift: float = 0.0, first: int = 1, last: int = 10) -> dict[int, float]:
    network = np.random.default_rng(5).normal(0, 1, 40)  # what the replications of all sides share
    own = np.random.default_rng(seed).normal(shift, 0.1, 40)
    return {k: float(network[k] + own[k]) for k in range(first, last + 1)}


def of(table: pd.DataFrame, metric: str, variant: str) -> pd.Series:
    return table.set_index(["metric", "variant"]).loc[(metric, variant)]


def test_common_replications_are_paired() -> None:
    a, b = drawn(1, last=12), drawn(2, 0.3)
    row = of(changes(runs({("events", "x"): a}), runs({("events", "x"): b})), "events", "x")
    test = stats.ttest_rel([b[k] for k in b], [a[k] for k in b])
    assert (row["method"], row["n_a"], row["n_b"], row["unit"]) == ("paired", 10, 10, "events")
    assert (row["p_value"], row["p_holm"]) == pytest.approx((test.pvalue, test.pvalue))
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(tuple(test.confidence_interval()))
    assert row["mean_a"] == pytest.approx(np.mean([a[k] for k in b])), "over those that are compared"
    assert row["difference"] == pytest.approx(row["mean_b"] - row["mean_a"])
    assert row["outcome"] is Outcome.SIGNIFICANT and row["effect_size"] > 1


def test_without_common_replications_it_is_welchs_test() -> None:
    a, b = drawn(1, last=8), drawn(2, 5.0, first=8, last=20)
    row = of(changes(runs({("events", "x"): a}), runs({("events", "x"): b})), "events", "x")
    test = stats.ttest_ind(list(b.values()), list(a.values()), equal_var=False)
    assert (row["method"], row["n_a"], row["n_b"]) == ("Welch", 8, 13)
    assert row["p_value"] == pytest.approx(test.pvalue) and row["outcome"] is Outcome.SIGNIFICANT
    assert math.isnan(row["effect_size"])


def test_the_clearest_change_comes_first() -> None:
    same = drawn(1)
    a: Values = {(m, v): same for m, v in itertools.product(UNITS, "xyz")}
    b: Values = dict(a)
    b["latency_p50_s", "y"] = {k: value + 1 for k, value in same.items()}
    b["delivery_ratio", "z"] = drawn(2, 1.0)
    b["delivery_ratio", "x"] = drawn(3, 0.3)
    b["events", "x"] = drawn(4)
    b["events", "y"] = {1: 0.0}
    del b["events", "z"]
    table = changes(runs(a), runs(b))
    told = list(zip(table["metric"], table["variant"], table["outcome"], strict=True))
    assert told[:3] == [
        ("latency_p50_s", "y", Outcome.CONSTANT),
        ("delivery_ratio", "z", Outcome.SIGNIFICANT),
        ("delivery_ratio", "x", Outcome.SIGNIFICANT),
    ]
    assert ("events", "x", Outcome.NOT_FOUND) in told and ("events", "y", Outcome.UNTESTED) in told
    assert [outcome for _, _, outcome in told].count(Outcome.IDENTICAL) == 3 and len(told) == 8
    tested = table["p_value"].dropna()
    assert len(tested) == 3 and table["p_holm"].min() == pytest.approx(3 * tested.min())


def test_identical_is_the_same_values_of_the_same_runs() -> None:
    a = runs({("events", "x"): drawn(1), ("delivery_ratio", "y"): drawn(2)})
    assert identical(a, a.sample(frac=1, random_state=1))
    assert not identical(a, a.assign(value=a["value"] * (1 + 1e-15)))
    assert not identical(a, a.iloc[:-1]) and not identical(a.iloc[:-1], a)


def test_last_digits_are_no_change() -> None:
    """Two analyses that add up in another order come to the same."""
    a = {("delivery_ratio", "x"): drawn(1)}
    b = {key: {k: value * (1 + 3e-16 * k) for k, value in of.items()} for key, of in a.items()}
    assert not identical(runs(a), runs(b))
    assert changes(runs(a), runs(b))["outcome"].tolist() == [Outcome.IDENTICAL]


@pytest.mark.parametrize("last_of_b", [0, 10], ids=["Welch", "paired"])
def test_where_nothing_changed_one_in_twenty_comparisons_says_so(last_of_b: int) -> None:
    """Family-wise: any of 20 comparisons, by Holm; a correction left out would say so in half of the trials."""
    trials, family = 100, 20
    draw = np.random.default_rng(9)
    first = 1 if last_of_b else 11
    wrong = uncorrected = 0
    for _ in range(trials):
        network = draw.normal(0, 1, (family, 20))
        sides = [network + draw.normal(0, 0.5, (family, 20)) for _ in "ab"]
        if not last_of_b:
            sides[1] = draw.normal(0, 1, (family, 20))
        made = [
            runs(
                {
                    ("events", f"v{i}"): {k: float(side[i, k - 1]) for k in range(start, start + 10)}
                    for i in range(family)
                }
            )
            for side, start in zip(sides, (1, first), strict=True)
        ]
        table = changes(*made)
        wrong += any(each.differs for each in table["outcome"])
        uncorrected += bool((table["p_value"] < 0.05).any())
    low, high = stats.binom.interval(0.999, trials, 0.05)
    assert low <= wrong <= high, wrong / trials
    assert uncorrected / trials > 0.5
