"""A verb and an executor are one new file each."""

from __future__ import annotations

import re

from harness_bench import Bench, one_sentence

VERB = '''
"""`./waf count-runs DIR`: count an experiment's runs."""

from argparse import Namespace

from pyharness.commands import Verb, add_folder, register_verb
from pyharness.store.status import status


def print_count(arguments: Namespace) -> int:
    """Print the number of planned runs."""
    print(status(arguments.folder).planned)
    return 0


register_verb(
    Verb(name="count-runs", summary="Count an experiment's runs.", add_arguments=add_folder, run=print_count)
)
'''
EXECUTOR = '''
"""One run at a time, which leaves a note."""

from pathlib import Path

from pyharness.executors.base import Ended, Work
from pyharness.executors.local import LocalExecutor
from pyharness.executors.registry import ExecutorOption, register_executor
from schema.errors import UsageError


class NotedExecutor(LocalExecutor):
    """This machine's processes, one at a time."""

    def __init__(self, note: Path) -> None:
        super().__init__()
        self.slots = 1
        self._note = note

    def execute(self, work: Work) -> Ended:
        """See Executor."""
        with self._note.open("a") as file:
            file.write("run\\n")
        return super().execute(work)


def require_text(value: str) -> None:
    """Raise UsageError for an empty name."""
    if not value:
        raise UsageError("--noted is empty, expected the name of a file")


register_executor(
    ExecutorOption(
        name="--noted",
        metavar="NAME",
        help="Execute one run at a time and note each in this file.",
        start=lambda name, folder: NotedExecutor(folder / name),
        validate=require_text,
    )
)
'''


def test_a_verb_is_one_file(bench: Bench) -> None:
    (bench.root / "pyharness" / "commands" / "count_runs.py").write_text(VERB)
    bench.call("sweep", bench.experiment("replications = 3").name, "--no-report")
    assert bench.call("count-runs", "results/trial").out == "3\n"
    assert re.search(r"^  count-runs +Count an experiment's runs\.$", bench.call("--help").out, re.M)
    assert "Folder of an experiment" in bench.call("count-runs", "--help").out
    assert "did you mean 'count-runs'?" in one_sentence(bench.call("count-run").err)


def test_an_executor_is_one_file(bench: Bench) -> None:
    (bench.root / "pyharness" / "executors" / "noted.py").write_text(EXECUTOR)
    path = bench.experiment("replications = 3").name
    done = bench.call("sweep", path, "--no-report", "--noted", "note")
    assert done.exit_status == 0 and "3 runs done" in done.out and "1 at a time" in done.err, done.err
    assert (bench.root / "results" / "trial" / "note").read_text() == 3 * "run\n"
    assert "--noted NAME" in bench.call("demo", "--help").out
    assert "--noted is empty" in one_sentence(bench.call("sweep", path, "--noted", "").err)
    both = bench.call("sweep", path, "--noted", "x", "--slurm", "")
    assert both.exit_status == 2 and "--noted and --slurm each choose" in one_sentence(both.err)
