"""How long requests take, and how many get no answer."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

RESPONSES_FIGURE = ReportFigure(
    name="responses",
    order=4,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="responses", title="How requests are answered"),
)
