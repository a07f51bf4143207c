"""How much the radios are used."""

from __future__ import annotations

from functools import partial

from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.metric_pictures import metric_pictures

LOAD_FIGURE = ReportFigure(
    name="load",
    order=70,
    kinds=ON_RADIO,
    needs=("runs", "summary"),
    draw=partial(metric_pictures, name="load", title="Load on the radio"),
)
