"""`python -m spark_analysis measure DIR METRIC`: the values of one metric in the runs that are asked for, line by line.

A line of standard input is JSON, `[["variant", replication], …]`. Each is answered by one line on standard output:
`{"values": [["variant", replication, value], …], "unusable": ["variant/replication: why", …]}`. A run in which the
metric has no value is in neither list. The command ends at the end of input.
"""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schema.errors import UsageError
from schema.spark.master import answering
from schema.text import nearest
from spark_analysis.commands.arguments import Folder, Master, experiment_in

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MetricName = Annotated[str, typer.Argument(metavar="METRIC", help="A name that the verb metrics prints.")]


def measure_command(folder: Folder, metric: MetricName, master: Master = "local[*]") -> int:
    """Answer each line of runs with the values of METRIC. Spark starts for the first run that was not measured yet."""
    from spark_analysis.metrics.catalogue import METRIC_NAMES

    experiment_in(folder)
    if metric not in METRIC_NAMES:
        raise UsageError(f"no metric {metric!r}{nearest(metric, METRIC_NAMES)}")
    with ExitStack() as held:
        for line in sys.stdin:
            print(_answer(folder, metric, line, master, held), flush=True)
    return 0


def _answer(folder: Path, metric: str, line: str, master: str, held: ExitStack) -> str:
    """The answer to one line. `held` takes the Spark of the first measurement, for all of them."""
    from spark_analysis.experiment.analysis import measured_values
    from spark_analysis.run.session import spark_session

    def open_spark() -> AbstractContextManager[SparkSession]:
        held.enter_context(spark_session(master))
        return spark_session(master)  # which takes the one that runs

    with answering(master):
        values, unusable = measured_values(folder, metric, _runs_asked_for(line), open_spark)
    rows = [[variant, replication, value] for (variant, replication), value in values.items()]
    return json.dumps({"values": rows, "unusable": unusable}, ensure_ascii=False)


def _runs_asked_for(line: str) -> list[tuple[str, int]]:
    """Variant and replication of each run. Raises UsageError where the line is not as expected."""
    try:
        return [(str(variant), int(replication)) for variant, replication in json.loads(line)]
    except (ValueError, TypeError) as error:
        raise UsageError(f"standard input: {line.strip()!r} is not a list of [variant, replication]") from error
