"""Whether changing an overlay does harm: parts, losses, duplicates, order."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

OVERLAY_HARM_FIGURE = ReportFigure(
    name="overlay-harm",
    order=16,
    kinds=ON_WIRES,
    needs=("runs", "summary"),
    draw=partial(
        metric_pictures, name="overlay-harm", title="Harm by changes of the overlay", only_with="partition_time_s"
    ),
)
