"""Intervals, paired differences and verdicts over replications, and the result tables they are written to."""

COMES_AFTER_MEASUREMENT = True
"""No measurement of a run depends on this folder: see spark_analysis.run.measurement_cache."""
