"""The page about a paper: each of its claims beside our numbers, and its figures drawn from our runs.

`paper_results` reads the runs of all figures, `claim` judges claims, `panel` and `drawing` make figures, `paper_page`
writes the page. Each paper is a folder here with its claims, its figures and its text.
"""

COMES_AFTER_MEASUREMENT = True
"""No measurement of a run depends on this folder: see spark_analysis.run.measurement_cache."""
