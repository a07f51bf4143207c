"""The rank test of a series among its surrogates (Theiler et al., Physica D 58, 1992)."""

from __future__ import annotations

import math

import numpy as np


def rank_p_value(statistic: float, of_surrogates: np.ndarray) -> float:
    """The p value of the null hypothesis that the series is one of its surrogates; small where `statistic` is low.

    It is (1 + surrogates with a statistic that is not greater) / (1 + surrogates), so 19 surrogates are the least that
    can reach 5 %. NaN if a statistic is NaN. Raises ValueError without surrogates.
    """
    if not len(of_surrogates):
        raise ValueError("a rank test needs at least one surrogate")
    if math.isnan(statistic) or np.isnan(of_surrogates).any():
        return math.nan
    return (1 + int(np.count_nonzero(of_surrogates <= statistic))) / (1 + len(of_surrogates))


def two_sided_rank_p_value(statistic: float, of_surrogates: np.ndarray) -> float:
    """As `rank_p_value`, small where `statistic` is low or high."""
    low = rank_p_value(statistic, of_surrogates)
    high = rank_p_value(-statistic, -of_surrogates)
    return min(1.0, 2 * min(low, high))
