"""Captures as Spark tables: `register(spark)`, then `spark.read.format("ns3pcap").load(path)`; see docs/data-source.md.

`ns3pcap`: a row per record; `ns3pcap_counts`: frames and bytes per file and kind, added up in the workers;
`ns3pcap_quality`: per file the numbers of its good and bad records. `read_by_hadoop` opens what only Spark's JVM can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spark_analysis.datasource.hadoop import read_by_hadoop
from spark_analysis.datasource.sources import CountsSource, PacketsSource, QualitySource

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def register(spark: SparkSession) -> None:
    """Register the three formats in `spark`."""
    for source in (PacketsSource, CountsSource, QualitySource):
        # The class is all that Spark takes to where a read is planned, and there is no session to ask there.
        known = type(source.__name__, (source,), {"parallelism": spark.sparkContext.defaultParallelism})
        spark.dataSource.register(known)


__all__ = ["read_by_hadoop", "register"]

COMES_AFTER_MEASUREMENT = True
"""No measurement of a run depends on this folder: see spark_analysis.run.measurement_cache."""
