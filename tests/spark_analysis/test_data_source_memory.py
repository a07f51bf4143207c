"""Captures that are larger than all the memory that Spark and its workers are given, two of them in one file each."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from spark_analysis.capture import read_capture

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "run-topsim.pcap"
HEAP_MB, WORKER_MB, WORKERS = 512, 1024, 2
ONE_BYTES = 1_500_000_000
PROGRAM = """\
import json, resource, sys
from spark_analysis.datasource import register
from spark_analysis.run.session import spark_session

folder, heap, worker = sys.argv[1:]
limits = {"spark.driver.memory": f"{heap}m", "spark.executor.pyspark.memory": f"{worker}m"}
with spark_session("local[2]", limits) as spark:
    register(spark)
    counts = spark.read.format("ns3pcap_counts").option("by", "type").load(folder)
    counted = counts.groupBy("type").sum("frames", "frame_bytes").collect()
    spark.read.format("ns3pcap").load(folder).createOrReplaceTempView("packets")
    summed = spark.sql("SELECT type, COUNT(*), SUM(bytes) FROM packets GROUP BY type").collect()
    quality = spark.read.format("ns3pcap_quality").load(folder).collect()
    limit = spark.sparkContext.parallelize([0], 1).map(lambda _: resource.getrlimit(resource.RLIMIT_AS)[0]).first()
wholes = [[row.good + row.undecodable, row.truncated, row.bytes_skipped] for row in quality]
counted, summed = (sorted(map(list, rows)) for rows in (counted, summed))
print(json.dumps({"counted": counted, "summed": summed, "quality": wholes, "limit": limit}))
"""


def write_captures(folder: Path) -> int:
    """A plain and a compressed one of ONE_BYTES, the records of a golden over and over; how often."""
    golden = GOLDEN.read_bytes()
    times = 1000
    block, blocks = golden[24:] * times, ONE_BYTES // (len(golden) * times)
    for name, pack in (("radio-0.pcap", bytes), ("radio-1.pcap.gz", gzip.compress)):
        header, packed = pack(golden[:24]), pack(block)
        with (folder / name).open("wb") as file:
            file.write(header)
            for _ in range(blocks):
                file.write(packed)
    return times * blocks


@pytest.mark.long
def test_captures_larger_than_the_memory_that_spark_is_given(tmp_path: Path) -> None:
    captures = tmp_path / "captures"
    captures.mkdir()
    times = write_captures(captures)
    golden = read_capture(GOLDEN, ("type", "bytes")).columns
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, captures, str(HEAP_MB), str(WORKER_MB)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    most = 0
    while process.poll() is None:
        most = max(most, memory_of(process.pid))
        time.sleep(0.5)
    said, errors = process.communicate()
    assert process.returncode == 0, errors
    found = json.loads(said)
    kinds = sorted({int(kind) for kind in golden["type"]})
    frames = {kind: int((golden["type"] == kind).sum()) * times * 2 for kind in kinds}
    bytes_ = {kind: int(golden["bytes"][golden["type"] == kind].sum()) * times * 2 for kind in kinds}
    assert found["counted"] == [[kind, frames[kind], bytes_[kind]] for kind in kinds]
    assert found["summed"] == [[kind, frames[kind], bytes_[kind]] for kind in kinds]
    assert found["quality"] == [[len(golden["type"]) * times, 0, 0]] * 2
    assert found["limit"] == WORKER_MB << 20
    print(f"{2 * ONE_BYTES / 1e6:.0f} MB of captures, at most {most / 1e6:.0f} MB in memory")
    assert (HEAP_MB + WORKERS * WORKER_MB) << 20 < 2 * ONE_BYTES
    assert most < 2 * ONE_BYTES


def memory_of(process: int) -> int:
    """Bytes that it and all that it started hold; what several share, the libraries, counts once."""
    total = 0
    try:
        tree = [psutil.Process(process), *psutil.Process(process).children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0
    for each in tree:
        try:
            total += each.memory_full_info().pss
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return total
