"""The analysis on a cluster, by `spark-submit --py-files`: see docs/clusters.md."""

COMES_AFTER_MEASUREMENT = True
"""No measurement of a run depends on this folder: see spark_analysis.run.measurement_cache."""
