"""`./waf reproduce-paper PAPER`: every figure of a paper, and a page that compares each claim with our numbers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from pyharness.commands import Verb, add_number, add_validated, register_verb
from pyharness.executors.ram_budget import parse_size
from pyharness.executors.registry import choose_executor, executor_options
from pyharness.papers.paper_plan import TIERS
from pyharness.papers.registry import PAPERS, paper_named
from pyharness.papers.reproduction import ReproductionRequest, planned_figures, reproduce_paper
from pyharness.programs.checkout import Checkout
from schema.text import counted


def _add_arguments(parser: ArgumentParser) -> None:
    """Add the paper, the tier and the options that a sweep has, too."""
    add_validated(parser, "paper", "PAPER", f"One of: {', '.join(PAPERS)}.", paper_named)
    parser.add_argument("--tier", choices=TIERS, default="default", help="How much to run (default: default).")
    parser.add_argument("--write-docs", action="store_true", help="Also write the page to docs/papers/.")
    parser.add_argument("--results", metavar="DIR", type=Path, help="Folder (default: in results/).")
    add_number(parser, "--jobs", 1, "Concurrent runs and optima (default: one for each processor).")
    add_validated(parser, "--memory", "SIZE", "Memory budget for concurrent runs, e.g. 8G.", parse_size)
    parser.add_argument("--any-build", action="store_true", help="Accept a debug or sanitized build.")
    parser.add_argument("--dry-run", action="store_true", help="Only count the runs of each figure.")
    for option in executor_options():
        add_validated(parser, option.name, option.metavar, option.help, option.validate)


def run_reproduction(arguments: Namespace) -> int:
    """Reproduce the paper that the command line names."""
    checkout, paper = Checkout.here(), paper_named(arguments.paper)
    options = {
        each.name: getattr(arguments, each.name.removeprefix("--").replace("-", "_")) for each in executor_options()
    }
    request = ReproductionRequest(
        paper=paper,
        tier=arguments.tier,
        folder=arguments.results or checkout.results / paper.folder_name(arguments.tier),
        docs=checkout.root / "docs" / "papers" if arguments.write_docs else None,
        jobs=arguments.jobs,
        memory_bytes=parse_size(arguments.memory) if arguments.memory else None,
        executor=choose_executor(options),
        any_build=arguments.any_build,
    )
    return _print_plans(request) if arguments.dry_run else reproduce_paper(request)


def _print_plans(request: ReproductionRequest) -> int:
    """Print what each figure would run."""
    planned = planned_figures(request)
    for each in planned:
        variants = counted(len(each.plan.experiment.variants), "variant")
        print(f"{each.figure.name}: {variants}, {counted(len(each.plan.runs), 'run')}")
    print(f"{counted(sum(len(each.plan.runs) for each in planned), 'run')} in {request.folder}", file=sys.stderr)
    return 0


register_verb(
    Verb(
        name="reproduce-paper",
        summary="Run every figure of a paper and write a page that compares each of its claims with our numbers.",
        details=(
            "Tiers: demo takes minutes, default has enough replications for verdicts, paper is as large as published.\n"
            "The same command goes on where an earlier one stopped."
        ),
        add_arguments=_add_arguments,
        run=run_reproduction,
        needs=("programs", "classes"),
    )
)
