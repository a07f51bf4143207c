"""The trees of one publisher, their edges coloured by the similarity of topics."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import partial

from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.data.parent_trees import ParentTree, read_parent_trees
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.plots.similarity_trees import draw_similarity_trees, edge_text, similarity_rows
from spark_analysis.report.theme import numbers
from spark_analysis.report.theme.picture import Picture

_NAME = "similarity-trees"
_READING = (
    "A line joins a node to its parent; the chain of parents leads to the root. The colour of a line is the similarity "
    "of the node's topics to its parent's when it chose that parent; it is 0, too, where one of them has no topics. "
    "The wider and darker a line, on a dark page the brighter, the more similar are the two. A dashed grey line has no "
    "similarity, because the protocol compared no topics for it."
)
_HOLLOW = " A hollow mark is a node without a parent."


def draw_trees_by_similarity(story: Story) -> Iterator[Picture]:
    """Draw a panel per variant with trees, where any of them has a similarity."""
    found = read_parent_trees(story)
    if not any(tree.known for tree in found.shown):
        return
    hollow = _HOLLOW if any(tree.orphans for tree in found.shown) else ""
    setting = f", at {found.where}" if found.where else ""
    yield Picture(
        _NAME,
        f"Which parents nodes choose: trees by similarity{setting}",
        f"{_what_is_seen(found.shown)} {_READING}{hollow}{_left_out(found.omitted)}",
        "Maps of trees, one per variant. " + " ".join(map(_described, found.shown)),
        partial(draw_similarity_trees, found.shown),
        partial(similarity_rows, found.shown),
    )


def _what_is_seen(trees: Sequence[ParentTree]) -> str:
    return (
        f"The tree of the publisher with the lowest number, node {_listed({tree.root for tree in trees})}, in "
        f"replication {_listed({tree.replication for tree in trees})} at {_listed({tree.time_s for tree in trees})} s, "
        "the end of the measured window. Above each map are the number of edges and the mean similarity of those that "
        "have one."
    )


def _listed(values: Collection[float]) -> str:
    return " or ".join(numbers.plain(value) for value in sorted(values))


def _left_out(omitted: Sequence[tuple[str, str]]) -> str:
    labels: dict[str, list[str]] = defaultdict(list)
    for label, reason in omitted:
        labels[reason].append(label)
    return "".join(f" Left out ({reason}): {'; '.join(those)}." for reason, those in labels.items())


def _described(tree: ParentTree) -> str:
    alone = len(tree.orphans)
    return f"{tree.label}: {edge_text(tree)}, {alone} of {len(tree.places)} nodes without a parent."


SIMILARITY_TREES_FIGURE = ReportFigure(
    name=_NAME,
    order=105,
    kinds=ON_RADIO,
    needs=("parents", "positions", "publications", "subscriptions", "transmissions"),
    draw=draw_trees_by_similarity,
    section="trees",
)
