"""What the deliveries cost."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

OVERHEAD_FIGURE = ReportFigure(
    name="overhead",
    order=20,
    kinds=ON_RADIO,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="overhead", title="What it costs"),
)
