"""What delivery costs: overhead against delivery."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.catalogue import metrics_shown_in
from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots import tradeoff
from spark_analysis.report.plots.wording import MOST_NAMED, alternative_text, listed_labels, means_of
from spark_analysis.report.theme.picture import Picture

_GAIN = "delivery_ratio"


def draw_trade_off(story: Story) -> Iterator[Picture]:
    """Draw the costs against the delivery ratio."""
    costs = story.measured(*(metric.name for metric in metrics_shown_in("trade-off")))
    gain = story.metric(_GAIN)
    if not (costs and gain):
        return
    central = panels_shown(story)[0]
    many = len(story.variants) > MOST_NAMED and len(story.axes) > 1 and len(story.contests) > 1
    variants = list(central.variants.values()) if many else list(story.variants)
    corner = "The upper left corner is best."
    corner += f" Only the central setting is drawn, {central.where}." if many else ""
    tie = f" Lines join the values of {story.axes[0]}." if len(story.axes) == 1 else ""
    bars = " Crosses are 95 % intervals of both means." if story.replications > 1 else ""
    yield Picture(
        "trade-off",
        "What delivery costs",
        f"Delivery ratio against {listed_labels(costs).lower()}. {corner}{tie}{bars}",
        alternative_text("Scatter plot of overhead against delivery.", story, [*costs, gain]),
        partial(tradeoff.draw_tradeoff, story, variants, costs, gain),
        partial(means_of, story, [*costs, gain], {variant.name for variant in variants}),
    )


TRADE_OFF_FIGURE = ReportFigure(name="trade-off", order=30, kinds=ON_RADIO, needs=("summary",), draw=draw_trade_off)
