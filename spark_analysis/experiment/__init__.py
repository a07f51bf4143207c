"""A whole experiment: its analysis from runs to tables and report, and its results in a notebook."""

COMES_AFTER_MEASUREMENT = True
"""No measurement of a run depends on this folder: see spark_analysis.run.measurement_cache."""
