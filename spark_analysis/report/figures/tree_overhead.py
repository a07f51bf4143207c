"""The overhead of the tree, as it was planned and as it was sent."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.catalogue import metrics_shown_in
from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots import points
from spark_analysis.report.plots.metric_pictures import metric_pictures
from spark_analysis.report.plots.wording import alternative_text, listed_labels, means_of
from spark_analysis.report.theme.picture import Picture


def draw_tree_overhead(story: Story) -> Iterator[Picture]:
    """Draw both as pairs of marks; as figures of their own where a number varies or one is missing."""
    metrics = story.measured(*(metric.name for metric in metrics_shown_in("tree-overhead")))
    title = "The tree’s overhead, planned and on the air"
    if len(metrics) < 2 or story.axes:
        yield from metric_pictures(story, name="tree-overhead", title=title)
        return
    meaning = (
        "The first follows from the tree's parents and subscriptions; the second counts the events that nodes "
        "sent on. Where they part, the radio lost, repeated or re-routed something."
    )
    bars = " Bars are 95 % intervals of the mean." if story.replications > 1 else ""
    yield Picture(
        "tree-overhead",
        title,
        f"{listed_labels(metrics)}. {meaning}{bars}",
        alternative_text("Dot plot with two marks per variant.", story, metrics),
        partial(points.draw_paired, story, metrics[0], metrics[1]),
        partial(means_of, story, metrics),
    )


TREE_OVERHEAD_FIGURE = ReportFigure(
    name="tree-overhead", order=40, kinds=ON_RADIO, needs=("runs", "summary"), draw=draw_tree_overhead
)
