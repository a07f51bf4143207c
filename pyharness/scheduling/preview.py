"""The page of `sweep --dry-run`: the plan, what is done of it, and what the rest takes. Writes nothing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from pyharness.executors.ram_budget import free_for_runs
from pyharness.experiment.parameter_values import as_argument
from pyharness.experiment.plan import Plan, PlannedRun
from pyharness.experiment.variants import Variant
from pyharness.programs.checkout import Checkout
from pyharness.scheduling.acceptance import require_accepted
from pyharness.scheduling.capacity import Capacity
from pyharness.scheduling.known_costs import costs_of_other_plans, costs_of_plan
from pyharness.scheduling.remaining_cost import RemainingCost, remaining_cost
from pyharness.scheduling.run_queue import RunQueue
from pyharness.scheduling.sweep import require_same_experiment
from pyharness.store import run_folders
from pyharness.store.run_folders import StoredRuns
from schema.manifest import Scalar
from schema.text import counted, duration, size

SHOWN_FIRST, SHOWN_LAST = 20, 3
"""Variants of a long plan; those between are counted."""
VALUES_FIRST = 10


def preview(checkout: Checkout, plan: Plan, folder: Path, jobs: int | None, memory_bytes: int | None) -> Group:
    """Return the page; `folder` need not exist. The default of jobs and memory is what this machine has.

    Raises UsageError on what a sweep would refuse: another experiment's folder, or a variant with no run done yet that
    the program refuses.
    """
    require_same_experiment(plan.experiment, folder)
    stored = run_folders.compare_with_plan(folder, plan.runs, update_index=False)
    not_all_asked = require_accepted(plan, _not_run(plan, stored.done))
    capacity = Capacity(jobs or os.cpu_count() or 1, memory_bytes or free_for_runs())
    examples = costs_of_other_plans(plan, stored, folder, checkout.results)
    queue = RunQueue(stored.missing, capacity, costs_of_plan(stored), examples, plan.experiment.parameters)
    parts: list[RenderableType] = [_head(plan), ""]
    if len(plan.experiment.variants) > SHOWN_FIRST + SHOWN_LAST:
        parts += [_values_table(plan.experiment.varying), ""]
    if plan.experiment.varying:
        parts += [_variants_table(plan, stored.done), ""]
    parts += [_counts(stored), _cost(stored.missing, remaining_cost(queue), capacity.jobs)]
    return Group(*parts, *([escape(not_all_asked)] if not_all_asked else []))


def _head(plan: Plan) -> str:
    """`density: 60 runs of manet, 6 variants with 10 replications each`, and the question."""
    variants, each = (
        counted(len(plan.experiment.variants), "variant"),
        counted(plan.experiment.replications, "replication"),
    )
    most = "at most " if plan.experiment.stop else ""  # where a rule may stop before
    runs = f"{most}{counted(len(plan.runs), 'run')} of {plan.experiment.program}, {variants} with {most}{each} each"
    return f"{plan.experiment.name}: {runs}\n{escape(plan.experiment.question)}"


def _variants(plan: Plan) -> list[Variant]:
    return [run.variant for run in plan.runs[: len(plan.experiment.variants)]]


def _not_run(plan: Plan, done: Iterable[PlannedRun]) -> list[Variant]:
    """Return the variants without a finished run."""
    run_before = {run.variant.name for run in done}
    return [variant for variant in _variants(plan) if variant.name not in run_before]


def _variants_table(plan: Plan, done: Iterable[PlannedRun]) -> Table:
    """Return a line for each variant: what varies, what differs with it, and how much of it is done."""
    variants = _variants(plan)
    ended = Counter(run.variant.name for run in done)
    keys = [*plan.experiment.varying, *_following(plan, variants)]
    table = Table(*map(escape, keys), "done", box=None, pad_edge=False, header_style="bold")
    table.columns[-1].justify = "right"
    long = len(variants) > SHOWN_FIRST + SHOWN_LAST
    shown = [*variants[:SHOWN_FIRST], None, *variants[-SHOWN_LAST:]] if long else variants
    for variant in shown:
        if variant is None:
            table.add_row(f"… {len(variants) - SHOWN_FIRST - SHOWN_LAST:,} more", *["…"] * (len(keys) - 1))
        else:
            cells = [escape(_short(variant.parameters[key])) for key in keys]
            table.add_row(*cells, f"{ended[variant.name]}/{plan.experiment.replications}")
    return table


def _short(value: Scalar) -> str:
    """Return a value as text, a float with six digits."""
    return f"{value:.6g}" if isinstance(value, float) else as_argument(value)


def _values_table(varying: Mapping[str, Sequence[Scalar]]) -> Table:
    """Return the values of each varying parameter, for a long plan, whose variants are not all shown."""
    table = Table("what varies", "values", box=None, pad_edge=False, header_style="bold")
    for key, given in varying.items():
        cut = [*given[:VALUES_FIRST], f"… {len(given) - VALUES_FIRST - 1:,} more …", given[-1]]
        shown = cut if len(given) > VALUES_FIRST + 2 else given
        table.add_row(escape(key), escape(", ".join(map(as_argument, shown))))
    return table


def _following(plan: Plan, variants: Sequence[Variant]) -> list[str]:
    """Return the derived parameters that differ between variants."""
    named: Mapping[str, object] = {**plan.experiment.parameters, **plan.experiment.varying}
    return [key for key in variants[0].parameters if key not in named]


def _counts(stored: StoredRuns) -> str:
    """`12 done, 48 to run, 3 of them failed before`."""
    notes = [
        f"{len(stored.failed_before)} of them failed before" if stored.failed_before else "",
        f"{len(stored.outdated)} of another program or other parameters" if stored.outdated else "",
        f"{len(stored.corrupt)} corrupt" if stored.corrupt else "",
    ]
    counts = f"{len(stored.done):,} done, {len(stored.missing):,} to run"
    return ", ".join([counts, *filter(None, notes)])


def _cost(missing: Sequence[PlannedRun], guess: RemainingCost | None, jobs: int) -> RenderableType:
    """Return time, memory and disk of what is to run, and from how many runs that is estimated."""
    if not missing:
        return "nothing left to run"
    if guess is None:
        return "no run is done yet to judge time and disk by"
    at_a_time = min(jobs, len(missing))
    done, other = counted(guess.judged_by, "run"), counted(guess.examples, "run")
    basis = f"{done} done" if guess.judged_by else f"{other} of other plans"
    what = f"{at_a_time} at a time in {size(guess.memory_bytes)}, and {size(guess.disk_bytes)} of disk"
    return Text(f"about {duration(guess.seconds)}, {what} (judged by {basis})", no_wrap=True, overflow="ignore")
