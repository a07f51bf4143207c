"""Which figures an experiment gets, with what each says to a reader who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from math import isfinite

import pandas as pd

from spark_analysis.report.data.readings import Metric
from spark_analysis.report.data.replay import Replays
from spark_analysis.report.data.settings import inks_of, panels_shown, told
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import PROTOCOL, Variant
from spark_analysis.report.figures import (
    plot_curves,
    plot_forest,
    plot_lines,
    plot_network,
    plot_points,
    plot_tradeoff,
)
from spark_analysis.report.theme import numbers
from spark_analysis.report.theme.picture import DESK, Picture

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
NETWORK = "network"
_MOST_TOLD = 20
"""Variants whose every mean an alternative text names."""


def pictures(story: Story) -> list[Picture]:
    """In reading order; a figure none of whose metrics has a value is left out."""
    delivery, overhead, latency, load, paths = ([*_group(story, *group)] for group in _GROUPS)
    return [
        *delivery,
        *overhead,
        *_tradeoff(story),
        *_tree(story),
        *latency,
        *_latencies(story),
        *load,
        *_loads(story),
        *paths,
        *_forest(story),
    ]


def network(replays: Replays) -> Picture | None:
    """The still of the animated view; None where no run can be shown."""
    if not replays.shown:
        return None
    shown = plot_network.shown(replays.shown, DESK)
    return Picture(
        NETWORK,
        "One event on its way",
        "The event that most nodes received. A diamond publishes it; a full square wanted and has it, an empty one "
        "wanted it and does not have it; a disc passed it on. Thick lines lead from a sender to who first heard the "
        "event from it, thin ones from node to parent.",
        "Maps of the network, one per run: " + "; ".join(run.label for run in shown) + ".",
        partial(plot_network.draw, replays.shown),
        partial(plot_network.table, replays.shown),
    )


def _group(story: Story, name: str, title: str, names: tuple[str, ...]) -> Iterator[Picture]:
    metrics = story.measured(*names)
    if not metrics:
        return
    means = partial(_means, story, metrics)
    if not story.axes:
        yield Picture(
            name,
            title,
            f"{_list(metrics)} of every variant. {_how(story, 'bar')}",
            _alt("Dot plot with one row per variant.", story, metrics),
            partial(plot_points.draw, story, metrics),
            means,
        )
        return
    for axis in story.axes:
        suffix = re.sub(r"[^\w.-]+", "-", f"-over-{axis}") if len(story.axes) > 1 else ""
        yield Picture(
            name + suffix,
            title + (f", over {axis}" if len(story.axes) > 1 else ""),
            f"{_list(metrics)} over {axis}, one line per {_kind(story)}. {_how(story, 'band')}",
            _alt(f"Line plot over {axis}.", story, metrics),
            partial(plot_lines.draw, story, metrics, axis),
            means,
        )


def _tradeoff(story: Story) -> Iterator[Picture]:
    costs, gain = story.measured(*_COSTS), story.metric(_GAIN)
    if not (costs and gain):
        return
    central = panels_shown(story)[0]
    many = len(story.variants) > _MOST_TOLD and len(story.axes) > 1 and len(story.contests) > 1
    variants = list(central.variants.values()) if many else list(story.variants)
    corner = "The upper left corner is best."
    corner += f" Only the central setting is drawn, {central.where}." if many else ""
    tie = f" Lines join the values of {story.axes[0]}." if len(story.axes) == 1 else ""
    bars = " Crosses are 95 % intervals of both means." if story.replications > 1 else ""
    yield Picture(
        "trade-off",
        "What delivery costs",
        f"Delivery ratio against {_list(costs).lower()}. {corner}{tie}{bars}",
        _alt("Scatter plot of overhead against delivery.", story, [*costs, gain]),
        partial(plot_tradeoff.draw, story, variants, costs, gain),
        partial(_means, story, [*costs, gain], {variant.name for variant in variants}),
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
    bars = " Bars are 95 % intervals of the mean." if story.replications > 1 else ""
    yield Picture(
        "tree-overhead",
        title,
        f"{_list(metrics)}. {meaning}{bars}",
        _alt("Dot plot with two marks per variant.", story, metrics),
        partial(plot_points.draw_paired, story, metrics[0], metrics[1]),
        partial(_means, story, metrics),
    )


def _latencies(story: Story) -> Iterator[Picture]:
    curves, panels = story.curves.latency, panels_shown(story) if story.variants else []
    panels = [panel for panel in panels if any(variant.name in curves for variant in panel.variants.values())]
    if not panels:
        return
    unit = story.curves.latency_scale.unit
    said = "; ".join(_quantiles(story, name, variant) for name, variant in panels[0].variants.items())
    yield Picture(
        "latencies",
        "How latency is distributed",
        "The share of the deliveries that took no longer than so much. At every share the line is the mean over the "
        f"replications{_band(story)}.{told(story, panels)}",
        f"Distribution of latency, a line per {_kind(story)}. {said}.",
        partial(plot_curves.draw_latency, curves, panels, inks_of(story, panels), unit),
        partial(plot_curves.table, curves, panels, "quantile", f"latency_{unit}"),
    )


def _quantiles(story: Story, name: str, variant: Variant) -> str:
    curve = story.curves.latency.get(variant.name)
    if curve is None:
        return f"{name}: none"
    unit = story.curves.latency_scale.unit
    low, mid, high = (numbers.plain(float(curve.mean[abs(curve.at - share).argmin()])) for share in (0.05, 0.5, 0.95))
    return f"{name}: half within {mid} {unit}, 5 % within {low}, 95 % within {high}"


def _loads(story: Story) -> Iterator[Picture]:
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
    said = "; ".join(
        f"{name}: {curve.mean[0]:,.0f} by the busiest, {curve.mean[-1]:,.0f} by the last"
        for name, variant in panels[0].variants.items()
        if (curve := curves.get(variant.name)) is not None
    )
    yield Picture(
        "loads",
        "How the load is shared among the nodes",
        "Frames that the busiest node sent in the measured window, the next one, and so on: the mean over the "
        f"replications{_band(story)}. A level line is a fair one.{index}{told(story, panels)}",
        f"Frames sent by rank of node, a line per {_kind(story)}. {said}.",
        partial(plot_curves.draw_load, curves, panels, inks_of(story, panels), names),
        partial(plot_curves.table, curves, panels, "rank", "tx_frames"),
    )


def _band(story: Story) -> str:
    return ", the band its 95 % interval" if story.replications > 1 else ""


def _forest(story: Story) -> Iterator[Picture]:
    every = plot_forest.rows(story)
    rows = [row for row in plot_forest.rows_shown(story) if row.variant]
    metrics = [
        metric
        for metric in story.measured(*_COMPARED)
        if any(isfinite(story.comparisons.between(metric.view.name, row.variant, row.reference).low) for row in rows)
    ][:_MOST_COMPARED]
    if not metrics:
        return
    cut = f" {len(rows)} of {len(every)} comparisons are drawn." if len(rows) < len(every) else ""
    alt = "; ".join(
        f"{metric.view.label}, {row.label}: {metric.difference_text(difference)}, {difference.outcome.value}"
        for metric in metrics
        for row in rows
        if isfinite((difference := story.comparisons.between(metric.view.name, row.variant, row.reference)).mean)
    )
    yield Picture(
        "differences",
        f"Differences from {plot_forest.reference(story)}, replication by replication",
        f"Mean paired difference from {plot_forest.reference(story)}, with its 95 % interval: {story.paired_on}. "
        f"A filled mark differs significantly {story.comparisons.rule}; for a hollow one "
        f"no difference was found, or none that outlives the correction.{cut} Every other pair stands in the table.",
        f"Forest plot. {alt}.",
        partial(plot_forest.draw, story, metrics),
        partial(_differences, story, metrics, {(row.variant, row.reference) for row in rows}),
    )


def _means(story: Story, metrics: Sequence[Metric], variants: Collection[str] = ()) -> pd.DataFrame:
    """Of the named variants, or of all."""
    summary = story.inputs.summary
    rows = summary[summary["metric"].isin([metric.view.name for metric in metrics])]
    return rows[rows["variant"].isin(list(variants))] if variants else rows


def _differences(story: Story, metrics: Sequence[Metric], drawn: set[tuple[str, str]]) -> pd.DataFrame:
    pairs = story.inputs.pairs
    named = pairs["metric"].isin([metric.view.name for metric in metrics])
    there = [(a, b) in drawn or (b, a) in drawn for a, b in zip(pairs["variant_a"], pairs["variant_b"], strict=True)]
    return pairs[named & pd.Series(there, index=pairs.index, dtype=bool)]


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
    """What a line of a figure is: what varies as a word, or a variant."""
    words = story.words
    return " and ".join(words) if words else PROTOCOL if story.axes else "variant"


def _list(metrics: Sequence[Metric]) -> str:
    labels = [metric.view.label for metric in metrics]
    text = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
    return text[0].upper() + text[1:]


def _alt(kind: str, story: Story, metrics: Sequence[Metric]) -> str:
    parts = []
    for metric in metrics:
        values = {variant.label: metric.mean_text(variant.name) for variant in story.variants}
        if len(values) > _MOST_TOLD:
            told_of = sorted(
                (variant for variant in story.variants if isfinite(metric.reading(variant.name).mean)),
                key=lambda variant: metric.reading(variant.name).mean,
            )
            values = {f"{end} {v.label}": metric.mean_text(v.name) for end, v in _ends(told_of)}
        told_each = (f"{label} {'no value' if text == numbers.MISSING else text}" for label, text in values.items())
        parts.append(f"{metric.view.label}: " + "; ".join(told_each))
    return f"{kind} Means. " + ". ".join(part[0].upper() + part[1:] for part in parts) + "."


def _ends(ranked: Sequence[Variant]) -> list[tuple[str, Variant]]:
    return [("lowest", ranked[0]), ("highest", ranked[-1])] if ranked else []
