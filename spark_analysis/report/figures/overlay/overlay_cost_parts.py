"""What the messages of an overlay cost, by kind."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

OVERLAY_COST_PARTS_FIGURE = ReportFigure(
    name="overlay-cost-parts",
    order=12,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="overlay-cost-parts", title="What the overlay’s messages cost"),
)
