"""What events carry, and where they arrive without need."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

DATA_PLANE_FIGURE = ReportFigure(
    name="data-plane",
    order=26,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="data-plane", title="Events on the data plane"),
)
