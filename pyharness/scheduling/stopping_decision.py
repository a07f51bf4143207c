"""Whether there are enough replications: a stopping rule applied to the measured values.

Nothing here runs or reads anything. The decision depends on the values alone, not on the order or number of jobs that
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

INTERVALS_SHOWN = 10
"""Intervals that the closing text lists: all where there are no more, or else those that are still open."""

Values = Mapping[str, Mapping[int, float]]
"""Variant to replication to the metric's value; a run without a value has no entry."""


@dataclass(frozen=True)
class Quantity:
    """What an interval estimates: one variant's mean, or the paired difference of two, the first minus the second."""

    label: str
    variants: tuple[str, ...]

    def sample(self, values: Values, replications: Mapping[str, int]) -> list[float]:
        """Return its values over the replications asked for so far, in their order; of a pair those that both have."""
        each = [
            {k: value for k, value in values.get(name, {}).items() if k <= replications[name] and math.isfinite(value)}
            for name in self.variants
        ]
        common = sorted(set(each[0]).intersection(*each[1:]))
        return [each[0][k] - sum(other[k] for other in each[1:]) for k in common]


class IntervalState(Enum):
    """Whether one interval meets the rule."""

    NARROW = "narrow enough"
    CLEAR = "clear of 0"
    OPEN = "open"
    WITHOUT = "no value"


@dataclass(frozen=True)
class JudgedInterval:
    """A quantity, its interval at the rule's confidence (None where it has no value), and whether that is enough."""

    quantity: Quantity
    estimate: Estimate | None
    state: IntervalState

    @property
    def text(self) -> str:
        """`protocol=topsim: 0.93 ± 0.031 over 60 replications, open`."""
        about = self.estimate
        if about is None:
            return f"{self.quantity.label}: {self.state.value}"
        width = "" if math.isnan(about.half_width) else f" ± {about.half_width:.2g}"
        over = counted(about.n, "replication")
        return f"{self.quantity.label}: {about.mean:.3g}{width} over {over}, {self.state.value}"


@dataclass(frozen=True)
class RoundDecision:
    """The decision after one round."""

    rule: StoppingRule
    judged: tuple[JudgedInterval, ...]
    asked: Mapping[str, int]
    """Variant to the replications of this round."""
    replications: Mapping[str, int]
    """Variant to the replications of the next round; the same as `asked` where the rule needs no more of it."""

    @property
    def enough(self) -> bool:
        """Whether no replication is to be added."""
        return self.replications == self.asked

    def having(self, *states: IntervalState) -> list[JudgedInterval]:
        """Return the intervals in one of these states."""
        return [each for each in self.judged if each.state in states]

    def sentence(self, number: int) -> str:
        """`round 2: 14 of 20 intervals of delivery_ratio within ±0.02; 6 variants to 15 replications`."""
        more = {name: count for name, count in self.replications.items() if count != self.asked[name]}
        if more:
            then = f"; {counted(len(more), 'variant')} to {max(more.values())} replications"
        else:
            then = f"; that was the maximum of {self.rule.maximum}" if self.having(IntervalState.OPEN) else ""
        return f"round {number}: {self._counts}{then}"

    @property
    def closing(self) -> str:
        """What was reached, then a line for each interval; where they are many, for each that is not settled."""
        given = [self.asked[name] for each in self.judged for name in each.quantity.variants]
        after = " to ".join(dict.fromkeys(map(str, (min(given), max(given)))))
        few = len(self.judged) <= INTERVALS_SHOWN
        intervals = self.judged if few else self.having(IntervalState.OPEN, IntervalState.WITHOUT)
        lines = [f"{self._counts}, after {after} replications"]
        lines += [f"  {each.text}" for each in intervals[:INTERVALS_SHOWN]]
        more = len(intervals) - INTERVALS_SHOWN
        return "\n".join([*lines, f"  and {more} more"] if more > 0 else lines)

    @property
    def _counts(self) -> str:
        settled, total = len(self.having(IntervalState.NARROW, IntervalState.CLEAR)), len(self.judged)
        clear = len(self.having(IntervalState.CLEAR))
        noted = f" ({clear} clear of 0)" if 0 < clear < settled else ""
        what = f"differences in {self.rule.metric}" if self.rule.between else self.rule.metric
        if total == 1:
            return f"the interval of {self.rule.what} is {'' if settled else 'not '}{self.rule.goal}"
        many = f"{settled} of {total}" if settled < total else "both" if total == 2 else f"all {total}"
        return f"{many} intervals of {what} {self.rule.goal}{noted}"


def quantities(rule: StoppingRule, plan: Plan, path: Path) -> tuple[Quantity, ...]:
    """Return what the rule asks for, in the plan's order. Raises UsageError where `between` does not suit the plan."""
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


def decide(
    rule: StoppingRule, quantities_of_rule: Sequence[Quantity], values: Values, replications: Mapping[str, int]
) -> RoundDecision:
    """Judge every quantity by its `replications` (variant to number asked for so far) and decide which need more.

    A variant gets `step` more while an interval that it is part of is too wide and the maximum is not reached. A
    variant without a quantity, or without a value in any run, stays at the minimum.
    """
    judged = tuple(_judge(rule, quantity, quantity.sample(values, replications)) for quantity in quantities_of_rule)
    wide = {name for each in judged if each.state is IntervalState.OPEN for name in each.quantity.variants}
    further = {
        name: min(count + rule.step, rule.maximum) if name in wide else count for name, count in replications.items()
    }
    return RoundDecision(rule, judged, dict(replications), further)


def _judge(rule: StoppingRule, quantity: Quantity, sample: list[float]) -> JudgedInterval:
    if not sample:
        return JudgedInterval(quantity, None, IntervalState.WITHOUT)
    about = estimate(sample, rule.confidence)
    if about.n < rule.minimum:  # runs without a value do not count as replications
        return JudgedInterval(quantity, about, IntervalState.OPEN)
    if rule.clear and _clear(rule, sample):
        return JudgedInterval(quantity, about, IntervalState.CLEAR)
    asked = [] if rule.half_width is None else [rule.half_width]
    asked += [] if rule.relative is None else [rule.relative * abs(about.mean)]
    narrow = any(about.half_width <= width for width in asked)
    return JudgedInterval(quantity, about, IntervalState.NARROW if narrow else IntervalState.OPEN)


def _clear(rule: StoppingRule, sample: list[float]) -> bool:
    about = estimate(sample, rule.confidence_of_a_look)
    return about.ci_low > 0 or about.ci_high < 0


def _others(variants: Sequence[Variant], moving: Sequence[str]) -> dict[tuple[tuple[str, str], ...], str]:
    """Return the name of each variant by its values of all that varies, but for `moving`."""
    return {
        tuple((name, as_argument(each)) for name, each in variant.varying.items() if name not in moving): variant.name
        for variant in variants
    }


def _label(rule: StoppingRule, point: tuple[tuple[str, str], ...]) -> str:
    """`protocol topsim − sp-nhop at nodes=50`."""
    where = ", ".join(f"{name}={value}" for name, value in point)
    return rule.between_words + (f" at {where}" if where else "")
