"""What changing an overlay wins and takes."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

OVERLAY_RECONFIGURATION_FIGURE = ReportFigure(
    name="overlay-reconfiguration",
    order=14,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(
        metric_pictures,
        name="overlay-reconfiguration",
        title="Cost and effort of changing the overlay",
        only_with="reconfigurations",
    ),
)
