"""Events and nodes counted by the compiled table, against a dictionary."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from spark_analysis.run.arrivals import Arrivals

NUMBERS = st.one_of(st.integers(0, 5), st.sampled_from([63, 64, 65, 2**31, 2**32 - 1]))
ROWS = st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=300)


def columns(rows: list[tuple[int, int, int]]) -> list[np.ndarray]:
    return [np.array([row[at] for row in rows], np.uint32) for at in range(3)]


@given(ROWS, ROWS)
def test_as_a_dictionary_counts(rows: list[tuple[int, int, int]], asked: list[tuple[int, int, int]]) -> None:
    found = Arrivals.of(*columns(rows))
    pairs = list(zip(found.publisher.tolist(), found.sequence.tolist(), found.node.tolist(), strict=True))
    assert pairs == list(dict.fromkeys(rows))
    assert dict(zip(pairs, found.times.tolist(), strict=True)) == Counter(rows)
    assert found.first.tolist() == [rows.index(pair) for pair in pairs]
    assert found.find(*columns(asked)).tolist() == [pairs.index(one) if one in pairs else -1 for one in asked]
    assert found.first_of(*columns(asked)).tolist() == [rows.index(one) if one in rows else -1 for one in asked]


def test_loads_where_no_cache_can_be_written(checkout: Path) -> None:
    """Of a user without a home, in a checkout that is not theirs: compiled code is not kept, and works."""
    code = (
        "import numpy as np; from spark_analysis.run.arrivals import Arrivals; "
        "one = np.ones(3, np.uint32); print(Arrivals.of(one, one, one).times.tolist())"
    )
    nowhere = {"NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator"}  # that of NUMBA_CACHE_DIR, which is not set
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | nowhere
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, env=environment, capture_output=True, text=True)
    assert done.stdout == "[3]\n", done.stderr
