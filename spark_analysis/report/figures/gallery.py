"""All figures of an experiment, in the order of the report."""

from __future__ import annotations

from spark_analysis.registry import registered
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.theme.picture import Picture


def figures_of(story: Story) -> tuple[ReportFigure, ...]:
    """Return the figures of the experiment's kind of network."""
    every = registered("spark_analysis.report.figures", ReportFigure)
    return tuple(figure for figure in every if story.kind.name in figure.kinds)


def pictures(story: Story, section: str = "figures") -> list[Picture]:
    """Return the pictures of a section; a figure none of whose metrics has a value is left out."""
    return [picture for figure in figures_of(story) if figure.section == section for picture in figure.draw(story)]
