"""The command line of the analysis, `python -m spark_analysis`: one file per verb. pyharness starts it as a process."""

COMES_AFTER_MEASUREMENT = True
"""No measurement of a run depends on this folder: see spark_analysis.run.measurement_cache."""
