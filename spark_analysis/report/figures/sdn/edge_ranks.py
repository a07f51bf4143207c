"""How the load is shared among the edges between clusters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.curves import mean_curves
from spark_analysis.report.data.sdn.cluster_map import edge_shares
from spark_analysis.report.data.settings import inks_of, panels_shown, settings_drawn
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.curves import curve_rows
from spark_analysis.report.plots.sdn.edge_ranks import draw_edge_ranks
from spark_analysis.report.plots.wording import band_words, line_noun
from spark_analysis.report.theme.picture import Picture

_NAME = "edge-ranks"


def draw_shares_of_edges(story: Story) -> Iterator[Picture]:
    """Draw the load over the rank of the edge."""
    shares = edge_shares(story)
    if not len(shares):
        return
    curves = mean_curves(shares, "rank")
    panels = panels_shown(story) if story.variants else []
    panels = [panel for panel in panels if any(variant.name in curves for variant in panel.variants.values())]
    if not panels:
        return
    described = "; ".join(
        f"{name}: {curve.mean[0]:.3g} % on the busiest edge, {curve.mean[-1]:.3g} % on the last"
        for name, variant in panels[0].variants.items()
        if (curve := curves.get(variant.name)) is not None
    )
    yield Picture(
        _NAME,
        "How the load is shared among the edges",
        "Load of the busiest edge in the measured window, of the next, and so on, both directions together in per cent "
        f"of its rate: the mean over the replications{band_words(story)}. A level line is a fair one, and the area "
        f"below it is what all edges carry.{settings_drawn(story, panels)}",
        f"Load by rank of edge, a line per {line_noun(story)}. {described}.",
        partial(draw_edge_ranks, curves, panels, inks_of(story, panels)),
        partial(curve_rows, curves, panels, "rank", "load_percent"),
    )


EDGE_RANKS_FIGURE = ReportFigure(
    name=_NAME,
    order=320,
    kinds=ON_WIRES,
    needs=("link_roles", "links"),
    draw=draw_shares_of_edges,
    section="clusters",
)
