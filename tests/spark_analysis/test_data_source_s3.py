"""Captures in an S3 store on loopback: the same tables as from files."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pyarrow import fs
from test_data_source import GOLDEN, load

from benchmarks.peers import peers_python
from spark_analysis.capture import CorruptCapture
from spark_analysis.datasource import register
from spark_analysis.datasource.sources import CountsSource, QualitySource

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.long
KEYS = {"s3.accessKey": "somebody", "s3.secretKey": "secret", "s3.region": "us-east-1"}
FOLDER = "protocol=topsim,events=100/1"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server's address; it has the golden captures, one of them 1,000 times over, in a bucket."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    host, port = address.split(":")
    log = tmp_path_factory.mktemp("store") / "log"
    with log.open("wb") as output:
        command = [peers_python(), "-m", "moto.server", "-H", host, "-p", port]
        server = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + 60
        while server.poll() is None and time.monotonic() < deadline:
            with suppress(OSError), socket.create_connection((host, int(port)), 1):
                break
            time.sleep(0.1)
        fill(address)
        yield f"http://{address}"
    finally:
        server.terminate()
        server.wait()


def fill(address: str) -> None:
    access = {"access_key": "somebody", "secret_key": "secret", "region": "us-east-1"}
    storage = fs.S3FileSystem(endpoint_override=address, scheme="http", allow_bucket_creation=True, **access)
    storage.create_dir("captures")
    golden = (GOLDEN / "beacon.pcap").read_bytes()
    contents = {f"golden/{file.name}": file.read_bytes() for file in GOLDEN.glob("*.pcap")}
    contents[f"runs/{FOLDER}/radio-0.pcap"] = golden[:24] + golden[24:] * 1000
    contents["cut.pcap"] = (GOLDEN / "event.pcap").read_bytes()[:500]
    contents["runs/_temporary/radio-0.pcap"] = golden
    for name, content in contents.items():
        with storage.open_output_stream(f"captures/{name}") as file:
            file.write(content)


def test_it_is_the_same_table_as_from_files(store: str) -> None:
    there = load("s3://captures/golden", **KEYS, **{"s3.endpoint": store}).to_pandas()
    here = load(GOLDEN).to_pandas()
    assert list(there["path"].str.removeprefix("s3://captures/golden/")) == [Path(path).name for path in here["path"]]
    assert there.drop(columns="path").equals(here.drop(columns="path"))


def test_the_environment_says_where_and_who(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    variables = {
        "AWS_ENDPOINT_URL": store,
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "somebody",
        "AWS_SECRET_ACCESS_KEY": "secret",
    }
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    table = load("s3a://captures/run*/**/radio-?.pcap", CountsSource)
    assert set(table["path"].to_pylist()) == {
        f"s3a://captures/runs/{FOLDER}/radio-0.pcap",
        "s3a://captures/runs/_temporary/radio-0.pcap",
    }
    assert set(load("s3a://captures/runs")["events"].to_pylist()) == {100}
    assert load("s3a://captures/runs", QualitySource)["good"].to_pylist() == [7000]
    for path in ("s3a://captures/nothing", "s3://no-such-bucket/x.pcap", "s3://captures/golden/*.cap"):
        with pytest.raises(FileNotFoundError, match="no capture there"):
            load(path)
    with pytest.raises(CorruptCapture, match=r"^s3://captures/cut\.pcap: record 4 "):
        load("s3://captures/cut.pcap", mode="strict")
    assert load("s3://capture*/cut.pcap", QualitySource)["path"].to_pylist() == ["s3://captures/cut.pcap"]


def test_sparks_workers_open_them(store: str, spark: SparkSession) -> None:
    session = spark.newSession()
    register(session)
    packets = session.read.format("ns3pcap").options(**KEYS, **{"s3.endpoint": store})
    table = packets.load("s3a://captures/runs")
    assert table.where("events = 100 AND protocol = 'topsim'").count() == 7000
