"""A program for `spark-submit`: captures to tables, or the analysis of an experiment's folder; see docs/clusters.md.

spark-submit --master spark://head:7077 --py-files analysis.zip spark_analysis/cluster/submit.py captures OUT PATH…
spark-submit --master spark://head:7077 --py-files analysis.zip spark_analysis/cluster/submit.py experiment FOLDER
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

_CHECKOUT = Path(__file__).resolve().parents[2]
if (_CHECKOUT / "spark_analysis").is_dir():  # goes before the archive: files can be read beside its modules
    sys.path.insert(0, str(_CHECKOUT))

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def main() -> int:
    """Do what was asked on the Spark that spark-submit started. 0: done; 1: a check differs or a run failed; 2: not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    captures = verbs.add_parser("captures", help="OUT/counts and OUT/quality, as Parquet and CSV")
    captures.add_argument("out", metavar="OUT", help="a folder on any file system that Spark knows")
    captures.add_argument(
        "paths", metavar="PATH", nargs="+", help="files, folders and globs, local or s3://, hdfs://, …"
    )
    captures.add_argument("--by", default="type,is_tx", help="columns of which each value is counted (%(default)s)")
    captures.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help="of ns3pcap_counts")
    experiment = verbs.add_parser("experiment", help="tables and report, as ./waf report makes them")
    experiment.add_argument("folder", metavar="FOLDER", type=Path, help="that all machines see under this path")
    given = parser.parse_args()

    from pyspark.sql import SparkSession

    spark = SparkSession.builder.getOrCreate()
    try:
        if given.verb == "captures":
            return write_counts(spark, given.out, given.paths, given.by, given.option)
        return analyse_experiment(given.folder)
    finally:
        spark.stop()


def write_counts(spark: SparkSession, out: str, paths: Sequence[str], by: str, options: Sequence[str]) -> int:
    """OUT/counts and OUT/quality, a file of each kind, sorted: the same bytes from any cluster."""
    from pyspark.errors import PySparkException

    from spark_analysis.datasource import register

    register(spark)
    pairs = dict(option.partition("=")[::2] for option in options)
    try:
        counts = spark.read.format("ns3pcap_counts").options(by=by, **pairs).load(list(paths))
        pairs.pop("where", None)  # the quality is of all records, whichever are counted
        quality = spark.read.format("ns3pcap_quality").options(**pairs).load(list(paths))
        for name, table in (
            ("counts", counts.orderBy("path", *filter(None, by.split(",")))),
            ("quality", quality.orderBy("path")),
        ):
            whole = table.coalesce(1).persist()
            whole.write.mode("overwrite").parquet(f"{out}/{name}")
            whole.write.mode("overwrite").csv(f"{out}/{name}.csv", header=True)
            print(f"{out}/{name}: {whole.count()} rows")
    except PySparkException as error:
        print(_last_line(error), file=sys.stderr)
        return 2
    return 0


def analyse_experiment(folder: Path) -> int:
    """Tables and report of an experiment."""
    from spark_analysis.experiment.analysis import analyse

    try:
        analysis = analyse(folder)
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    print(analysis.summary_text)
    print(analysis.report)
    return int(bool(analysis.checks_failed or analysis.failed_runs))


def _last_line(error: Exception) -> str:
    """The message of a worker's exception: the last line of the trace that Spark hands on."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip() and "SQLSTATE" not in line]
    return lines[-1]


if __name__ == "__main__":
    sys.exit(main())
