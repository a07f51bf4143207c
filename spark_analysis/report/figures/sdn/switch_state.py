"""How much state switches keep."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

SWITCH_STATE_FIGURE = ReportFigure(
    name="switch-state",
    order=22,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="switch-state", title="State of the switches"),
)
