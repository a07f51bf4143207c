"""How Spark is started: the same for runs on a cluster and for the analysis."""
