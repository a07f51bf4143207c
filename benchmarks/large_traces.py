"""Fifty million rows of a trace: `./waf python -m benchmarks.large_traces`.

Delivery ratio, duplicates, mean and 95th percentile of the latency per run, from Parquet files of 100 runs: Spark's
workers with the analysis's own group-by, against DuckDB and polars over all runs at once, each with 4 threads. All must
give the same numbers. Least seconds of several rounds, one contestant after the other.
"""

from __future__ import annotations

import json
import math
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import typer

from benchmarks import command_line
from benchmarks.peers import peers_python
from spark_analysis.run.arrivals import PAIR, Arrivals
from spark_analysis.run.session import spark_session
from spark_analysis.run.workers import in_workers

NODES = 50
SETTINGS = {"spark.driver.memory": "8g", "spark.sql.shuffle.partitions": "16", "spark.driver.extraJavaOptions": ""}
"""With which Spark SQL does best: a JVM that optimises itself, and memory."""

TABLES = ("receptions", "publications", "due")
QUERY = """
WITH heard AS (
    SELECT run, publisher, sequence, node, count(*) AS times, min(time_ns) AS first_ns FROM receptions GROUP BY ALL
),
duplicates AS (SELECT run, 1 - count(*) / sum(times) AS duplicate_ratio FROM heard GROUP BY run),
delivered AS (
    SELECT run, (first_ns - publications.time_ns) / 1e9 AS latency_s
    FROM due LEFT JOIN heard USING (run, publisher, sequence, node) JOIN publications USING (run, publisher, sequence)
),
latencies AS (
    SELECT run, count(latency_s) / count(*) AS delivery_ratio, avg(latency_s) AS mean_s,
           {percentile}(latency_s, 0.95) AS p95_s
    FROM delivered GROUP BY run
)
SELECT run, delivery_ratio, duplicate_ratio, mean_s, p95_s FROM latencies JOIN duplicates USING (run) ORDER BY run
"""

POLARS = """
import json, sys, time
import polars as pl
folder = sys.argv[1]
def ask():
    receptions, publications, due = (
        pl.scan_parquet(f"{folder}/{table}/*.parquet") for table in ("receptions", "publications", "due"))
    event = ["run", "publisher", "sequence"]
    heard = receptions.group_by(*event, "node").agg(times=pl.len(), first_ns=pl.col("time_ns").min())
    duplicates = heard.group_by("run").agg(duplicate_ratio=1 - pl.len() / pl.col("times").sum())
    latency = (pl.col("first_ns") - pl.col("time_ns")) / 1e9
    delivered = due.join(heard, on=[*event, "node"], how="left").join(publications, on=event)
    delivered = delivered.with_columns(latency=latency)
    latencies = delivered.group_by("run").agg(
        delivery_ratio=pl.col("latency").count() / pl.len(), mean_s=pl.col("latency").mean(),
        p95_s=pl.col("latency").quantile(0.95, "linear"))
    answer = latencies.join(duplicates, on="run").sort("run")
    answer = answer.select("run", "delivery_ratio", "duplicate_ratio", "mean_s", "p95_s")
    return answer.collect(engine="streaming").rows()
for line in sys.stdin:
    start = time.perf_counter()
    rows = ask()
    print(json.dumps([time.perf_counter() - start, rows]), flush=True)
"""

Contestant = Callable[[], list[tuple[Any, ...]]]


def write_run(folder: Path, run: int, rows: int) -> None:
    """Receptions in the order of time, publications, and who was due what; events 30 ms apart, heard 1.5 times each."""
    draw = np.random.default_rng(run)
    events = rows // 75
    published = np.sort(draw.integers(0, events * 30_000_000, events))
    event, node = draw.integers(0, events, rows), draw.integers(0, NODES, rows, dtype=np.uint32)
    time_ns = published[event] + draw.gamma(2.0, 1e7, rows).astype(np.int64)
    order = np.argsort(time_ns, kind="stable")
    numbers = np.arange(1, events + 1, dtype=np.uint32)
    of, to = np.nonzero(draw.random((events, NODES)) < 0.7)
    _write(folder, "receptions", run, time_ns=time_ns[order], node=node[order], sequence=numbers[event[order]])
    _write(folder, "publications", run, sequence=numbers, time_ns=published)
    _write(folder, "due", run, sequence=numbers[of], node=to.astype(np.uint32))


def _write(folder: Path, table: str, run: int, **columns: np.ndarray) -> None:
    rows = len(columns["sequence"])
    alike = {"run": np.full(rows, run, np.uint16), "publisher": np.full(rows, 3, np.uint32)}
    (folder / table).mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table({**alike, **columns}), folder / table / f"{run}.parquet", compression="zstd")


def outcome(folder: Path, run: int) -> tuple[Any, ...]:
    """Run, delivery ratio, duplicate ratio, mean and 95th percentile of the latency in s."""
    heard, published, due = (_read(folder, table, run) for table in ("receptions", "publications", "due"))
    arrivals = Arrivals.of(*(heard[name] for name in PAIR))
    first = arrivals.first_of(*(due[name] for name in PAIR))
    made = first >= 0
    sent = published["time_ns"][np.searchsorted(published["sequence"], due["sequence"][made])]
    latency_s = (heard["time_ns"][first[made]] - sent) / 1e9
    duplicates = 1 - len(arrivals.first) / len(heard["node"])
    return run, float(made.mean()), duplicates, float(latency_s.mean()), float(np.quantile(latency_s, 0.95))


def _read(folder: Path, table: str, run: int) -> dict[str, np.ndarray]:
    columns = [name for name in ("publisher", "sequence", "node", "time_ns")]
    file = pq.ParquetFile(folder / table / f"{run}.parquet")
    found = file.read([name for name in columns if name in file.schema_arrow.names], use_threads=False)
    return {name: found[name].to_numpy() for name in found.column_names}


def race(contestants: dict[str, Contestant], rounds: int) -> pd.DataFrame:
    """`seconds`, the least of `rounds`, and `over_ours`. Raises ValueError where two do not agree."""
    least = dict.fromkeys(contestants, math.inf)
    expected: list[tuple[Any, ...]] = []
    for _ in range(rounds):
        for name, ask in contestants.items():
            start = time.perf_counter()
            rows = ask()
            least[name] = min(least[name], time.perf_counter() - start)
            expected = expected or rows
            if not np.allclose(rows, expected, rtol=1e-12):
                raise ValueError(f"{name} comes to other numbers than {next(iter(contestants))}")
    table = pd.DataFrame({"contestant": list(least), "seconds": list(least.values())})
    table["over_ours"] = table["seconds"] / table["seconds"].iloc[0]
    return table


def main(
    rows: Annotated[int, typer.Option(min=10_000, help="Of all runs together.")] = 50_000_000,
    runs: Annotated[int, typer.Option(min=1)] = 100,
    rounds: Annotated[int, typer.Option(min=1, help="The first is warm-up for all.")] = 4,
    with_spark_sql: Annotated[bool, typer.Option("--spark-sql", help="Spark's own SQL, too: minutes.")] = False,
) -> None:
    """Print the table of contestants."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        spark_session("local[4]", SETTINGS if with_spark_sql else {}) as spark,
    ):
        folder = Path(scratch)
        in_workers(spark, lambda run: write_run(folder, run, rows // runs), range(runs))
        ask_polars = subprocess.Popen(
            [peers_python(), "-c", POLARS, scratch], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert ask_polars.stdin and ask_polars.stdout
        questions, answers = ask_polars.stdin, ask_polars.stdout

        def polars() -> list[tuple[Any, ...]]:
            print(file=questions, flush=True)
            return [tuple(row) for row in json.loads(answers.readline())[1]]

        def over_all_runs() -> list[tuple[Any, ...]]:
            database = duckdb.connect(config={"threads": 4})
            for table in TABLES:
                database.from_parquet(f"{folder}/{table}/*.parquet").create_view(table)
            return database.execute(QUERY.format(percentile="quantile_cont")).fetchall()

        def spark_sql() -> list[tuple[Any, ...]]:
            for table in TABLES:
                spark.read.parquet(f"{folder}/{table}").createOrReplaceTempView(table)
            return [tuple(row) for row in spark.sql(QUERY.format(percentile="percentile")).collect()]

        def ours() -> list[tuple[Any, ...]]:
            return in_workers(spark, lambda run: outcome(folder, run), range(runs), 8)

        contestants = {"Spark local[4], ours": ours, "DuckDB": over_all_runs, "polars": polars}
        if with_spark_sql:
            contestants["Spark SQL local[4]"] = spark_sql
        print(race(contestants, rounds).round(2).to_string(index=False))
        questions.close()
        ask_polars.wait()


if __name__ == "__main__":
    command_line.run(main)
