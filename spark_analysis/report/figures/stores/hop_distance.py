"""How far requests go, and the traffic that this makes."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

HOP_DISTANCE_FIGURE = ReportFigure(
    name="hop-distance",
    order=2,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="hop-distance", title="How far requests go"),
)
