"""How the load is spread over the edges between clusters."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

EDGE_LOAD_FIGURE = ReportFigure(
    name="edge-load",
    order=21,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="edge-load", title="Load of the edges between clusters"),
)
