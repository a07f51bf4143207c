"""How often the report's intervals and tests are right: `./waf python -m benchmarks.statistics_coverage [--trials N]`.

Simulated values whose truth is known go through spark_analysis.statistics as those of runs do. Prints the tables of
docs/statistics.md; a minute or two for the 10,000 trials that stand there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated

import numpy as np
import typer
from scipy import signal

from benchmarks.command_line import run
from benchmarks.markdown import head
from benchmarks.stopping_coverage import DISTRIBUTIONS
from spark_analysis.run.slices import SLICES
from spark_analysis.statistics.intervals import LEVEL, differences, holm, means, welch
from spark_analysis.statistics.warmup import start_and_end

SEED = 6
FAMILY = 20
"""Comparisons that are corrected for together."""

_SQUARE = 8 * 9 / (10 * 11)
"""Mean square of beta(8, 2)."""

Samples = Callable[[np.random.Generator, int, int], np.ndarray]
"""Trials of so many replications each, as rows."""


def _pairs(draw: np.random.Generator, trials: int, n: int) -> np.ndarray:
    """Differences of two delivery ratios over 50 receivers, of networks that are good or bad for both; mean 0, sd 1."""
    network = draw.beta(8, 2, (trials, n))
    return (draw.binomial(50, 0.95 * network) - draw.binomial(50, 0.9 * network) - 0.04 * 50) / _SD_OF_PAIRS


def _standard(name: str) -> Samples:
    return lambda draw, trials, n: DISTRIBUTIONS[name](draw, (trials, n))


_SD_OF_PAIRS = math.sqrt(
    50 * 0.8 * (0.95 + 0.9) - 50 * (0.95**2 + 0.9**2) * _SQUARE + 2500 * 0.05**2 * (_SQUARE - 0.64)
)
"""Of a binomial's variance, given the network's quality q: 50 p q (1 - p q); and of the mean's, 50 (0.95 - 0.9) q."""

SAMPLES: Mapping[str, Samples] = {**{name: _standard(name) for name in DISTRIBUTIONS}, "paired delivery ratios": _pairs}
"""All of mean 0 and standard deviation 1."""


def intervals(trials: int) -> Iterator[str]:
    """Markdown: how often Student's and the bootstrap interval hold the mean."""
    counts = (5, 8, 10, 20, 40)
    yield from head("values", "interval", *(f"n = {n}" for n in counts))
    for name, sample in SAMPLES.items():
        found = [means(sample(np.random.default_rng(SEED), trials, n)) for n in counts]
        for label, ends in {"Student": "ci", "bootstrap": "boot"}.items():
            cells = [_covers(about[f"{ends}_low"], 0, about[f"{ends}_high"]) for about in found]
            yield f"| {name} | {label} | {' | '.join(cells)} |"


def effect_sizes(trials: int) -> Iterator[str]:
    """Markdown: how often the interval of the effect size holds the true one, and what Hedges' g is on average."""
    counts = (5, 10, 20, 40)
    yield from head("values", "true effect", *(f"n = {n}" for n in counts), "mean g, n = 10")
    for name in ("normal", "beta(8, 2)", "paired delivery ratios"):
        for effect in (0.0, 0.5, 1.0, 2.0):
            found = [
                differences(SAMPLES[name](np.random.default_rng(SEED), trials, n) + effect, resample=False)
                for n in counts
            ]
            cells = [_covers(about["effect_low"], effect, about["effect_high"]) for about in found]
            yield f"| {name} | {effect:g} | {' | '.join(cells)} | {np.mean(found[1]['effect_size']):.2f} |"


def unpaired(trials: int) -> Iterator[str]:
    """Markdown: how often Welch's interval holds the true difference."""
    yield from head("values", "n", "deviations", "covers", "called different")
    for name in ("normal", "beta(8, 2)", "beta(9, 0.5)"):
        for sizes, scale in (((5, 5), 1), ((10, 10), 1), ((10, 10), 3), ((5, 20), 3), ((20, 5), 3)):
            draw = np.random.default_rng(SEED)
            a, b = SAMPLES[name](draw, trials, sizes[0]), scale * SAMPLES[name](draw, trials, sizes[1])
            found = welch(a, b)
            covers = _covers(found["ci_low"], 0, found["ci_high"])
            yield f"| {name} | {sizes[0]}, {sizes[1]} | 1 : {scale} | {covers} | {_share(found['p_value'] < LEVEL)} |"


def false_alarms(trials: int) -> Iterator[str]:
    """Markdown: how often FAMILY paired comparisons without a difference call one significant."""
    yield from head(
        "values", "comparisons", "one of them", f"any of {FAMILY}", f"any of {FAMILY} after Holm's correction"
    )
    for name, sample in SAMPLES.items():
        for label, one_side in {"of 40 variants": False, "of one variant with 20": True}.items():
            p = family_p_values(sample, one_side, max(1, trials // 5))
            corrected = np.array([holm(row.tolist()) for row in p])
            shares = [_share(found) for found in (p < LEVEL, (p < LEVEL).any(axis=1), (corrected < LEVEL).any(axis=1))]
            yield f"| {name} | {label} | {' | '.join(shares)} |"


def family_p_values(sample: Samples, one_side: bool, families: int, replications: int = 10) -> np.ndarray:
    """A row of p values for each of the families: FAMILY paired comparisons where nothing differs, all with the same
    variant (`one_side`) or each with one of its own."""
    draw = np.random.default_rng(SEED)
    others = sample(draw, families * FAMILY, replications)
    own = sample(draw, families * (1 if one_side else FAMILY), replications)
    samples = np.repeat(own, FAMILY if one_side else 1, axis=0) - others
    p: np.ndarray = differences(samples, resample=False)["p_value"].reshape(families, FAMILY)
    return p


def warm_up(trials: int) -> Iterator[str]:
    """Markdown: how often the check of the warm-up calls the start different, over ten replications of AR(1) series."""
    transients = (0.0, 0.5, 1.0, 2.0, 4.0)
    yield from head("correlation of neighbours", *(f"transient {size:g}" for size in transients))
    for phi in (0.0, 0.9, 0.98):
        cells = [_share(started_differently(phi, size, trials // 5)) for size in transients]
        yield f"| {phi:g} | {' | '.join(cells)} |"


def started_differently(
    phi: float, transient: float, trials: int, replications: int = 10, steps: int = 10
) -> np.ndarray:
    """Whether the check finds the start different, before a correction, in each of the trials.

    The series have variance 1 and `steps` values in each slice; the transient begins at that size and falls to 1/e of
    it in half a slice.
    """
    noise = np.random.default_rng(SEED).normal(size=(trials * replications, SLICES * steps)) * math.sqrt(1 - phi**2)
    noise[:, 0] /= math.sqrt(1 - phi**2)  # begins as it goes on
    series = signal.lfilter([1], [1, -phi], noise) + transient * np.exp(-np.arange(SLICES * steps) / (steps / 2))
    part = series.reshape(-1, SLICES, steps).sum(axis=2)
    start, end = start_and_end(part, np.full_like(part, steps))
    found: np.ndarray = differences((start - end).reshape(trials, replications), resample=False)["p_value"] < LEVEL
    return found


def _covers(low: np.ndarray, truth: float, high: np.ndarray) -> str:
    return "–" if np.isnan(low).all() else _share((low <= truth) & (truth <= high))


def _share(of: np.ndarray | np.bool_) -> str:
    return f"{100 * np.mean(of):.1f} %"


def main(trials: Annotated[int, typer.Option(min=100, help="Samples for each figure.")] = 10_000) -> None:
    """Print every table."""
    for table in (intervals, effect_sizes, unpaired, false_alarms, warm_up):
        print("\n".join(table(trials)) + "\n", flush=True)


if __name__ == "__main__":
    run(main)
