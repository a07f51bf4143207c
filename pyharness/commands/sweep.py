"""`./waf sweep FILE`: run what is missing of an experiment, then make its tables and its report."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console

from pyharness.commands import Verb, add_number, add_validated, register_verb
from pyharness.executors.ram_budget import parse_size
from pyharness.executors.registry import choose_executor, executor_options
from pyharness.experiment.experiment_file import override, read_experiment_file
from pyharness.experiment.plan import make_plan
from pyharness.programs.checkout import Checkout
from pyharness.scheduling.experiment_run import SweepRequest, run_experiment


def _add_arguments(parser: ArgumentParser) -> None:
    """Add the experiment's file and the options of a sweep."""
    parser.add_argument("file", metavar="FILE", type=Path, help="Experiment, e.g. scenarios/radio/demo.toml.")
    add_options(parser)


def add_options(parser: ArgumentParser) -> None:
    """Add the options of a sweep, with those of the executors."""
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help='Set a parameter; a list such as ["a", "b"] varies it (repeatable).',
    )
    parser.add_argument(
        "--log",
        metavar="COMPONENT=LEVEL",
        action="append",
        default=[],
        help="Log of ns-3 in every run, e.g. ShopParentChoice=info|time (repeatable).",
    )
    add_number(parser, "--replications", 1, "Replications of each variant (default: the experiment's).")
    add_number(parser, "--jobs", 1, "Concurrent runs (default: one for each processor).")
    size = "Memory budget for concurrent runs, e.g. 8G (default: free memory)."
    add_validated(parser, "--memory", "SIZE", size, parse_size)
    add_number(parser, "--retries", 0, "Further starts of a run ended from outside (default: the experiment's).")
    parser.add_argument("--fail-fast", action="store_true", help="Stop at the first run that fails.")
    parser.add_argument("--results", metavar="DIR", type=Path, help="The experiment's folder (default: results/NAME).")
    parser.add_argument("--no-report", action="store_true", help="Only run: no tables, no report.")
    parser.add_argument("--any-build", action="store_true", help="Accept a debug or sanitized build.")
    parser.add_argument("--dry-run", action="store_true", help="Show the plan, what is done, and what the rest takes.")
    for option in executor_options():
        add_validated(parser, option.name, option.metavar, option.help, option.validate)


def run_sweep_verb(arguments: Namespace) -> int:
    """Sweep the experiment that the command line names."""
    return sweep_file(arguments.file, arguments)


def sweep_file(file: Path, arguments: Namespace) -> int:
    """Sweep the experiment in `file` with the parsed options; return the exit status."""
    checkout = Checkout.here()
    executor = choose_executor({each.name: getattr(arguments, _attribute(each.name)) for each in executor_options()})
    experiment = override(read_experiment_file(file), arguments.set, arguments.replications, arguments.log)
    plan = make_plan(checkout, experiment, arguments.any_build)
    for note in plan.notes:
        print(f"{note}.", file=sys.stderr)
    request = SweepRequest(
        experiment=experiment,
        plan=plan,
        folder=arguments.results or _short(checkout.results / plan.experiment.name),
        jobs=arguments.jobs,
        memory_bytes=parse_size(arguments.memory) if arguments.memory else None,
        retries=plan.retries if arguments.retries is None else arguments.retries,
        fail_fast=arguments.fail_fast,
        executor=executor,
        report=not arguments.no_report,
    )
    return _show_preview(checkout, request) if arguments.dry_run else run_experiment(request)


def _show_preview(checkout: Checkout, request: SweepRequest) -> int:
    """Print what the sweep would do. Imported here: numpy takes longer than the look at a finished experiment."""
    from pyharness.scheduling.preview import preview

    request.rounds()  # raises where the stopping rule does not suit the plan
    page = preview(checkout, request.plan, request.folder, request.jobs, request.memory_bytes)
    Console(highlight=False).print(page, crop=False)
    return 0


def _attribute(option: str) -> str:
    """Return the name of argparse's attribute for an option."""
    return option.removeprefix("--").replace("-", "_")


def _short(path: Path) -> Path:
    """Return `path` relative to the current folder where it is below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


register_verb(
    Verb(
        name="sweep",
        summary="Run what is missing of an experiment, then make its tables and its report.",
        details=(
            "After an interruption or failed runs, the same command goes on where it stopped.\n"
            "In a second shell it takes a share of the runs that are left."
        ),
        add_arguments=_add_arguments,
        run=run_sweep_verb,
        needs=("programs", "classes"),
    )
)
