"""The parameters with which the paper finds its exponent. Its fit range is not given; 0 to 4 steps is our reading."""

from __future__ import annotations

from spark_analysis.prediction.chaos.chaos_test import ChaosSettings
from spark_analysis.prediction.chaos.divergence import Norm, divergence_curve
from spark_analysis.prediction.chaos.embedding import Embedding
from spark_analysis.prediction.chaos.lyapunov import FitRange, LyapunovExponent, largest_exponent

PAPER_STEPS = 1000
"""The length of the paper's series."""
PAPER_EXPONENT = 0.4363
"""What it reports, M. Chi et al., Mobile Information Systems 2017, 8429878, section 3."""
PAPER_FIT = FitRange(0, 4)
PAPER_SETTINGS = ChaosSettings(Embedding(dimension=3, delay=2), theiler_window=2, steps=20, fit=PAPER_FIT)


def paper_exponent(values: object, norm: Norm = Norm.EUCLIDEAN) -> LyapunovExponent:
    """The exponent of a series as the paper computes it; the paper does not name its norm. Raises UnusableSeries."""
    settings = PAPER_SETTINGS
    curve = divergence_curve(values, settings.embedding, settings.theiler_window, settings.steps, norm)
    return largest_exponent(curve, PAPER_FIT, settings.time_step)
