"""How much of what is due arrives."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

DELIVERY_FIGURE = ReportFigure(
    name="delivery",
    order=10,
    kinds=ON_EVERY_NETWORK,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="delivery", title="How much arrives"),
)
