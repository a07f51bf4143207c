"""An experiment's results in a notebook."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from written_run import write_plan, write_run

import spark_analysis
from schema.manifest import EXPERIMENT
from schema.traces import TABLES
from spark_analysis.statistics.result_tables import write_table
from spark_analysis.statistics.table_columns import RESULT_TABLES as DESCRIBED

S = 10**9


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Two variants with two replications each; of the second one no run is there."""
    write_plan(tmp_path, ["protocol=1", "protocol=10"], 2)
    for variant in ("protocol=1", "protocol=10"):
        for replication in (1, 2):
            tables = {
                "deliveries": [(replication * S, node, 0, 1, 1, 1, S) for node in (4, 5)],
                "nodes": [(0, "who", "", "")],
            }
            run = write_run(tmp_path, variant, replication, tables, {}, {})
            if (variant, replication) == ("protocol=10", 2):
                (run / "deliveries.trace").write_bytes(b"cut")
    rows = [("written", f"protocol={p}", p, k, "events", 5.0, "events") for p in ("1", "10") for k in (1, 2)]
    columns = ["experiment", "variant", "protocol", "replication", "metric", "value", "unit"]
    write_table(tmp_path / "tables", "runs", pd.DataFrame(rows, columns=columns))
    return tmp_path


def test_a_table_is_read_with_numbers_where_there_are_numbers(results: Path) -> None:
    read = spark_analysis.load(str(results))
    assert read.tables == ("runs",) and "written" in repr(read)
    assert read.runs["protocol"].tolist() == [1, 1, 10, 10]
    assert read.runs.groupby("protocol")["value"].mean().to_dict() == {1: 5.0, 10: 5.0}
    assert read.runs is read.runs, "it is read once"


def test_a_trace_is_of_all_runs_that_count(results: Path) -> None:
    read = spark_analysis.load(results)
    deliveries = read.trace("deliveries")
    assert list(deliveries) == ["variant", "protocol", "replication", *dict(TABLES["deliveries"])]
    assert deliveries["time_ns"].tolist() == [S, S, 2 * S, 2 * S, S, S]
    assert deliveries["node"].tolist() == [4, 5] * 3
    assert deliveries["protocol"].tolist() == [1] * 4 + [10] * 2
    assert read.trace("nodes")["name"].tolist() == ["who"] * 3
    assert list(read.trace("drops")) == ["variant", "protocol", "replication", *dict(TABLES["drops"])]
    assert list(read.failed) == [("protocol=10", 2)] and "deliveries.trace" in read.failed["protocol=10", 2]


def test_no_run_is_no_error(tmp_path: Path) -> None:
    write_plan(tmp_path, ["protocol=a"], 1)
    read = spark_analysis.load(tmp_path)
    due = read.trace("due")
    assert len(due) == 0 and due["protocol"].dtype == object and len(read.failed) == 1


def test_what_is_wrong_is_one_sentence(results: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"not an experiment's results, expected an experiment.json in it$"):
        spark_analysis.load(tmp_path / "elsewhere")
    read = spark_analysis.load(results)
    with pytest.raises(FileNotFoundError, match=r"no tables/loads.parquet in it, ./waf report makes it$"):
        _ = read.loads
    with pytest.raises(ValueError, match=r"there is no trace 'delivery', expected one of nodes, "):
        read.trace("delivery")
    (results / "tables" / "runs.parquet").write_bytes(b"PAR1 or so")
    with pytest.raises(ValueError, match=r"runs.parquet: not a whole Parquet file, ./waf report makes it anew$"):
        _ = read.runs
    (results / EXPERIMENT).write_text('{"name": 5}')
    with pytest.raises(ValueError, match=r"experiment.json is not of this version, sweep it again$"):
        spark_analysis.load(results)


def test_every_table_that_is_described_is_at_hand(results: Path) -> None:
    for name in set(DESCRIBED) - {"runs"}:
        with pytest.raises(FileNotFoundError, match=f"no tables/{name}.parquet"):
            getattr(spark_analysis.load(results), name)


def test_loading_starts_no_spark_and_reads_nothing_before_it_is_asked_for(results: Path, checkout: Path) -> None:
    code = (
        "import os, sys, spark_analysis; heavy = {'pyspark', 'scipy', 'matplotlib', 'pandas', 'numpy', 'duckdb'}; "
        "print(sorted(heavy & set(sys.modules))); "
        f"read = spark_analysis.load({str(results)!r}); print('pyspark' in sys.modules); "
        "read.runs; read.trace('due'); print(sorted({'pyspark', 'scipy', 'matplotlib'} & set(sys.modules))); "
        "sys.stdout.flush(); os._exit(0)"  # without the end of native threads, which may abort
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "False", "[]"]
