"""Intervals, paired differences and effect sizes; every formula is scipy's. docs/statistics.md explains them.

95 % unless a stopping rule asks for another confidence. Replication k has the same mobility and workload in every
variant, so differences are taken pair by pair (Law, Simulation Modeling and Analysis, section 10.2).
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from scipy import special, stats

from schema.intervals import CONFIDENCE, is_constant, t_quantiles

LEVEL = 0.05
"""A test whose p value is below is called significant."""
BOOTSTRAP_FROM = 8
"""Values below which there is no bootstrap interval: fewer have too few resamples that differ for its ends."""
RESAMPLES = 4000
MEANS = ("n", "mean", "sd", "ci_low", "ci_high", "boot_low", "boot_high")
WELCH = ("mean", "ci_low", "ci_high", "p_value")
TESTS = ("p_value", "effect_size", "effect_low", "effect_high")
FAR = 1e4
"""Student's t beyond which the interval of the effect size is that of the limit."""
_ROWS_AT_ONCE = 500

Array = np.ndarray


def means(samples: Array, resample: bool = True) -> dict[str, Array]:
    """n, mean, sd, ci_low, ci_high, boot_low, boot_high of each row of `samples`; NaN is a value that is not there.

    A row of equal values has intervals of no width. A row of one value has intervals of NaN, and the bootstrap columns
    are NaN below BOOTSTRAP_FROM values. With resample=False, which saves most of the time, they are NaN in every row.
    """
    return _by_size(samples, partial(_means, resample=resample), MEANS)


def differences(samples: Array, resample: bool = True) -> dict[str, Array]:
    """As `means`, of paired differences, and p_value, effect_size, effect_low, effect_high.

    Differences that are all the same have no variance: their p value and effect size are NaN.
    """
    return {**means(samples, resample), **_by_size(samples, _tests, TESTS)}


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment of one family of tests (Scand. J. Statist. 6, 1979); NaN stays NaN."""
    tested = [index for index, p in enumerate(p_values) if not math.isnan(p)]
    adjusted = [math.nan] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(sorted(tested, key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(tested) - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted


def welch(a: Array, b: Array) -> dict[str, Array]:
    """mean, ci_low, ci_high and p_value of mean(b) - mean(a), row by row, by Welch's test of unpaired values
    (Biometrika 34, 1947); NaN is a value that is not there.

    Without an interval (NaN) where a side has one value, a point and no p value where both are constant.
    """
    sizes = np.stack([np.isfinite(side).sum(axis=1) for side in (a, b)], axis=1)
    found = {name: np.full(len(sizes), math.nan) for name in WELCH}
    for size in np.unique(sizes[sizes.all(axis=1)], axis=0):
        rows = np.flatnonzero((sizes == size).all(axis=1))
        one, other = (side[rows][np.isfinite(side[rows])].reshape(len(rows), -1) for side in (a, b))
        for name, values in _unpaired(one, other).items():
            found[name][rows] = values
    return found


def _unpaired(a: Array, b: Array) -> dict[str, Array]:
    difference = b.mean(axis=1) - a.mean(axis=1)
    if min(a.shape[1], b.shape[1]) < 2:
        return {"mean": difference}
    with warnings.catch_warnings():  # of a side that is constant: its variance is 0, as it should be
        warnings.simplefilter("ignore", RuntimeWarning)
        test = stats.ttest_ind(b, a, axis=1, equal_var=False)
        low, high = test.confidence_interval(CONFIDENCE)
    constant = is_constant(a) & is_constant(b)
    found = {"mean": difference, "p_value": np.where(constant, math.nan, test.pvalue)}
    ends = {"ci_low": low, "ci_high": high}
    return found | {name: np.where(constant, difference, end) for name, end in ends.items()}


def _by_size(samples: Array, compute: Callable[[Array], dict[str, Array]], names: Sequence[str]) -> dict[str, Array]:
    """Apply `compute` to each group of rows with the same number of finite values; other results are NaN."""
    is_present = np.isfinite(samples)
    sizes = is_present.sum(axis=1)
    results = {name: sizes if name == "n" else np.full(len(samples), math.nan) for name in names}
    for n in np.unique(sizes[sizes > 0]):
        rows = np.flatnonzero(sizes == n)
        for name, values in compute(samples[rows][is_present[rows]].reshape(len(rows), n)).items():
            results[name][rows] = values
    return results


def _means(block: Array, resample: bool) -> dict[str, Array]:
    n, mean = block.shape[1], block.mean(axis=1)
    if n < 2:
        return {"mean": mean}
    constant = is_constant(block)
    sd = np.where(constant, 0.0, block.std(axis=1, ddof=1))
    ends = [mean + quantile * sd / math.sqrt(n) for quantile in t_quantiles(CONFIDENCE, n - 1)]
    found = {"mean": mean, "sd": sd, "ci_low": ends[0], "ci_high": ends[1]}
    if resample and n >= BOOTSTRAP_FROM:
        boot = np.stack([mean, mean])
        boot[:, ~constant] = _bootstrap(block[~constant])
        found |= {"boot_low": boot[0], "boot_high": boot[1]}
    return found


def _bootstrap(block: Array) -> Array:
    """Ends of the BCa interval of each row's mean (Efron, J. Amer. Statist. Assoc. 82, 1987), row by row.

    Its level is widened as Hesterberg does for the percentile interval (Amer. Statist. 69, 2015), which else is as much
    too narrow as n is small. The resamples depend on n alone: the same values have the same interval in any table.
    """
    n = block.shape[1]
    _, quantile = t_quantiles(CONFIDENCE, n - 1)
    level = 1 - 2 * stats.norm.sf(math.sqrt(n / (n - 1)) * quantile)
    ends = []
    for start in range(0, len(block), _ROWS_AT_ONCE):
        rows = block[start : start + _ROWS_AT_ONCE]
        found = stats.bootstrap(
            (np.concatenate([rows, rows[-1:]]),),  # numpy sums a lone row in another order: there is none
            np.mean,
            axis=-1,
            vectorized=True,
            n_resamples=RESAMPLES,
            batch=max(1, 4000 // n),
            confidence_level=level,
            method="BCa",
            rng=np.random.default_rng(n),
        )
        ends.append(np.stack(found.confidence_interval)[:, :-1])
    return np.concatenate(ends, axis=1) if ends else np.empty((2, 0))


def _tests(block: Array) -> dict[str, Array]:
    """Student's paired test; Hedges' g of the differences with the interval that the noncentral t gives (Cumming and
    Finch, Educ. Psychol. Meas. 61, 2001), which is exact for normal differences."""
    n, degrees = block.shape[1], block.shape[1] - 1
    found = {name: np.full(len(block), math.nan) for name in TESTS}
    noisy = ~is_constant(block)
    if n < 2 or not noisy.any():
        return found
    test = stats.ttest_1samp(block[noisy], 0.0, axis=1)
    found["p_value"][noisy] = test.pvalue
    if n > 2:
        # Hedges, J. Educ. Statist. 6, 1981: the sample's mean over its deviation is too great by this on average
        unbiased = math.exp(special.gammaln(degrees / 2) - special.gammaln((degrees - 1) / 2)) * math.sqrt(2 / degrees)
        found["effect_size"][noisy] = unbiased * test.statistic / math.sqrt(n)
        for name, share in (("effect_low", (1 + CONFIDENCE) / 2), ("effect_high", (1 - CONFIDENCE) / 2)):
            found[name][noisy] = _noncentrality(degrees, share, test.statistic) / math.sqrt(n)
    return found


def _noncentrality(degrees: int, share: float, statistics: Array) -> Array:
    """Return for each of `statistics` the noncentral t that falls below it with probability `share`.

    Beyond FAR, where scipy may iterate without end, the noise of the mean no longer counts: t is the noncentrality over
    the root of a chi-squared variable by its degrees.
    """
    sizes = np.abs(statistics)
    tails = np.where(statistics > 0, share, 1 - share)
    far = statistics * np.sqrt(stats.chi2.isf(tails, degrees) / degrees)
    near = special.nctdtrinc(degrees, share, np.clip(statistics, -FAR, FAR))
    found: Array = np.where(sizes > FAR, far, near)
    return found
