"""What a stopping rule does to the intervals: `./waf python -m benchmarks.stopping_coverage [--trials 10000]`.

Experiments over simulated values run to their end under the very rule
(pyharness.scheduling.stopping_decision) and judged by the interval that a report would show. Prints the tables
of docs/stopping-rule.md; some minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import typer

from benchmarks.command_line import run
from benchmarks.markdown import head
from pyharness.experiment.stopping_rule import StoppingRule
from pyharness.scheduling.stopping_decision import IntervalState, Quantity, decide
from schema.intervals import estimate

SEED = 4
WIDTHS = (10, 20, 40)
"""Asked is the half width that so many replications of normal values have on average."""
EFFECTS = (0.0, 0.25, 0.5, 1.0)
"""Differences, in standard deviations of one replication's difference."""

Draw = Callable[[np.random.Generator, int | tuple[int, int]], np.ndarray]


def _standard(values: np.ndarray, mean: float, sd: float) -> np.ndarray:
    """The same values with mean 0 and standard deviation 1."""
    return (values - mean) / sd


def _beta(a: float, b: float) -> Draw:
    mean, sd = a / (a + b), np.sqrt(a * b / (a + b + 1)) / (a + b)
    return lambda draw, n: _standard(draw.beta(a, b, n), mean, sd)


DISTRIBUTIONS: Mapping[str, Draw] = {
    "normal": lambda draw, n: draw.normal(0, 1, n),
    "beta(8, 2)": _beta(8, 2),
    "beta(9, 0.5)": _beta(9, 0.5),
}
"""beta(8, 2): a delivery ratio around 0.8; beta(9, 0.5): one that is nearly always 1 and seldom far below."""


@dataclass(frozen=True)
class End:
    """Where an experiment ended: replications, the report's 95 % interval, and whether for a clear difference."""

    n: int
    mean: float
    low: float
    high: float
    clear: bool


def ended_by(rule: StoppingRule, values: np.ndarray) -> End:
    """Carry one quantity to its end; `values`: what replication 1, 2, … up to the maximum would give."""
    given = {"x": dict(enumerate(values.tolist(), start=1))}
    of = (Quantity("x", ("x",)),)
    verdict = decide(rule, of, given, {"x": rule.minimum})
    while not verdict.enough:
        verdict = decide(rule, of, given, verdict.replications)
    about = estimate(of[0].sample(given, verdict.asked))
    return End(about.n, about.mean, about.ci_low, about.ci_high, verdict.judged[0].state is IntervalState.CLEAR)


def fixed(trials: int) -> Iterator[str]:
    """Markdown: coverage of 95 % intervals over a number of replications that was fixed beforehand."""
    counts = (5, 10, 20, 40, 60)
    yield from head("values", *(f"n = {n}" for n in counts))
    for name, draw in DISTRIBUTIONS.items():
        cells = []
        for n in counts:
            random = np.random.default_rng(SEED)
            each = [estimate(draw(random, n).tolist()) for _ in range(trials)]
            cells.append(_share([about.ci_low <= 0 <= about.ci_high for about in each]))
        yield f"| {name} | " + " | ".join(cells) + " |"


def narrowed(trials: int) -> Iterator[str]:
    """Markdown: the same where the rule ended it for being narrow; and how often the truth was as near as asked."""
    yield from head("values", "minimum", "asked: as n =", "replications", "covers", "truth within what was asked")
    for name, draw in DISTRIBUTIONS.items():
        for minimum in (5, 10, 20):
            for width in WIDTHS:
                asked = 1.96 / np.sqrt(width)
                rule = StoppingRule(metric="delivery_ratio", half_width=asked, minimum=minimum, maximum=200)
                random = np.random.default_rng(SEED)
                ends = [ended_by(rule, draw(random, rule.maximum)) for _ in range(trials)]
                covered = _share([end.low <= 0 <= end.high for end in ends])
                near = _share([abs(end.mean) <= asked for end in ends])
                yield f"| {name} | {minimum} | n = {width} | {_mean(ends)} | {covered} | {near} |"


def cleared(trials: int) -> Iterator[str]:
    """Markdown: differences under `clear`, and what would be called clear if every look were at 95 %."""
    yield from head("difference", "called clear", "replications", "those on average", "covers", "looked at at 95 %")
    between = {"protocol": ["a", "b"]}
    rule = StoppingRule(metric="delivery_ratio", between=between, clear=True, maximum=60)
    naive = rule.model_copy(update={"confidence": 1 - (1 - rule.confidence) * rule.looks})
    for effect in EFFECTS:
        random = np.random.default_rng(SEED)
        drawn = [effect + random.normal(0, 1, rule.maximum) for _ in range(trials)]
        ends = [ended_by(rule, values) for values in drawn]
        clear = [end.mean for end in ends if end.clear]
        covered = _share([end.low <= effect <= end.high for end in ends])
        often = _share([ended_by(naive, values).clear for values in drawn])
        mean = f"{np.mean(clear):+.2f}" if effect and clear else "–"
        yield f"| {effect:g} | {_share([end.clear for end in ends])} | {_mean(ends)} | {mean} | {covered} | {often} |"


def _share(of: list[bool]) -> str:
    return f"{100 * sum(of) / len(of):.1f} %"


def _mean(ends: list[End]) -> str:
    return f"{np.mean([end.n for end in ends]):.0f}"


def main(trials: Annotated[int, typer.Option(min=1, help="Experiments for each row.")] = 10_000) -> None:
    """Print every table."""
    for table in (fixed, narrowed, cleared):
        print("\n".join(table(trials)) + "\n", flush=True)


if __name__ == "__main__":
    run(main)
