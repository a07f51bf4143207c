"""The report: one self-contained page that answers an experiment's question, and its figures as PNG files."""

from spark_analysis.report.page.report_page import write_report

__all__ = ["write_report"]

COMES_AFTER_MEASUREMENT = True
"""No measurement of a run depends on this folder: see spark_analysis.run.measurement_cache."""
