"""How the load is shared among the nodes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.data.settings import inks_of, panels_shown, settings_drawn
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots import curves as curves_plot
from spark_analysis.report.plots.wording import band_words, line_noun
from spark_analysis.report.theme.picture import Picture


def draw_loads(story: Story) -> Iterator[Picture]:
    """Draw the frames sent over the rank of the node, a line per series."""
    curves, panels = story.curves.load, panels_shown(story) if story.variants else []
    panels = [panel for panel in panels if any(variant.name in curves for variant in panel.variants.values())]
    if not panels:
        return
    fairness = story.curves.fairness
    names = {
        name: f"{name} ({fairness[variant.name]:.2f})"
        for name, variant in panels[0].variants.items()
        if len(panels) == 1 and variant.name in fairness
    }
    index = " Behind each name Jain’s index: 1 where all nodes send alike." if names else ""
    described = "; ".join(
        f"{name}: {curve.mean[0]:,.0f} by the busiest, {curve.mean[-1]:,.0f} by the last"
        for name, variant in panels[0].variants.items()
        if (curve := curves.get(variant.name)) is not None
    )
    yield Picture(
        "loads",
        "How the load is shared among the nodes",
        "Frames that the busiest node sent in the measured window, the next one, and so on: the mean over the "
        f"replications{band_words(story)}. A level line is a fair one.{index}{settings_drawn(story, panels)}",
        f"Frames sent by rank of node, a line per {line_noun(story)}. {described}.",
        partial(curves_plot.draw_load, curves, panels, inks_of(story, panels), names),
        partial(curves_plot.curve_rows, curves, panels, "rank", "tx_frames"),
    )


LOADS_FIGURE = ReportFigure(name="loads", order=80, kinds=ON_RADIO, needs=("loads",), draw=draw_loads)
