"""What changing routes takes."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

CHANGE_EFFORT_FIGURE = ReportFigure(
    name="change-effort",
    order=25,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="change-effort", title="Effort of changing routes", only_with="flow_mods"),
)
