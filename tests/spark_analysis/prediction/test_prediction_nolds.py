"""Rosenstein's curve and its slope compared with those of nolds, another implementation (requirements-peers.txt)."""

from __future__ import annotations

import json
import subprocess

import numpy as np
import pytest
from known_systems import henon, logistic, lorenz

from benchmarks.peers import peers_python
from spark_analysis.prediction.chaos.divergence import divergence_curve
from spark_analysis.prediction.chaos.embedding import Embedding
from spark_analysis.prediction.chaos.lyapunov import FitRange, largest_exponent

pytestmark = pytest.mark.long
SCRIPT = """
import json, sys, warnings
warnings.simplefilter("ignore")
import nolds
case = json.load(sys.stdin)
slope, (steps, curve, line) = nolds.lyap_r(
    case["series"], emb_dim=case["dimension"], lag=case["delay"], min_tsep=case["window"],
    trajectory_len=case["steps"] + 1, fit="poly", debug_data=True)
print(json.dumps({"slope": float(slope), "curve": [float(value) for value in curve]}))
"""


@pytest.mark.parametrize(
    ("series", "embedding", "window", "steps"),
    [
        (logistic(500), Embedding(2, 1), 1, 5),
        (henon(2000), Embedding(2, 1), 1, 8),
        (lorenz(2000), Embedding(3, 11), 50, 120),
        (np.random.default_rng(1).normal(size=1000), Embedding(3, 2), 2, 4),
    ],
    ids=["logistic", "henon", "lorenz", "noise"],
)
def test_nolds_has_the_same_curve_and_slope(series: np.ndarray, embedding: Embedding, window: int, steps: int) -> None:
    case = {"series": series.tolist(), "dimension": embedding.dimension, "delay": embedding.delay}
    done = subprocess.run(
        [peers_python(), "-c", SCRIPT],
        input=json.dumps({**case, "window": window, "steps": steps}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    theirs = json.loads(done.stdout)
    ours = divergence_curve(series, embedding, window, steps)
    assert ours.mean_log_distance == pytest.approx(theirs["curve"], rel=1e-9)
    assert largest_exponent(ours, FitRange(0, steps)).exponent == pytest.approx(theirs["slope"], rel=1e-9)
