"""The report: one self-contained page that answers an experiment's question, and its figures as PNG files."""

from spark_analysis.report.page.write import write_report

__all__ = ["write_report"]
