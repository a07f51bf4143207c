"""The division of examples into a training, a validation and a test part: 70, 15 and 15 % in the paper."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

VALIDATION_SHARE = 0.15
TEST_SHARE = 0.15
LEAST_EXAMPLES = 20
"""The 4-3-1 network has 19 parameters; with fewer examples each part says nothing."""


class Division(NamedTuple):
    """The indices of the examples in each part."""

    training: np.ndarray
    validation: np.ndarray
    test: np.ndarray


def contiguous_division(count: int) -> Division:
    """Training first, then validation, then test. Raises UnusableSeries for less than LEAST_EXAMPLES examples."""
    return _divided(np.arange(count))


def random_division(count: int, seed: int) -> Division:
    """Parts of the same sizes, drawn at random as MATLAB does by default. Raises UnusableSeries."""
    return _divided(np.random.default_rng(seed).permutation(count))


def _divided(order: np.ndarray) -> Division:
    if len(order) < LEAST_EXAMPLES:
        raise UnusableSeries(
            Fault.TOO_SHORT, f"{len(order)} examples are too few for three parts, needed are {LEAST_EXAMPLES}"
        )
    validation = round(VALIDATION_SHARE * len(order))
    test = round(TEST_SHARE * len(order))
    training = len(order) - validation - test
    return Division(*(np.sort(part) for part in np.split(order, [training, training + validation])))
