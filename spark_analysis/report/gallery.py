"""Which figures an experiment gets, with what each says to a reader who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import isfinite

from spark_analysis.report import numbers, plot_forest, plot_lines, plot_points, plot_tradeoff
from spark_analysis.report.picture import Picture
from spark_analysis.report.readings import Metric
from spark_analysis.report.story import Story

_GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("delivery", "How much arrives", ("delivery_ratio", "reachable_delivery_ratio")),
    ("overhead", "What it costs", ("control_bytes_per_delivered_byte", "tx_per_delivery")),
    ("latency", "How long it takes", ("latency_p50_s", "latency_p95_s")),
    ("load", "Load on the radio", ("control_tx_per_node_s", "airtime_fraction", "tx_fairness", "mac_collision_ratio")),
    ("paths", "Paths and stability", ("hops_mean", "path_stretch", "parent_changes_per_node_min", "tree_similarity")),
)
_REALISED, _RELAYED = "pst_overhead_events", "relay_overhead_events"
_COSTS, _GAIN = ("control_bytes_per_delivered_byte", "tx_per_delivery"), "delivery_ratio"
_COMPARED = ("delivery_ratio", "control_bytes_per_delivered_byte", "tx_per_delivery", "latency_p95_s", _RELAYED)
_MOST_COMPARED = 4


def pictures(story: Story) -> list[Picture]:
    """In reading order; a figure none of whose metrics has a value is left out."""
    first, rest = (
        [picture for group in part for picture in _group(story, *group)] for part in (_GROUPS[:2], _GROUPS[2:])
    )
    return [*first, *_tradeoff(story), *_tree(story), *rest, *_forest(story)]


def _group(story: Story, name: str, title: str, names: tuple[str, ...]) -> Iterator[Picture]:
    metrics = story.measured(*names)
    if not metrics:
        return
    if not story.axes:
        yield Picture(
            name,
            title,
            f"{_list(metrics)} of every variant. {_how(story, 'bar')}",
            _alt("Dot plot with one row per variant.", story, metrics),
            partial(plot_points.draw, story, metrics),
        )
        return
    for axis in story.axes:
        suffix = f"-over-{axis}" if len(story.axes) > 1 else ""
        yield Picture(
            name + suffix,
            title + (f", over {axis}" if len(story.axes) > 1 else ""),
            f"{_list(metrics)} over {axis}, one line per {_kind(story)}. {_how(story, 'band')}",
            _alt(f"Line plot over {axis}.", story, metrics),
            partial(plot_lines.draw, story, metrics, axis),
        )


def _tradeoff(story: Story) -> Iterator[Picture]:
    costs, gain = story.measured(*_COSTS), story.metric(_GAIN)
    if not (costs and gain):
        return
    corner = "The upper left corner is best."
    tie = f" Lines join the values of {story.axes[0]}." if len(story.axes) == 1 else ""
    bars = " Crosses are 95 % intervals of both means." if story.replications > 1 else ""
    yield Picture(
        "trade-off",
        "What delivery costs",
        f"Delivery ratio against {_list(costs).lower()}. {corner}{tie}{bars}",
        _alt("Scatter plot of overhead against delivery.", story, [*costs, gain]),
        partial(plot_tradeoff.draw, story, costs, gain),
    )


def _tree(story: Story) -> Iterator[Picture]:
    metrics = story.measured(_REALISED, _RELAYED)
    title = "The tree’s overhead, planned and on the air"
    if len(metrics) < 2 or story.axes:
        yield from _group(story, "tree-overhead", title, (_REALISED, _RELAYED))
        return
    meaning = (
        "The first follows from the tree's parents and subscriptions; the second counts the events that nodes "
        "sent on. Where they part, the radio lost, repeated or re-routed something."
    )
    yield Picture(
        "tree-overhead",
        title,
        f"{_list(metrics)}. {meaning} Bars are 95 % intervals of the mean."
        if story.replications > 1
        else f"{_list(metrics)}. {meaning}",
        _alt("Dot plot with two marks per variant.", story, metrics),
        partial(plot_points.draw_paired, story, metrics[0], metrics[1]),
    )


def _forest(story: Story) -> Iterator[Picture]:
    rows = plot_forest.rows(story)
    metrics = [
        metric
        for metric in story.measured(*_COMPARED)
        if any(isfinite(story.comparisons.between(metric.view.name, row.variant, row.reference).low) for row in rows)
    ][:_MOST_COMPARED]
    if not metrics:
        return
    cut = f" The first {plot_forest.MOST_ROWS} of {len(rows)} comparisons." if len(rows) > plot_forest.MOST_ROWS else ""
    alt = "; ".join(
        f"{metric.view.label}, {row.label}: {metric.difference_text(difference)}, {difference.outcome.value}"
        for metric in metrics
        for row in rows[: plot_forest.MOST_ROWS]
        if isfinite((difference := story.comparisons.between(metric.view.name, row.variant, row.reference)).mean)
    )
    yield Picture(
        "differences",
        f"Differences from {plot_forest.reference(story)}, replication by replication",
        f"Mean paired difference from {plot_forest.reference(story)}, with its 95 % interval: both sides met the same "
        f"mobility and the same events. A filled mark differs significantly {story.comparisons.rule}; for a hollow one "
        f"no difference was found.{cut} Every other pair stands in the table.",
        f"Forest plot. {alt}.",
        partial(plot_forest.draw, story, metrics),
    )


def _how(story: Story, shape: str) -> str:
    if story.replications < 2:
        return "There is one replication, so there is no interval."
    if shape == "band" and len(story.inks) > plot_lines.MANY:
        return (
            "The mark is the mean over the replications, the band its 95 % interval; each line stands a little aside."
        )
    points = (
        "Small points are the replications, each at its own height, the same in every row;"
        if shape == "bar"
        else "Each line stands a little aside, so that none hides another. Small points are the replications;"
    )
    return f"{points} the large mark is their mean, the {shape} its 95 % interval."


def _kind(story: Story) -> str:
    return "protocol" if "protocol" in story.inputs.experiment.varying else "series"


def _list(metrics: Sequence[Metric]) -> str:
    labels = [metric.view.label for metric in metrics]
    text = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
    return text[0].upper() + text[1:]


def _alt(kind: str, story: Story, metrics: Sequence[Metric]) -> str:
    parts = []
    for metric in metrics:
        values = {variant.label: metric.mean_text(variant.name) for variant in story.variants}
        told = (f"{label} {'no value' if text == numbers.MISSING else text}" for label, text in values.items())
        parts.append(f"{metric.view.label}: " + "; ".join(told))
    return f"{kind} Means. " + ". ".join(part[0].upper() + part[1:] for part in parts) + "."
