"""How far a quantity is above or below another of the same replication, in per cent."""

from __future__ import annotations

import pandas as pd


def percent_increase(values: pd.Series, reference: pd.Series) -> pd.Series:
    """Return by how many per cent of `reference` the values are above it, row by row."""
    above: pd.Series = 100 * (values / reference - 1)
    return above


def percent_decrease(values: pd.Series, reference: pd.Series) -> pd.Series:
    """Return by how many per cent of `reference` the values are below it, row by row."""
    below: pd.Series = 100 * (1 - values / reference)
    return below
