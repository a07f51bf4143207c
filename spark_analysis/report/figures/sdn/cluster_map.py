"""The clusters of one run and the load of the edges between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.sdn.cluster_map import read_cluster_map
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.sdn.cluster_maps import draw_cluster_map, edge_rows
from spark_analysis.report.theme.picture import Picture

_NAME = "cluster-map"


def draw_map_of_clusters(story: Story) -> Iterator[Picture]:
    """Draw the run that the section on clusters is about."""
    shown = read_cluster_map(story)
    if shown is None:
        return
    loaded = (
        "The wider and darker an edge, on a dark page the brighter, the more of its rate it carried in the measured "
        "window, both directions together."
        if shown.loads
        else "What the edges carried is not known without captures."
    )
    most = max(shown.loads, key=lambda edge: shown.loads[edge] / shown.capacities[edge], default=None)
    busiest = (
        f" The busiest joins {most[0]} and {most[1]}: {100 * shown.loads[most] / shown.capacities[most]:.3g} %."
        if most
        else ""
    )
    yield Picture(
        _NAME,
        f"Clusters and the load of their edges: {shown.label}, replication {shown.replication}",
        f"The {len(shown.names)} clusters, placed so that distances resemble numbers of links. {loaded}",
        f"Map of {len(shown.names)} clusters and {len(shown.capacities)} edges.{busiest}",
        partial(draw_cluster_map, shown),
        partial(edge_rows, shown),
    )


CLUSTER_MAP_FIGURE = ReportFigure(
    name=_NAME,
    order=300,
    kinds=ON_WIRES,
    needs=("clusters", "link_roles", "links"),
    draw=draw_map_of_clusters,
    section="clusters",
)
