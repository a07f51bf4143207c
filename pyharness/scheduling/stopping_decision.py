"""Whether there are replications enough: a stopping rule held against the values that were measured.

Nothing here runs or reads anything. The verdict depends on the values alone, not on the order or number of jobs that
they come from, and the intervals are those of the report.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from pyharness.experiment.parameter_values import as_argument, shown
from pyharness.experiment.plan import Plan
from pyharness.experiment.stopping_rule import StoppingRule
from pyharness.experiment.variants import Variant
from schema.errors import UsageError
from schema.intervals import Estimate, estimate
from schema.text import counted, listed, nearest

TOLD = 10
"""Intervals that the last words tell one by one: all where they are so few, or else those that are still open."""

Values = Mapping[str, Mapping[int, float]]
"""Variant -> replication -> the metric's value; a run in which it has none is not there."""


@dataclass(frozen=True)
class Quantity:
    """What an interval is of: one variant's mean, or the paired difference of two, the first minus the second."""

    label: str
    variants: tuple[str, ...]

    def sample(self, values: Values, replications: Mapping[str, int]) -> list[float]:
        """Its values over the replications asked for so far, in their order; of a pair those that both have."""
        each = [
            {k: value for k, value in values.get(name, {}).items() if k <= replications[name] and math.isfinite(value)}
            for name in self.variants
        ]
        common = sorted(set(each[0]).intersection(*each[1:]))
        return [each[0][k] - sum(other[k] for other in each[1:]) for k in common]


class Outcome(Enum):
    """What became of one interval."""

    NARROW = "narrow enough"
    CLEAR = "clear of 0"
    OPEN = "open"
    WITHOUT = "no value"


@dataclass(frozen=True)
class Judged:
    """A quantity, its interval at the rule's confidence (None where it has no value) and what that means."""

    quantity: Quantity
    estimate: Estimate | None
    outcome: Outcome

    @property
    def text(self) -> str:
        """`protocol=topsim: 0.93 ± 0.031 over 60 replications, open`."""
        about = self.estimate
        if about is None:
            return f"{self.quantity.label}: {self.outcome.value}"
        width = "" if math.isnan(about.half_width) else f" ± {about.half_width:.2g}"
        over = counted(about.n, "replication")
        return f"{self.quantity.label}: {about.mean:.3g}{width} over {over}, {self.outcome.value}"


@dataclass(frozen=True)
class Verdict:
    """What a round came to."""

    rule: StoppingRule
    judged: tuple[Judged, ...]
    before: Mapping[str, int]
    """Variant -> the replications that were asked for in this round."""
    replications: Mapping[str, int]
    """Variant -> those to be asked for in the next; the same as before where the rule is done with it."""

    @property
    def enough(self) -> bool:
        """Whether no replication is to be added."""
        return self.replications == self.before

    def having(self, *outcomes: Outcome) -> list[Judged]:
        """The intervals with one of these outcomes."""
        return [each for each in self.judged if each.outcome in outcomes]

    def sentence(self, number: int) -> str:
        """`round 2: 14 of 20 intervals of delivery_ratio within ±0.02; 6 variants to 15 replications`."""
        more = {name: count for name, count in self.replications.items() if count != self.before[name]}
        if more:
            then = f"; {counted(len(more), 'variant')} to {max(more.values())} replications"
        else:
            then = f"; that was the maximum of {self.rule.maximum}" if self.having(Outcome.OPEN) else ""
        return f"round {number}: {self._counts}{then}"

    @property
    def closing(self) -> str:
        """What was reached, then a line for each interval, or where they are many for those that are not settled."""
        given = [self.before[name] for each in self.judged for name in each.quantity.variants]
        after = " to ".join(dict.fromkeys(map(str, (min(given), max(given)))))
        told = self.judged if len(self.judged) <= TOLD else self.having(Outcome.OPEN, Outcome.WITHOUT)
        lines = [f"{self._counts}, after {after} replications", *(f"  {each.text}" for each in told[:TOLD])]
        return "\n".join([*lines, f"  and {len(told) - TOLD} more"] if len(told) > TOLD else lines)

    @property
    def _counts(self) -> str:
        settled, total = len(self.having(Outcome.NARROW, Outcome.CLEAR)), len(self.judged)
        clear = len(self.having(Outcome.CLEAR))
        noted = f" ({clear} clear of 0)" if 0 < clear < settled else ""
        what = f"differences in {self.rule.metric}" if self.rule.between else self.rule.metric
        if total == 1:
            return f"the interval of {self.rule.what} is {'' if settled else 'not '}{self.rule.goal}"
        many = f"{settled} of {total}" if settled < total else "both" if total == 2 else f"all {total}"
        return f"{many} intervals of {what} {self.rule.goal}{noted}"


def quantities(rule: StoppingRule, plan: Plan, path: Path) -> tuple[Quantity, ...]:
    """What the rule is for, in the plan's order. Raises UsageError where `between` names nothing of the plan."""
    variants = [run.variant for run in plan.runs if run.replication == 1]
    if not rule.between:
        return tuple(Quantity(variant.name, (variant.name,)) for variant in variants)
    ((key, (first, second)),) = rule.between.items()
    varying = plan.experiment.varying
    if key not in varying:
        raise UsageError(
            f"{path}: stop.between.{key}: expected a parameter that varies{nearest(key, varying)}"
            + (f", there {'is' if len(varying) == 1 else 'are'} {listed(varying)}" if varying else ", there is none")
        )
    for value in (first, second):
        known = [as_argument(each) for each in varying[key]]
        if isinstance(value, list | dict) or as_argument(value) not in known:
            hint = nearest(value, known) if isinstance(value, str) else ""
            raise UsageError(f"{path}: stop.between.{key} has {shown(value)}, expected two of {listed(known)}{hint}")
    moving = next((group for group in plan.experiment.together if key in group), (key,))
    sides = [
        _others([each for each in variants if as_argument(each.varying[key]) == as_argument(value)], moving)
        for value in (first, second)
    ]
    pairs = [(point, (name, sides[1][point])) for point, name in sides[0].items() if point in sides[1]]
    if not pairs:
        raise UsageError(
            f"{path}: stop.between.{key}: expected two variants that differ in {key} alone, there are none"
        )
    return tuple(Quantity(_label(rule, point), pair) for point, pair in pairs)


def decide(rule: StoppingRule, of: Sequence[Quantity], values: Values, replications: Mapping[str, int]) -> Verdict:
    """Judge every quantity by its `replications` (variant -> number asked for so far) and say who needs more.

    A variant gets `step` more while an interval that it is part of is too wide and the maximum is not reached. One
    that no quantity is of stays at the minimum; so does one whose metric has no value in any run.
    """
    judged = tuple(_judge(rule, quantity, quantity.sample(values, replications)) for quantity in of)
    wide = {name for each in judged if each.outcome is Outcome.OPEN for name in each.quantity.variants}
    further = {
        name: min(count + rule.step, rule.maximum) if name in wide else count for name, count in replications.items()
    }
    return Verdict(rule, judged, dict(replications), further)


def _judge(rule: StoppingRule, quantity: Quantity, sample: list[float]) -> Judged:
    if not sample:
        return Judged(quantity, None, Outcome.WITHOUT)
    about = estimate(sample, rule.confidence)
    if about.n < rule.minimum:  # runs without a value are no replications of it
        return Judged(quantity, about, Outcome.OPEN)
    if rule.clear and _clear(rule, sample):
        return Judged(quantity, about, Outcome.CLEAR)
    asked = [] if rule.half_width is None else [rule.half_width]
    asked += [] if rule.relative is None else [rule.relative * abs(about.mean)]
    narrow = any(about.half_width <= width for width in asked)
    return Judged(quantity, about, Outcome.NARROW if narrow else Outcome.OPEN)


def _clear(rule: StoppingRule, sample: list[float]) -> bool:
    about = estimate(sample, rule.confidence_of_a_look)
    return about.ci_low > 0 or about.ci_high < 0


def _others(variants: Sequence[Variant], moving: Sequence[str]) -> dict[tuple[tuple[str, str], ...], str]:
    """Where each variant is in all that varies but `moving`, and its name."""
    return {
        tuple((name, as_argument(each)) for name, each in variant.varying.items() if name not in moving): variant.name
        for variant in variants
    }


def _label(rule: StoppingRule, point: tuple[tuple[str, str], ...]) -> str:
    """`protocol topsim − sp-nhop at nodes=50`."""
    where = ", ".join(f"{name}={value}" for name, value in point)
    return rule.between_words + (f" at {where}" if where else "")
