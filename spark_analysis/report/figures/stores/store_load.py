"""How many stores there are, and what they and the links bear."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

STORE_LOAD_FIGURE = ReportFigure(
    name="store-load",
    order=6,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="store-load", title="Load on stores and links"),
)
