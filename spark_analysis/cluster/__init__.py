"""The analysis on somebody's cluster, by `spark-submit --py-files`: see docs/clusters.md."""
