"""The rounds of a stopping rule: run, measure, decide, and again until the rule is met.

After an interruption the same command goes through the same rounds: finished runs are kept, and the same values give
the same decisions, so it arrives where it was.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from pyharness.experiment.plan import Plan
from pyharness.experiment.stopping_rule import StoppingRule
from pyharness.programs.analysis_process import RunMeasurer
from pyharness.scheduling.run_pool import SweepCounts
from pyharness.scheduling.stopping_decision import Quantity, RoundDecision, decide, quantities
from schema.text import counted


class Measurer(Protocol):
    """Measures the rule's metric; `RunMeasurer` is the one that asks the analysis."""

    def measure(self, runs: Collection[tuple[str, int]]) -> tuple[Mapping[tuple[str, int], float], Sequence[str]]:
        """See RunMeasurer.measure."""

    def close(self) -> None:
        """See RunMeasurer.close."""


def plan_rounds(rule: StoppingRule, plan: Plan, path: Path, folder: Path, master: str) -> ReplicationRounds:
    """Return the rounds that `rule` of the experiment at `path` asks for, measured on the Spark of `master`.

    Raises UsageError where the rule does not suit the plan.
    """
    return ReplicationRounds(rule, plan, quantities(rule, plan, path), RunMeasurer(folder, rule.metric, master))


@dataclass
class ReplicationRounds:
    """The runs of `plan`, which goes to the rule's maximum, round by round as far as the rule asks for them."""

    rule: StoppingRule
    plan: Plan
    quantities: Sequence[Quantity]
    measurer: Measurer
    counts: SweepCounts = field(default_factory=SweepCounts)
    """Over all rounds."""
    decision: RoundDecision | None = None
    """The last round's."""
    unusable: Sequence[str] = ()
    """Finished runs that cannot be counted, `variant/replication: reason`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.measurer.close()

    def run(self, run_part: Callable[[Plan], SweepCounts], report_line: Callable[[str], None]) -> SweepCounts:
        """Run round after round with `run_part` and pass a sentence on each decision to `report_line`.

        A round with a failed run is the last, because the rule cannot decide on it.
        """
        values: dict[str, dict[int, float]] = {variant: {} for variant in self.plan.experiment.variants}
        replications: Mapping[str, int] = dict.fromkeys(values, self.rule.minimum)
        for number in itertools.count(1):
            part = limited(self.plan, replications)
            self._add(run_part(part))
            if self.counts.failed:
                break
            measured, self.unusable = self.measurer.measure([(run.variant.name, run.replication) for run in part.runs])
            if self.unusable:
                break
            for (variant, replication), value in measured.items():
                values[variant][replication] = value
            self.decision = decide(self.rule, self.quantities, values, replications)
            report_line(self.decision.sentence(number))
            if self.decision.enough:
                break
            replications = self.decision.replications
        return self.counts

    @property
    def closing(self) -> str:
        """The last decision, or why there is none."""
        missing = len(self.counts.failed) + len(self.unusable)
        if missing:
            goes_on = "the stopping rule decides on whole rounds and goes on with the same command"
            return "\n".join([*self.unusable, f"{counted(missing, 'run')} of the round missing: {goes_on}"])
        return self.decision.closing if self.decision else ""

    def _add(self, part: SweepCounts) -> None:
        """Add one round's counts. Its `already` includes the runs of earlier rounds."""
        total = self.counts
        total.already = part.already - len(total.done)
        total.done += part.done
        total.failed += part.failed
        total.by_others += part.by_others
        total.not_started += part.not_started


def limited(plan: Plan, replications: Mapping[str, int]) -> Plan:
    """Return `plan` with `replications` (variant to number) of each variant."""
    most = max(replications.values())
    fewer = {name: count for name, count in replications.items() if count < most}
    experiment = plan.experiment.model_copy(update={"replications": most, "fewer": fewer})
    runs = tuple(run for run in plan.runs if run.replication <= replications[run.variant.name])
    return replace(plan, experiment=experiment, runs=runs)
