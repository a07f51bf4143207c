"""How fast do captures come out of Spark, on how many cores? `./waf python -m benchmarks.data_source FOLDER`.

FOLDER: captures, 500 MB of them or more, which are read once before so that they are in the page cache. Every job is
warm: it has been done before in the same session. Least of several rounds, in which the jobs take turns.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from spark_analysis.datasource import register
from spark_analysis.run.session import spark_session

if TYPE_CHECKING:
    from pyspark.sql import DataFrameReader, SparkSession

FEW = "time_ns,type,is_tx,bytes,sender"


def jobs(spark: SparkSession, captures: str) -> dict[str, Callable[[], object]]:
    """What is timed, by name."""

    def read(format: str, **options: str) -> DataFrameReader:
        return spark.read.format(format).options(**options)

    def nowhere(**options: str) -> None:
        read("ns3pcap", **options).load(captures).write.format("noop").mode("overwrite").save()

    by_file = read("ns3pcap", columns="path,type,is_tx,bytes")
    return {
        "per-capture counts (ns3pcap_counts)": lambda: read("ns3pcap_counts").load(captures).collect(),
        "per-capture quality (ns3pcap_quality)": lambda: read("ns3pcap_quality").load(captures).collect(),
        "ns3pcap, 5 columns, to nowhere": lambda: nowhere(columns=FEW),
        "ns3pcap, all columns, to nowhere": nowhere,
        "ns3pcap, counts by Spark SQL": lambda: (
            by_file.load(captures).groupBy("path", "type", "is_tx").agg({"*": "count", "bytes": "sum"}).collect()
        ),
    }


def least(timed: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds by name; the first round does not count."""
    seconds: dict[str, float] = {}
    for number in range(rounds + 1):
        for name, job in timed.items():
            started = time.perf_counter()
            job()
            if number:
                seconds[name] = min(seconds.get(name, float("inf")), time.perf_counter() - started)
    return seconds


def main() -> None:
    """Time all jobs on each number of cores, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    total = sum(len(file.read_bytes()) for file in given.folder.rglob("*.pcap"))
    rows = []
    for cores in given.cores:
        with spark_session(f"local[{cores}]") as spark:
            register(spark)
            taken = least(jobs(spark, str(given.folder)), given.rounds)
        rows += [{"cores": cores, "job": name, "s": s, "MB/s": total / s / 1e6} for name, s in taken.items()]
        print(f"{cores} cores done", flush=True)
    print(f"{total / 1e6:.0f} MB")
    print(pd.DataFrame(rows).round({"s": 2, "MB/s": 0}).to_string(index=False))


if __name__ == "__main__":
    main()
