"""The overlays of the busiest topics of one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.sdn.cluster_map import ClusterMap, TopicOverlay, read_cluster_map
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.sdn.cluster_maps import MOST_TOPICS, draw_topic_trees, topic_tree_rows
from spark_analysis.report.theme.picture import Picture

_NAME = "topic-trees"


def chosen_topics(shown: ClusterMap) -> list[TopicOverlay]:
    """The busiest topics, a topic below a chosen one before any other: both then show what they have in common."""
    waiting, chosen = [one for one in shown.topics if one.edges], list[TopicOverlay]()
    while waiting and len(chosen) < MOST_TOPICS:
        below = [one for one in waiting if chosen and one.topic.startswith(f"{chosen[-1].topic}.")]
        chosen.append((below or waiting)[0])
        waiting.remove(chosen[-1])
    return chosen


def draw_overlays_of_topics(story: Story) -> Iterator[Picture]:
    """Draw a panel for each of the chosen topics."""
    shown = read_cluster_map(story)
    topics = chosen_topics(shown) if shown is not None else []
    if shown is None or not topics:
        return
    yield Picture(
        _NAME,
        f"Overlays of topics: {shown.label}, replication {shown.replication}",
        f"The overlays of {len(topics)} of {len(shown.topics)} topics at the end of the measured window, on the same "
        "map: the busiest topic, the busiest one below it, and so on, else the next busiest. A cluster subscribes "
        "where events of the topic were due to one of its hosts.",
        _described(topics),
        partial(draw_topic_trees, shown, topics),
        partial(topic_tree_rows, topics),
    )


def _described(topics: Sequence[TopicOverlay]) -> str:
    return "Maps of overlays. " + " ".join(
        f"Topic {one.topic}: {len(one.edges)} edges, {len(one.publishers)} publishing and {len(one.subscribers)} "
        "subscribing clusters."
        for one in topics
    )


TOPIC_TREES_FIGURE = ReportFigure(
    name=_NAME,
    order=310,
    kinds=ON_WIRES,
    needs=("clusters", "due", "hosts", "link_roles", "publications", "topic_trees"),
    draw=draw_overlays_of_topics,
    section="clusters",
)
