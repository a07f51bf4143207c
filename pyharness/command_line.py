"""The command line. Every verb is a few lines here and its work elsewhere.

Exit status: 0 all done, 1 some runs failed, 2 wrong usage (one sentence on standard error), 128 + n on signal n.
"""

from __future__ import annotations

import os
import runpy
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from typer.exceptions import TyperException

from pyharness.commands.compare import comparison
from pyharness.commands.list import listing
from pyharness.commands.reproduce import debug_line, reproduce, reproduced_text
from pyharness.compare_two import two_compared
from pyharness.executors.ram_budget import bytes_of
from pyharness.experiment.experiment_file import override, read_experiment_file
from pyharness.experiment.plan import make_plan
from pyharness.programs.allocator import allocation
from pyharness.programs.checkout import Checkout
from pyharness.programs.program import find_program, set_up
from pyharness.report import write_report
from pyharness.scheduling.experiment_run import Order, carry_out
from pyharness.scheduling.run_pool import CannotStore
from pyharness.store.check import check, check_text
from pyharness.store.folder_lock import opened
from pyharness.store.merge import merge
from pyharness.store.status import experiment_in, status, status_text
from schema.errors import Interrupted, UsageError
from schema.spark_master import spelled
from schema.text import counted

WRONG_USAGE = 2
PIPED_WIDTH = 160
"""Columns of a table that goes to no terminal."""
PASSED_ON = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}
"""Of a verb that leaves its arguments to somebody else, --help too."""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode="markdown",
    help="Publish/subscribe routing over wireless ad hoc networks, measured: from a question to figures with "
    "confidence intervals.\n\n`./waf demo` shows the whole of it. `./waf` itself also knows **build** (compile "
    "everything), **test** (run every test) and **python …** (the project's interpreter).",
)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="An experiment's folder, such as results/demo.")]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help='Another value for a parameter; a list such as ["a", "b"] varies it.'
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="Runs at a time. As many as there are processors for, if not given."),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="What the runs at a time may be expected to hold together, 8G say. What is free here, if not given.",
    ),
]
Replications = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="Replications of each variant, other than the experiment says.")
]
Results = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The experiment's folder; results/NAME by the experiment's name, if not given."),
]
Master = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        callback=spelled,
        help="Spark master for runs and analysis, local[4] or spark://host:7077; not used if not given.",
    ),
]
Slurm = Annotated[
    str | None,
    typer.Option(metavar="OPTIONS", help="Runs are jobs of SLURM, with sbatch's options: partition=short,account=x."),
]
AnyBuild = Annotated[bool, typer.Option("--any-build", help="A debug or sanitized build may be swept, too.")]
Log = Annotated[
    list[str] | None,
    typer.Option(
        "--log", metavar="WHAT", help="What ns-3 logs in every run: ShopParentChoice=info|time, say; repeatable."
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Only show the plan, what is done of it, and what the rest takes.")
]
Retries = Annotated[
    int | None,
    typer.Option(min=0, metavar="N", help="Starts beyond the first of a run that died from outside."),
]
FailFast = Annotated[bool, typer.Option("--fail-fast", help="Stop at the first run that fails.")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="A run's folder, results/demo/runs/VARIANT/1 say.")]
NoReport = Annotated[bool, typer.Option("--no-report", help="Only run: no tables, no report.")]


def main(arguments: list[str]) -> int:
    """Run the command line and return the exit status."""
    try:
        result = app(_spelled_out(arguments), prog_name="./waf", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except UsageError as error:
        return _say(str(error), WRONG_USAGE)
    except TyperException as error:
        said = error.format_message().rstrip(".?").replace(". Did you mean", ", did you mean")
        return _say(f"{said}; --help shows what there is", WRONG_USAGE)
    except CannotStore as error:
        return _say(str(error), 1)
    except OSError as error:  # a full disk, a folder that may only be read
        return _say(_refused_by_the_system(error), 1)
    except Interrupted as interruption:
        return _say(interruption.sentence, interruption.exit_status)
    except (KeyboardInterrupt, typer.Abort):
        return _say("ended", 130)


@app.command("demo", context_settings=PASSED_ON)
def demo_verb(context: typer.Context) -> int:
    """The main job, end to end: four protocols on one mobile network, from radios to report, in minutes.

    It is a sweep of scenarios/demo.toml and takes the options of sweep, which its --help lists.
    """
    if "--help" in context.args:
        print(context.get_help())
        return 0
    demo = Checkout.here().scenarios / "demo.toml"
    return int(app(["sweep", str(demo), *context.args], prog_name="./waf", standalone_mode=False) or 0)


@app.command("sweep")
def sweep_verb(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An experiment, such as scenarios/demo.toml.")],
    sets: Sets = None,
    jobs: Jobs = None,
    memory: Memory = None,
    replications: Replications = None,
    results: Results = None,
    master: Master = None,
    slurm: Slurm = None,
    no_report: NoReport = False,
    any_build: AnyBuild = False,
    log: Log = None,
    dry_run: DryRun = False,
    retries: Retries = None,
    fail_fast: FailFast = False,
) -> int:
    """Run what is missing of an experiment, then write its tables and its report.

    Ended half-way, or with failed runs? The same command goes on where it stopped. Typed in a second shell meanwhile,
    it takes its share of the runs that are left.
    """
    checkout = Checkout.here()
    experiment = override(read_experiment_file(file), sets or [], replications, log or [])
    plan = make_plan(checkout, experiment, any_build)
    folder = results or _near(checkout.results / plan.experiment.name)
    memory_bytes = bytes_of(memory) if memory else None
    for note in plan.notes:
        _say(note)
    order = Order(
        experiment,
        plan,
        folder,
        jobs,
        memory_bytes,
        plan.retries if retries is None else retries,
        fail_fast,
        master,
        slurm,
        report=not no_report,
    )
    if dry_run:
        from pyharness.scheduling.preview import preview  # numpy takes longer than a look at an experiment that is done

        order.rounds()  # whose rule may not suit the plan
        Console(highlight=False).print(preview(checkout, plan, folder, jobs, memory_bytes), crop=False)
        return 0
    return carry_out(order)


@app.command("run", context_settings=PASSED_ON)
def run_verb(
    context: typer.Context,
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="A scenario program; list shows them.")],
) -> int:
    """Run one scenario program once: run manet --protocol=topsim --nodes=50. Its own --help lists its parameters.

    The spelling --run "manet --protocol=topsim" does the same.
    """
    if program == "--help":
        print(context.get_help())
        return 0
    checkout = Checkout.here()
    found = find_program(checkout, program)
    set_up(checkout, found)
    sys.stdout.flush()
    os.execve(found.command[0], [*found.command, *context.args], {**os.environ, **allocation(found)})


@app.command("list")
def list_verb() -> int:
    """Programs, protocols and experiments there are."""
    Console().print(listing(Checkout.here()))
    return 0


@app.command("new-protocol")
def new_protocol_verb(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Lower-case words with dashes, such as my-gossip.")],
) -> int:
    """Begin a protocol of your own: model, test suite and page, built and listed from now on."""
    from pyharness.new_protocol import new_protocol  # the templates' library is for this verb alone

    checkout = Checkout.here()
    for path in new_protocol(checkout, name):
        print(path.relative_to(checkout.root))
    print(f'Its decision is ShouldForward() in the model. To build and run it: ./waf --run "manet --protocol={name}"')
    return 0


@app.command("status")
def status_verb(folder: Folder) -> int:
    """How many runs of an experiment are done, failed, missing and running; what failed, and its command."""
    found = status(folder)
    print(status_text(found, folder))
    return 1 if found.failed or found.corrupt else 0


@app.command("report")
def report_verb(folder: Folder, master: Master = None) -> int:
    """Make an experiment's tables and report anew from the runs it has."""
    experiment_in(folder)
    with opened(folder) as lock:
        return write_report(folder, master or "local[*]", lock)


@app.command("reproduce")
def reproduce_verb(run: RunFolder) -> int:
    """Execute a run again from its manifest and say whether every byte is the same."""
    found = reproduce(Checkout.here(), run)
    print(reproduced_text(run, found))
    return 1 if found.differing else 0


@app.command("check")
def check_verb(folder: Folder) -> int:
    """Read every byte of an experiment's runs and say which are not as they were written."""
    whole, corrupt = check(folder, Console(stderr=True))
    print(check_text(whole, corrupt))
    return 1 if corrupt else 0


@app.command("merge")
def merge_verb(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="A folder of the same experiment; stays as it is.")],
    target: Annotated[Path, typer.Argument(metavar="INTO", help="The folder that takes its runs; made if need be.")],
) -> int:
    """Put the runs of one experiment's two folders together, from two machines say."""
    merged = merge(source, target)
    left = f", {merged.left} not done there" if merged.left else ""
    print(f"{counted(merged.taken, 'run')} taken, {merged.there} there already{left}: {target}")
    return 0


@app.command("debug")
def debug_verb(run: RunFolder) -> int:
    """The line that starts a run in the debugger."""
    print(debug_line(run))
    return 0


@app.command("bench", context_settings=PASSED_ON)
def bench_verb(context: typer.Context) -> int:
    """Measure: the simulator's speed, as docs/speed.md has it, or one of the benchmarks, which bench --list names."""
    sys.argv[1:] = context.args
    runpy.run_module("benchmarks", run_name="__main__")
    return 0


@app.command("compare")
def compare_verb(
    folder: Folder,
    other: Annotated[
        Path | None, typer.Argument(metavar="OTHER", help="A second one: what changed from DIR to it.")
    ] = None,
    metric: Annotated[str | None, typer.Option(metavar="NAME", help="Only this metric of docs/metrics.md.")] = None,
) -> int:
    """The differences between an experiment's variants, or between two folders of results, paired by replication."""
    console = Console(highlight=False)
    if not console.is_terminal:  # a file or a pager has room
        console.width = max(console.width, PIPED_WIDTH)
    found = comparison(folder, metric) if other is None else two_compared(folder, other, metric, console.width)
    console.print(found, crop=False)
    return 0


def _spelled_out(arguments: list[str]) -> list[str]:
    """No argument means help; `--run "manet --nodes=50"` means `run manet --nodes=50`."""
    if not arguments:
        return ["--help"]
    first, rest = arguments[0], arguments[1:]
    if first == "--run" and rest:
        return ["run", *_words(rest[0]), *rest[1:]]
    if first.startswith("--run="):
        return ["run", *_words(first.removeprefix("--run=")), *rest]
    return arguments if first != "--run" else ["run"]


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--run {text!r}: {str(error).lower()}") from error


def _near(path: Path) -> Path:
    """`path` as short as it can be said from here."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _refused_by_the_system(error: OSError) -> str:
    """The file and why; of several (shutil copies a folder on after the first) the first."""
    if error.strerror is None and error.args and isinstance(error.args[0], list):
        _, name, reason = error.args[0][0]
        return f"{name}: {str(reason).partition('] ')[2].partition(':')[0] or reason}"
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _say(sentence: str, exit_status: int = 0) -> int:
    print(f"{sentence}.", file=sys.stderr)
    return exit_status
