"""The page about a paper: each of its claims beside our numbers, and its figures drawn from our runs.

`comparison` has what papers share: it reads the runs of all figures, judges claims, makes figures and writes the page.
Each paper is a further folder here with its claims, its figures and its text.
"""

COMES_AFTER_MEASUREMENT = True
"""No measurement of a run depends on this folder: see spark_analysis.run.measurement_cache."""
