"""An analysis in a process where Spark runs already, a notebook's say; and one in parts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from test_metrics import ONE, PARAMETERS, line_of_three
from written_run import write_plan, write_run

from spark_analysis import analyse
from spark_analysis.experiment import analysis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession


@pytest.fixture
def own(spark: SparkSession) -> Iterator[SparkSession]:
    """A session with a view named like one of the analysis's, and a table in memory."""
    spark.range(3).createOrReplaceTempView("packets")
    spark.sql("CACHE TABLE mine AS SELECT * FROM packets")
    yield spark
    spark.catalog.uncacheTable("mine")
    spark.catalog.dropTempView("mine")
    spark.catalog.dropTempView("packets")


def test_it_leaves_the_session_alone_and_reads_again_what_has_changed(own: SparkSession, tmp_path: Path) -> None:
    write_plan(tmp_path, [ONE], 1)
    run = write_run(tmp_path, ONE, 1, *line_of_three(), PARAMETERS)
    overheads = []
    for _ in range(2):
        analyse(tmp_path, "local[1]", report=False)
        runs = pd.read_csv(tmp_path / "tables" / "runs.csv").set_index("metric")["value"]
        overheads.append(runs["relay_overhead_events"])
        (run / "radio-1.pcap").write_bytes((run / "radio-1.pcap").read_bytes()[:24])
    assert overheads == [2 * (2 + 1), 2 * 2]
    assert own.table("packets").count() == 3
    assert own.catalog.isCached("mine")
    assert len(own.sparkContext._jsc.getPersistentRDDs()) == 1


@pytest.mark.long
def test_more_runs_than_fit_at_once_give_the_same_tables(
    own: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_plan(tmp_path, [ONE], 3)
    for replication in (1, 2, 3):
        write_run(tmp_path, ONE, replication, *line_of_three(), PARAMETERS)
    tables = []
    for at_once in (analysis.RUNS_AT_ONCE, 2):
        monkeypatch.setattr(analysis, "RUNS_AT_ONCE", at_once)
        analyse(tmp_path, "local[1]", report=False)
        tables.append({file.name: file.read_bytes() for file in (tmp_path / "tables").iterdir()})
    assert tables[0] == tables[1]
    assert len(pd.read_csv(tmp_path / "tables" / "captures.csv")["replication"].unique()) == 3
