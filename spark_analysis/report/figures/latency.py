"""How long deliveries take: their percentiles."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

LATENCY_FIGURE = ReportFigure(
    name="latency",
    order=50,
    kinds=ON_EVERY_NETWORK,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="latency", title="How long it takes"),
)
