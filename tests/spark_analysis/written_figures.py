"""Figures of a paper that were made by hand, as files of an experiment each."""

from __future__ import annotations

from pathlib import Path

from spark_analysis.papers.comparison.paper_results import PaperResults


def write_figures(results: PaperResults, folder: Path) -> None:
    """Write the plan and the table of runs of each figure below `folder`."""
    for name, figure in results.figures.items():
        (folder / name / "tables").mkdir(parents=True)
        (folder / name / "experiment.json").write_text(figure.experiment.model_dump_json())
        figure.runs.to_parquet(folder / name / "tables" / "runs.parquet")
