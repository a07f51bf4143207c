"""An experiment's captures as tables: every run once, and only those that count."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from test_data_source import GOLDEN, load
from written_run import seal_files, write_plan, write_run

from schema.manifest import EXPERIMENT, MANIFEST, read_manifest, sealed
from spark_analysis.datasource import register
from spark_analysis.datasource.sources import CountsSource, FilesSource, PacketsSource, QualitySource

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

A, B = "protocol=topsim", "protocol=odmrp"
COUNTED = [(A, "topsim", 1), (A, "topsim", 2), (B, "odmrp", 1)]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Two variants with two replications, one of which failed; and beside them what counts in no statistic."""
    folder = tmp_path / "demo"
    for variant, replication in ((A, 1), (A, 2), (A, 3), (B, 1), (B, 2)):
        run = write_run(folder, variant, replication, {}, {}, {})
        shutil.copy(GOLDEN / "event.pcap", run / "radio-0.pcap")
        seal_files(run)
    runs = folder / "runs"
    manifest = read_manifest(runs / B / "2")
    assert manifest is not None
    failed = manifest.model_copy(update={"state": "failed", "failure": "timeout", "error": "took longer than 1.0 s"})
    (runs / B / "2" / MANIFEST).write_text(sealed(failed))
    for aside in ("1.corrupt-20260101T000000Z-7", ".2.partial", "1.reproduced-x7"):
        shutil.copytree(runs / A / "1", runs / A / aside)
    shutil.copytree(runs / A, runs / "protocol=dropped")
    write_plan(folder, [A, B], 2)
    return folder


def runs_of(table: pa.Table) -> list[tuple[object, ...]]:
    columns = (table[name].to_pylist() for name in ("variant", "protocol", "replication"))
    return sorted(set(zip(*columns, strict=True)), key=str)


def expected() -> list[tuple[object, ...]]:
    return sorted(COUNTED, key=str)


@pytest.mark.parametrize("source", [PacketsSource, CountsSource, QualitySource])
@pytest.mark.parametrize("path", ["runs", "", "runs/*/*/radio-*.pcap", "../*/runs", "runs/*/[0-9]*"])
def test_an_experiments_runs_are_read_once_and_only_those_that_count(
    results: Path, source: type[FilesSource], path: str
) -> None:
    """Folders that were set aside, failed runs and replications beyond the plan doubled rows."""
    table = load(f"{results}/{path}", source)
    assert runs_of(table) == expected()
    assert len(set(table["path"].to_pylist())) == 3
    assert (table.schema.field("variant").type, table.schema.field("replication").type) == (pa.string(), pa.int64())


def test_a_variants_folder_has_its_runs_that_count(results: Path) -> None:
    assert runs_of(load(results / "runs" / A)) == [(A, "topsim", 1), (A, "topsim", 2)]
    assert load(results / "runs", where="replication = 2")["variant"].to_pylist() == [A] * 7
    assert load(results / "runs", columns="replication,time_ns").column_names == ["replication", "time_ns"]


def test_what_is_named_is_read_whatever_became_of_it(results: Path) -> None:
    failed = load(results / "runs" / B / "2")
    assert runs_of(failed) == [(B, "odmrp", 2)] and failed.num_rows == 7
    aside = results / "runs" / A / "1.corrupt-20260101T000000Z-7"
    assert runs_of(load(aside)) == [(A, "topsim", None)]
    assert load(aside / "radio-0.pcap").num_rows == 7
    both = [str(results / "runs"), str(aside)]
    assert load("", paths=str(both).replace("'", '"')).num_rows == 4 * 7


def test_a_folder_that_is_no_experiments_has_all_its_captures(results: Path) -> None:
    (results / EXPERIMENT).unlink()
    table = load(results / "runs")
    assert "variant" not in table.column_names and "replication" not in table.column_names
    assert len(set(table["path"].to_pylist())) == 12


def test_an_experiment_of_which_nothing_is_done_is_said_so(results: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no capture there of a planned run that is done, ./waf status"):
        load(results / "runs" / "protocol=dropped")
    (results / EXPERIMENT).write_text("{}")
    with pytest.raises(ValueError, match=r"demo: its experiment.json is not of this version, expected one that says"):
        load(results / "runs")


def test_spark_counts_every_run_once(results: Path, spark: SparkSession) -> None:
    session = spark.newSession()
    register(session)
    table = session.read.format("ns3pcap_counts").option("by", "").load(f"{results}/runs")
    found = table.select("variant", "replication", "frames").collect()
    assert sorted(map(tuple, found)) == sorted((variant, k, 7) for variant, _, k in COUNTED)
