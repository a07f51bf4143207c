"""How much the links are used, and what they lose."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

LINKS_FIGURE = ReportFigure(
    name="links",
    order=95,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="links", title="Load on the links"),
)
