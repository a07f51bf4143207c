"""What it costs to move topics between stores."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

REASSIGNMENT_FIGURE = ReportFigure(
    name="reassignment",
    order=8,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="reassignment", title="Cost of moving topics"),
)
