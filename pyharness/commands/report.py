"""`./waf report DIR`: make tables and report of the runs that an experiment has."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pyharness.commands import Verb, add_folder, add_validated, register_verb
from pyharness.programs.analysis_process import make_report
from pyharness.store.folder_lock import REPORT, open_lock
from pyharness.store.status import experiment_in
from schema.spark.master import spelled


def _add_arguments(parser: ArgumentParser) -> None:
    """Add the experiment's folder and Spark's master."""
    add_folder(parser)
    add_validated(parser, "--master", "URL", "Spark master, e.g. spark://host:7077 (default: local[*]).", spelled)


def report_on(arguments: Namespace) -> int:
    """Make tables and report while no other harness does. Raises UsageError where the folder is no experiment's."""
    experiment_in(arguments.folder)
    with open_lock(arguments.folder) as lock, lock.held(REPORT):
        make_report(arguments.folder, arguments.master or "local[*]")
    return 0


register_verb(
    Verb(
        name="report",
        summary="Make an experiment's tables and report anew from the runs it has.",
        add_arguments=_add_arguments,
        run=report_on,
        needs=("classes",),
    )
)
