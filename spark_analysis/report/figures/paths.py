"""How long the paths are, and how stable the trees."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

PATHS_FIGURE = ReportFigure(
    name="paths",
    order=90,
    kinds=ON_RADIO,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="paths", title="Paths and stability"),
)
