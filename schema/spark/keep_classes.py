"""Keeps the classes of Spark for later starts (`./waf python -m schema.spark.keep_classes`)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pyspark import SparkContext
from pyspark.sql import SparkSession

from schema.spark.classes import QUIET, classes_file
from schema.spark.session_start import JAVA_OPTIONS, spark_session


def keep_spark_classes() -> Path:
    """Start Spark, use what the analysis uses of it, and keep the classes that Java has loaded. Returns the file.

    Raises ConnectionError where Spark does not start, OSError where the file cannot be written.
    """
    kept = classes_file()
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        new = Path(folder) / kept.name
        options = f'{JAVA_OPTIONS} "-XX:ArchiveClassesAtExit={new}" {QUIET}'
        with spark_session("local[2]", {"spark.driver.extraJavaOptions": options}) as spark:
            _use(spark, Path(folder))
        gateway = SparkContext._gateway
        assert gateway is not None, "a session was started"
        gateway.shutdown()
        gateway.proc.stdin.close()
        gateway.proc.wait()  # Java writes the file when it ends
        for old in kept.parent.glob("spark-classes-*.jsa"):
            old.unlink()
        new.replace(kept)
    return kept


def _use(spark: SparkSession, folder: Path) -> None:
    """A Python task, a query with a shuffle, Arrow in both directions, Parquet."""
    spark.sparkContext.parallelize(range(4), 2).map(abs).collect()
    frame = spark.createDataFrame([(1, "a"), (2, "b")], "number long, name string")
    frame.createTempView("frame")
    spark.sql("select name, sum(number) as total from frame where number > 0 group by name").toPandas()
    frame.mapInArrow(lambda batches: batches, frame.schema).write.parquet(f"{folder}/table")
    spark.read.parquet(f"{folder}/table").orderBy("number").limit(1).collect()


if __name__ == "__main__":
    print(keep_spark_classes())
