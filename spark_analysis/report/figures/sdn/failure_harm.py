"""What failures cost."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

FAILURE_HARM_FIGURE = ReportFigure(
    name="failure-harm",
    order=24,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="failure-harm", title="Harm by failures, and repair", only_with="outage_s"),
)
