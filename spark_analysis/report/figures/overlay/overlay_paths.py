"""How many links notifications cross, and how many brokers have."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

OVERLAY_PATHS_FIGURE = ReportFigure(
    name="overlay-paths",
    order=18,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="overlay-paths", title="Paths in the overlay"),
)
