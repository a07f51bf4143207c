"""What a sweep would do, for people: the plan, what is done of it, and what the rest takes. Writes nothing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from pyharness.executors import ram_budget as memory
from pyharness.experiment.parameter_values import as_argument
from pyharness.experiment.plan import Plan, PlannedRun
from pyharness.experiment.variants import Variant
from pyharness.programs.checkout import Checkout
from pyharness.scheduling.acceptance import require_accepted
from pyharness.scheduling.capacity import Room
from pyharness.scheduling.known_costs import of_others, of_plan
from pyharness.scheduling.remaining_cost import Estimate, estimate
from pyharness.scheduling.run_queue import Line
from pyharness.scheduling.sweep import require_same_experiment
from pyharness.store import run_folders as store
from schema.manifest import Scalar
from schema.text import counted, duration, size

SHOWN_FIRST, SHOWN_LAST = 20, 3
"""Variants of a long plan; those between are counted."""
VALUES_FIRST = 10


def preview(checkout: Checkout, plan: Plan, folder: Path, jobs: int | None, memory_bytes: int | None) -> Group:
    """The whole of it for the terminal; `folder` need not exist. Without jobs and memory, those of this machine.

    Raises UsageError on what a sweep would refuse: another experiment's folder, or a variant with no run done yet that
    the program refuses.
    """
    require_same_experiment(plan.experiment, folder)
    standing = store.look(folder, plan.runs, remember=False)
    not_all_asked = require_accepted(plan, _not_run(plan, standing.done))
    room = Room(jobs or os.cpu_count() or 1, memory_bytes or memory.for_runs())
    examples = of_others(plan, standing, folder, checkout.results)
    line = Line(standing.missing, room, of_plan(standing), examples, plan.experiment.parameters)
    parts: list[RenderableType] = [_head(plan), ""]
    if len(plan.experiment.variants) > SHOWN_FIRST + SHOWN_LAST:
        parts += [_values_table(plan.experiment.varying), ""]
    if plan.experiment.varying:
        parts += [_variants_table(plan, standing.done), ""]
    parts += [_counts(standing), _cost(standing.missing, estimate(line), room.jobs)]
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
    """The variants of which no run is done."""
    run_before = {run.variant.name for run in done}
    return [variant for variant in _variants(plan) if variant.name not in run_before]


def _variants_table(plan: Plan, done: Iterable[PlannedRun]) -> Table:
    """A variant a line: what varies, what differs with it, and how much of it is done."""
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
    """Derived numbers have more digits than anybody reads."""
    return f"{value:.6g}" if isinstance(value, float) else as_argument(value)


def _values_table(varying: Mapping[str, Sequence[Scalar]]) -> Table:
    """What varies, and the values it takes: of a long plan, since its variants are not all shown."""
    table = Table("what varies", "values", box=None, pad_edge=False, header_style="bold")
    for key, given in varying.items():
        cut = [*given[:VALUES_FIRST], f"… {len(given) - VALUES_FIRST - 1:,} more …", given[-1]]
        shown = cut if len(given) > VALUES_FIRST + 2 else given
        table.add_row(escape(key), escape(", ".join(map(as_argument, shown))))
    return table


def _following(plan: Plan, variants: Sequence[Variant]) -> list[str]:
    """Parameters that differ between variants without being said to vary: derived ones."""
    named: Mapping[str, object] = {**plan.experiment.parameters, **plan.experiment.varying}
    return [key for key in variants[0].parameters if key not in named]


def _counts(standing: store.Standing) -> str:
    """`12 done, 48 to run, 3 of them failed before`."""
    notes = [
        f"{len(standing.failed_before)} of them failed before" if standing.failed_before else "",
        f"{len(standing.outdated)} of another program or other parameters" if standing.outdated else "",
        f"{len(standing.corrupt)} corrupt" if standing.corrupt else "",
    ]
    counts = f"{len(standing.done):,} done, {len(standing.missing):,} to run"
    return ", ".join([counts, *filter(None, notes)])


def _cost(missing: Sequence[PlannedRun], guess: Estimate | None, jobs: int) -> RenderableType:
    """What is to run in time, memory and disk, and how that is known."""
    if not missing:
        return "nothing left to run"
    if guess is None:
        return "no run is done yet to judge time and disk by"
    at_a_time = min(jobs, len(missing))
    done, other = counted(guess.judged_by, "run"), counted(guess.examples, "run")
    basis = f"{done} done" if guess.judged_by else f"{other} of other plans"
    what = f"{at_a_time} at a time in {size(guess.memory_bytes)}, and {size(guess.disk_bytes)} of disk"
    return Text(f"about {duration(guess.seconds)}, {what} (judged by {basis})", no_wrap=True, overflow="ignore")
