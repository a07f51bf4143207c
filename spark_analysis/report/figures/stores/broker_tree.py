"""The brokers of one run, the load of the links between them, and the stores."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.store_network import StoreMap, read_store_map
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots import broker_tree
from spark_analysis.report.theme.picture import Picture

_NAME = "broker-tree"


def broker_tree_picture(shown: StoreMap) -> Picture:
    """The map of one run."""
    stores = shown.stores
    topics = sum(len(store.topics) for store in stores)
    return Picture(
        _NAME,
        f"Brokers and stores: {shown.label}, replication {shown.replication}",
        f"The {len(shown.requests)} brokers and the links between them. A square is a store, with the number of topics "
        "that it keeps; it is empty where the store has failed. The larger a mark, the more requests the clients of "
        "the broker sent; the wider a line, the more frames the link carried both ways in the measured window.",
        f"Map of a network of {len(shown.requests)} brokers with {len(stores)} stores, which keep {topics} topics, "
        "replicas counted. The table of stores has the numbers.",
        partial(broker_tree.draw_broker_tree, shown),
        partial(broker_tree.broker_rows, shown),
    )


def draw_broker_map(story: Story) -> Iterator[Picture]:
    """Draw the run that the section on stores is about."""
    shown = read_store_map(story)
    if shown is not None:
        yield broker_tree_picture(shown)


BROKER_TREE_FIGURE = ReportFigure(
    name=_NAME,
    order=9,
    kinds=ON_WIRES,
    needs=("brokers", "clients", "links", "placement", "requests", "store_state"),
    draw=draw_broker_map,
    section="stores",
)
