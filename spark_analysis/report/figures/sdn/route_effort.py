"""What computing routes takes."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

ROUTE_EFFORT_FIGURE = ReportFigure(
    name="route-effort",
    order=23,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="route-effort", title="Effort of computing routes"),
)
