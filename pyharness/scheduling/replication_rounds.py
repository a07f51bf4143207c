"""Rounds of runs until a stopping rule says that there are enough: sweep, measure, decide, and again.

Called again after an end half-way, it goes through the same rounds: what is done is not run again, and the same values
give the same verdicts, so that it comes to where it was.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from pyharness.experiment.plan import Plan, PlannedRun
from pyharness.experiment.stopping_rule import StoppingRule
from pyharness.scheduling.measured import Measured
from pyharness.scheduling.run_pool import Tally
from pyharness.scheduling.stopping_decision import Quantity, Verdict, decide, quantities
from schema.text import counted

Measure = Callable[[Collection[PlannedRun]], tuple[Mapping[tuple[str, int], float], Sequence[str]]]
"""Of some runs, by variant and replication, the metric's value, where it has one; which cannot be counted, and why."""


def campaign(rule: StoppingRule, plan: Plan, path: Path, folder: Path, master: str) -> Campaign:
    """The rounds that the rule in the experiment at `path` asks for, measured by the Spark of `master`.

    Raises UsageError where the rule does not suit the plan.
    """
    held = ExitStack()
    return Campaign(rule, plan, quantities(rule, plan, path), Measured(folder, rule.metric, master, held), held)


@dataclass
class Campaign:
    """`plan` (to the rule's maximum), carried out round by round as far as the rule wants it."""

    rule: StoppingRule
    plan: Plan
    quantities: Sequence[Quantity]
    measure: Measure
    held: ExitStack = field(default_factory=ExitStack)
    """What is to be given back at the end: Spark."""
    tally: Tally = field(default_factory=lambda: Tally(already=0))
    """Over all rounds."""
    verdict: Verdict | None = None
    """The last round's."""
    amiss: Sequence[str] = ()
    """Runs that are done and cannot be counted."""

    def run(self, sweep: Callable[[Plan], Tally], say: Callable[[str], None]) -> Tally:
        """Round after round; each tells its verdict. A round with a failed run is the last: what the rule would have
        said is not known."""
        values: dict[str, dict[int, float]] = {variant: {} for variant in self.plan.experiment.variants}
        replications: Mapping[str, int] = dict.fromkeys(values, self.rule.minimum)
        for number in itertools.count(1):
            part = limited(self.plan, replications)
            self._count(sweep(part))
            if self.tally.failed:
                break
            found, self.amiss = self.measure(part.runs)
            if self.amiss:
                break
            for (variant, replication), value in found.items():
                values[variant][replication] = value
            self.verdict = decide(self.rule, self.quantities, values, replications)
            say(self.verdict.sentence(number))
            if self.verdict.enough:
                break
            replications = self.verdict.replications
        return self.tally

    @property
    def closing(self) -> str:
        """What was reached, or why that is not known yet."""
        missing = len(self.tally.failed) + len(self.amiss)
        if missing:
            goes_on = "the stopping rule decides on whole rounds and goes on with the same command"
            return "\n".join([*self.amiss, f"{counted(missing, 'run')} of the round missing: {goes_on}"])
        return self.verdict.closing if self.verdict else ""

    def _count(self, tally: Tally) -> None:
        """A round finds those before it done, and perhaps some that an earlier sweep has left."""
        total = self.tally
        total.already = tally.already - len(total.done)
        total.done += tally.done
        total.failed += tally.failed
        total.by_others += tally.by_others
        total.not_started += tally.not_started


def limited(plan: Plan, replications: Mapping[str, int]) -> Plan:
    """`plan` with so many replications of each variant."""
    most = max(replications.values())
    fewer = {name: count for name, count in replications.items() if count < most}
    experiment = plan.experiment.model_copy(update={"replications": most, "fewer": fewer})
    runs = tuple(run for run in plan.runs if run.replication <= replications[run.variant.name])
    return replace(plan, experiment=experiment, runs=runs)
