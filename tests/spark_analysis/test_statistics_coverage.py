"""Over simulated values whose truth is known: intervals and tests are right as often as docs/statistics.md says."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from benchmarks.statistics_coverage import FAMILY, SAMPLES, family_p_values
from spark_analysis.statistics.intervals import LEVEL, differences, holm, means, welch

TRIALS = 2500


def sample(name: str, n: int, trials: int = TRIALS) -> np.ndarray:
    return SAMPLES[name](np.random.default_rng(10), trials, n)


def held(low: np.ndarray, truth: float, high: np.ndarray) -> int:
    return int(((low <= truth) & (truth <= high)).sum())


def about(share: float, trials: int = TRIALS) -> tuple[float, float]:
    """Where all but one in a thousand counts lie that have this share on average."""
    low, high = stats.binom.interval(0.999, trials, share)
    return float(low), float(high)


@pytest.mark.parametrize(
    ("name", "n", "share"),
    [
        *(("normal", 8, 0.94), ("normal", 10, 0.943), ("normal", 20, 0.95)),
        *(("beta(8, 2)", 10, 0.944), ("beta(9, 0.5)", 20, 0.934), ("paired delivery ratios", 10, 0.944)),
    ],
)
def test_the_bootstrap_interval_covers_as_documented(name: str, n: int, share: float) -> None:
    found = means(sample(name, n))
    low, high = about(share)
    assert low <= held(found["boot_low"], 0, found["boot_high"]) <= high
    middle, half = (found["boot_high"] + found["boot_low"]) / 2, (found["boot_high"] - found["boot_low"]) / 2
    assert held(middle - 0.8 * half, 0, middle + 0.8 * half) < low, "one a fifth too narrow would be found out"


def test_the_bootstrap_interval_of_skewed_values_beats_students() -> None:
    found = means(sample("beta(9, 0.5)", 10))
    student, boot = (held(found[f"{ends}_low"], 0, found[f"{ends}_high"]) for ends in ("ci", "boot"))
    assert boot > student + 0.02 * TRIALS


@pytest.mark.parametrize("effect", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("n", [5, 20])
def test_the_interval_of_an_effect_size_covers_it(effect: float, n: int) -> None:
    found = differences(sample("normal", n) + effect, resample=False)
    low, high = about(0.95)
    assert low <= held(found["effect_low"], effect, found["effect_high"]) <= high
    assert np.mean(found["effect_size"]) == pytest.approx(effect, abs=0.05), "g is unbiased"


@pytest.mark.parametrize("sizes", [(10, 10), (20, 5)])
def test_welchs_interval_covers_the_difference_of_unlike_sides(sizes: tuple[int, int]) -> None:
    draw = np.random.default_rng(11)
    found = welch(draw.normal(1, 1, (TRIALS, sizes[0])), draw.normal(3, 3, (TRIALS, sizes[1])))
    low, high = about(0.95)
    assert low <= held(found["ci_low"], 2, found["ci_high"]) <= high


@pytest.mark.parametrize("one_side", [False, True], ids=["each with one of its own", "all with one variant"])
@pytest.mark.parametrize("name", ["normal", "paired delivery ratios"])
def test_where_nothing_differs_one_family_in_twenty_says_so(name: str, one_side: bool) -> None:
    """Holm's correction bounds it; where the comparisons share a variant it is on the safe side."""
    families = 1000
    p = family_p_values(SAMPLES[name], one_side, families)
    low, high = about(LEVEL, families)
    wrong = sum(min(holm(row.tolist())) < LEVEL for row in p)
    assert (0.3 * low if one_side else low) <= wrong <= high
    single, most = about(LEVEL, p.size)
    if not one_side:
        assert single <= (p < LEVEL).sum() <= most
    assert (p < LEVEL).any(axis=1).mean() > 0.4, f"without a correction many families of {FAMILY} would say so"
