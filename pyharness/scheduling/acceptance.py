"""Whether a program accepts the arguments of a plan's variants, before any of them is run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pyharness.executors import STDERR, LocalExecutor, Work
from pyharness.experiment.plan import Plan
from pyharness.experiment.variants import Variant
from pyharness.scheduling.run_execution import WRONG_USAGE, refusal, tail
from schema.errors import UsageError
from schema.manifest import Scalar

CHECK_WITHIN_S = 30.0
"""A program without an answer by then does more than check its arguments; the run itself shows a refusal."""
ASK_FOR_S = 20.0
"""Time for all variants: a plan may have thousands, and a program may start slowly."""


def require_accepted(plan: Plan, variants: Sequence[Variant]) -> str:
    """Start the plan's program with `--check` for each of `variants`, one at a time for each processor.

    Returns a sentence where there was no time for all of them, else an empty text. Raises UsageError with the program's
    sentence for the first variant that it refuses. A program without `--check` is not started.
    """
    if not plan.accepts_check or not variants:
        return ""
    executor = LocalExecutor()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(executor.slots) as pool:
        question = _Question(plan, executor, Path(folder), time.monotonic() + ASK_FOR_S)
        try:
            answers = list(_until_refused(pool.map(question.ask, _each_value_first(variants))))
        finally:
            executor.stop()
            pool.shutdown(cancel_futures=True)
    asked = len(variants) - answers.count(None)
    if asked == len(variants):
        return ""
    return (
        f"{plan.experiment.program} accepts the {asked:,} of {len(variants):,} variants that it was asked about in "
        f"{ASK_FOR_S:g} s; the others are checked when they run"
    )


@dataclass(frozen=True)
class _Question:
    """The check of a variant."""

    plan: Plan
    executor: LocalExecutor
    folder: Path
    until: float
    """On the monotonic clock."""

    def ask(self, variant: Variant) -> str | None:
        """Return the refusal, an empty text where the program accepts the variant, None where there was no time."""
        if time.monotonic() > self.until:
            return None
        folder = self.folder / variant.name
        folder.mkdir()
        command = (*self.plan.program.command, *variant.arguments, "--RngRun=1", "--check")
        work = Work(command, folder, timeout_s=CHECK_WITHIN_S, environment={"NS_LOG": ""})
        if self.executor.execute(work).exit_status != WRONG_USAGE:
            return ""
        return refusal(self.plan.experiment.program, variant.name, tail(folder / STDERR))


def _until_refused(answers: Iterable[str | None]) -> Iterable[str | None]:
    for answer in answers:
        if answer:
            raise UsageError(answer)
        yield answer


def _each_value_first(variants: Sequence[Variant]) -> list[Variant]:
    """Order the variants so that those with a new value come first: a refused value is found early."""
    seen: set[tuple[str, Scalar]] = set()
    first: list[Variant] = []
    later: list[Variant] = []
    for variant in variants:
        values = set(variant.parameters.items())
        (later if values <= seen else first).append(variant)
        seen |= values
    return first + later
