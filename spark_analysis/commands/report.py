"""`python -m spark_analysis report DIR`: tables and report of the runs in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schema.spark.master import answering
from spark_analysis.commands.arguments import Folder, Master, experiment_in

IfChanged = Annotated[
    bool, typer.Option("--if-changed", help="Only print the summary again if tables and report are of these very runs.")
]


def report_command(folder: Folder, master: Master = "local[*]", if_changed: IfChanged = False) -> int:
    """Make tables and report of the runs in DIR, and print the summary and the place of the report."""
    from spark_analysis.experiment import report_record

    experiment_in(folder)
    if not if_changed:
        report_record.forget(folder)
        print(_make_report(folder, master)[0], flush=True)
        return 0
    failed = report_record.failed_runs(folder)
    runs = report_record.digest_of_runs(folder, failed)
    text = report_record.printed_before(folder, runs)
    if text is None:
        report_record.forget(folder)
        text, left_out = _make_report(folder, master)
        if left_out <= failed:  # another run that was left out, a damaged one, may be whole the next time
            report_record.remember(folder, runs, text)
    print(text, flush=True)
    return 0


def _make_report(folder: Path, master: str) -> tuple[str, set[str]]:
    """The summary with the place of the report, and the runs (`variant/replication`) that were left out."""
    from spark_analysis.experiment.analysis import analyse

    with answering(master):
        analysis = analyse(folder, master=master)
    left_out = {run.partition(": ")[0] for run in analysis.failed_runs}
    return f"{analysis.summary_text}\nReport: {analysis.report}", left_out
