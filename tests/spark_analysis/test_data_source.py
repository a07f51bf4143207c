"""Captures as tables: the same values as the reader's, whatever is asked for. What a worker does needs no Spark."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest
from pyspark.errors import AnalysisException, PythonException
from pyspark.sql.types import IntegerType, LongType, ShortType, StringType, StructType

from spark_analysis.capture import COLUMNS, CorruptCapture, NotACapture, read_capture
from spark_analysis.datasource import read_by_hadoop, register
from spark_analysis.datasource.arrow import ROWS, to_batches
from spark_analysis.datasource.sources import CountsSource, FilesSource, PacketsSource, QualitySource

if TYPE_CHECKING:
    from pyspark.sql import DataFrameReader, SparkSession

GOLDEN = Path(__file__).parents[1] / "golden"
ROW_COUNT = sum(len(read_capture(file).columns["type"]) for file in GOLDEN.glob("*.pcap"))
Loader = Callable[..., pa.Table]


def load(path: Path | str, source: type[FilesSource] = PacketsSource, schema: str = "", **options: str) -> pa.Table:
    """What Spark would have the workers do, here."""
    table = source({"path": str(path), **options})
    reader = table.reader(schema=StructType.fromJson(schema) if schema else table.schema())
    batches = [batch for partition in reader.partitions() for batch in reader.read(partition)]
    return pa.Table.from_batches(batches) if batches else pa.table({})


def test_every_column_of_every_golden_has_the_readers_values() -> None:
    for file in GOLDEN.glob("*.pcap"):
        table = load(file)
        assert table.column_names == ["path", *COLUMNS]
        assert set(table["path"].to_pylist()) == {str(file)}
        for name, values in read_capture(file).columns.items():
            signed = values.view("i8") if values.dtype == "u8" else values
            assert table[name].to_pylist() == [each.item() for each in signed], (file.name, name)


def test_unsigned_numbers_have_room_in_spark() -> None:
    kinds = {field.name: field.dataType for field in PacketsSource({"path": str(GOLDEN)}).schema()}
    wider = {"u1": ShortType(), "u2": IntegerType(), "u4": LongType(), "u8": LongType()}
    for name, column in COLUMNS.items():
        if column.dtype in wider:
            assert kinds[name] == wider[column.dtype], name


def test_a_large_capture_is_sent_in_batches_of_bounded_size() -> None:
    schema = StructType().add("path", StringType()).add("type", LongType())
    batches = list(to_batches({"type": np.arange(ROWS * 2 + 5)}, {"path": "x"}, schema))
    assert [batch.num_rows for batch in batches] == [ROWS, ROWS, 5]
    assert pa.Table.from_batches(batches)["type"].to_pylist() == [*range(ROWS * 2 + 5)]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("type = 1 AND publisher >= 100", lambda t: (t["type"] == 1) & (t["publisher"] >= 100)),
        ("type IN (1, 3, 300) AND NOT is_tx", lambda t: np.isin(t["type"], [1, 3]) & ~t["is_tx"]),
        ("sender < 5000000000 OR hops", lambda t: t["sender"] >= 0),
        (
            "path LIKE '%event.pcap' AND type % 2 = 1",
            lambda t: t["path"].str.endswith("event.pcap") & (t["type"] % 2 > 0),
        ),
        ("path LIKE '%event.pcap'", lambda t: t["path"].str.endswith("event.pcap")),
        ("NULL", lambda t: t["type"] < 0),
    ],
)
def test_where_lets_through_the_rows_for_which_it_holds(where: str, expected: Callable[..., np.ndarray]) -> None:
    everything = load(GOLDEN).to_pandas()
    wanted = everything[expected(everything)]
    assert load(GOLDEN, where=where, columns="time_ns").num_rows == len(wanted)
    kept = load(GOLDEN, where=where)
    assert kept.num_rows == 0 == len(wanted) or kept.to_pandas().equals(wanted.reset_index(drop=True))


def test_a_file_that_no_row_is_wanted_of_is_not_opened(tmp_path: Path) -> None:
    for name in ("kept", "gone"):
        shutil.copy(GOLDEN / "event.pcap", tmp_path / f"{name}.pcap")
    table = PacketsSource({"path": str(tmp_path), "where": "path LIKE '%kept%'"})
    reader = table.reader(schema=table.schema())
    (tmp_path / "gone.pcap").unlink()
    assert sum(batch.num_rows for part in reader.partitions() for batch in reader.read(part)) == 7


def test_folders_give_columns_and_commas_are_part_of_paths(tmp_path: Path) -> None:
    for variant in ("protocol=topsim,events=100", "protocol=odmrp,events=20"):
        for replication in "12":
            folder = tmp_path / variant / replication
            folder.mkdir(parents=True)
            shutil.copy(GOLDEN / "event.pcap", folder / "radio-0.pcap")
    table = load(tmp_path)
    assert table.schema.field("protocol").type == pa.string()
    assert table.schema.field("events").type == pa.int64()
    assert table.num_rows == 4 * 7
    assert set(load(tmp_path, where="events > 50")["protocol"].to_pylist()) == {"topsim"}
    assert load(tmp_path, where="events > 50 AND type = 1").num_rows == 2 * 7
    assert load(tmp_path / "protocol=topsim,events=100", columns="events")["events"].to_pylist() == [100] * 14


def test_counts_are_those_of_the_packets() -> None:
    packets = load(GOLDEN).to_pandas()
    by = ["path", "is_event", "type"]
    expected = packets.groupby(by).agg(
        frames=("type", "size"),
        frame_bytes=("bytes", "sum"),
        first_ns=("time_ns", "min"),
        last_ns=("time_ns", "max"),
    )
    counted = load(GOLDEN, CountsSource, by="is_event,type").to_pandas()
    assert counted.set_index(by).astype("int64").equals(expected.astype("int64"))
    whole = load(GOLDEN, CountsSource, by="", columns="path,frames").to_pandas()
    assert whole.set_index("path")["frames"].to_dict() == packets.groupby("path").size().to_dict()
    events = load(GOLDEN, CountsSource, by="", where="is_event")
    assert sum(events["frames"].to_pylist()) == packets["is_event"].sum()


def test_quality_counts_what_is_broken_and_strict_names_it(tmp_path: Path) -> None:
    whole = (GOLDEN / "event.pcap").read_bytes()
    (tmp_path / "cut.pcap").write_bytes(whole[:500])
    (tmp_path / "empty.pcap").write_bytes(whole[:24])
    (tmp_path / "nothing.pcap").write_bytes(b"nothing like that" * 9)
    (tmp_path / "whole.pcap").write_bytes(whole)
    cut, empty, nothing, fine = load(tmp_path, QualitySource).drop(["path"]).to_pylist()
    quality = read_capture(tmp_path / "cut.pcap").quality
    assert tuple(cut.values()) == (500, quality.good, 1, 0, quality.undecodable, quality.bytes_skipped, None)
    assert tuple(empty.values()) == (24, 0, 0, 0, 0, 0, None)
    assert nothing["bytes_skipped"] == nothing["file_bytes"] == 153
    assert "nothing.pcap" in nothing["problem"]
    assert fine["good"] == 7
    assert load(tmp_path).num_rows == 7 + quality.good + quality.undecodable
    assert len(set(load(tmp_path, CountsSource)["path"].to_pylist())) == 2
    for name in ("cut", "nothing"):
        for source in (PacketsSource, CountsSource, QualitySource):
            with pytest.raises((NotACapture, CorruptCapture), match=rf"{name}\.pcap"):
                load(tmp_path / f"{name}.pcap", source, mode="strict")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colums": "type"}, "ns3pcap: there is no option 'colums'; it has path,"),
        ({"columns": "type,tpye"}, "columns names 'tpye', which is no column; there are path, time_ns"),
        ({"mode": "lenient"}, "mode is 'lenient', expected tolerant or strict"),
        ({"numPartitions": "-1"}, "numPartitions is '-1', expected a whole number above 0"),
        ({"partitionBytes": "1m"}, "partitionBytes is '1m', expected a whole number above 0"),
        ({"pathGlobFilter": "*.cap"}, "no capture there (a folder's are *.cap)"),
        ({"path": "/no/such/place"}, "/no/such/place: no capture there"),
        ({"path": "/no/such/place/*.pcap"}, "/no/such/place/*.pcap: no capture there"),
        ({"path": ""}, "no path is given"),
        ({"path": "ftp://somewhere/x.pcap"}, "ftp"),
        ({"by": "type"}, "there is no option 'by'"),
        ({"where": "typ = 1"}, "where is 'typ = 1': "),
        ({"where": "type ="}, "where is 'type =': "),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(options: dict[str, str], said: str) -> None:
    with pytest.raises((ValueError, OSError)) as raised:
        load(options.pop("path", str(GOLDEN)), **options)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_compressed_capture_is_the_same_table(tmp_path: Path) -> None:
    (tmp_path / "event.pcap.gz").write_bytes(gzip.compress((GOLDEN / "event.pcap").read_bytes()))
    assert load(tmp_path).drop(["path"]).equals(load(GOLDEN / "event.pcap").drop(["path"]))


@pytest.fixture(scope="module")
def own(spark: SparkSession) -> SparkSession:
    """A session that knows the formats, apart from the other tests'."""
    session = spark.newSession()
    register(session)
    return session


@pytest.fixture
def packets(own: SparkSession) -> DataFrameReader:
    return own.read.format("ns3pcap")


def test_spark_reads_the_same(packets: DataFrameReader) -> None:
    table = packets.load(str(GOLDEN))
    assert sorted(map(tuple, table.collect())) == sorted(tuple(row.values()) for row in load(GOLDEN).to_pylist())
    assert table.rdd.getNumPartitions() == 1
    several = packets.option("numPartitions", 3).load([str(GOLDEN), f"{GOLDEN}/*event.pcap"])
    assert (several.count(), several.rdd.getNumPartitions()) == (ROW_COUNT, 3)


def test_a_schema_says_which_columns_are_read(packets: DataFrameReader) -> None:
    table = packets.schema("path string, type bigint").load(str(GOLDEN / "join.pcap"))
    assert table.collect() == [(str(GOLDEN / "join.pcap"), 6)] * 7
    with pytest.raises(AnalysisException, match="schema names 'typ', which is no column"):
        packets.schema("typ int").load(str(GOLDEN)).collect()


def test_two_filters_of_one_table_do_not_meet(packets: DataFrameReader) -> None:
    """Pushed down by Spark, one of them would hold for both."""
    table = packets.load(str(GOLDEN))
    events, beacons = (table.where(f"type = {number}").select("type") for number in (1, 2))
    counts = dict(map(tuple, events.union(beacons).groupBy("type").count().collect()))
    all_types = load(GOLDEN)["type"].to_pylist()
    assert counts == {number: all_types.count(number) for number in (1, 2)}
    assert table.count() == len(all_types)


def test_what_is_broken_fails_the_job_where_it_must_not_be(packets: DataFrameReader, tmp_path: Path) -> None:
    (tmp_path / "cut.pcap").write_bytes((GOLDEN / "event.pcap").read_bytes()[:500])
    assert packets.load(str(tmp_path)).count() == 3
    with pytest.raises(PythonException, match=r"cut\.pcap"):
        packets.option("mode", "strict").load(str(tmp_path)).count()
    with pytest.raises(AnalysisException, match="/no/such/place: no capture there"):
        packets.load("/no/such/place")


def test_by_the_way_of_hadoop_it_is_the_same_table(own: SparkSession, packets: DataFrameReader) -> None:
    names = ["path", "time_ns", "type", "publisher"]
    there = read_by_hadoop(own, str(GOLDEN / "*.pcap"), names).collect()
    here = packets.option("columns", ",".join(names)).load(str(GOLDEN)).collect()
    assert sorted((row.path.removeprefix("file:"), *row[1:]) for row in there) == sorted(map(tuple, here))
