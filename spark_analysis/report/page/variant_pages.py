"""The page of one variant: its parameters, its numbers, its runs."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from math import isfinite

from markupsafe import Markup

from schema.manifest import Manifest, Scalar
from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import Variant, show_value
from spark_analysis.report.sections.section import ReportParts
from spark_analysis.report.theme import numbers
from spark_analysis.report.theme.chart import Axis, chart, wide

MOST_REPLICATIONS = 10
"""Columns of single values; tables/runs has all."""


@dataclass(frozen=True)
class MetricRow:
    """One metric: name, better direction, mean, interval, and a value for each replication that is shown."""

    label: str
    direction: str
    mean: str
    interval: str
    values: list[str]


@dataclass(frozen=True)
class Command:
    replication: int
    identity: str
    text: str


@dataclass(frozen=True)
class VariantPage:
    """`id` is what links lead to; `missing` are its replications that do not count."""

    id: str
    label: str
    name: str
    parameters: list[tuple[str, str, str]]
    replications: list[int]
    more: int
    metrics: list[MetricRow]
    charts: list[tuple[str, Markup]]
    missing: list[int]
    commands: list[Command]

    def html(self, report: ReportParts, before: VariantPage | None, after: VariantPage | None) -> Markup:
        """Return the page, with links to the pages of the variants `before` and `after` it."""
        values = {"page": self, "before": before, "after": after}
        return report.render("{{ shape.variant(page, before, after) }}\n", values)


def variant_pages(story: Story) -> list[VariantPage]:
    """In the order of the plan."""
    missing: dict[str, list[int]] = {variant.name: [] for variant in story.variants}
    commands: dict[str, list[Command]] = {variant.name: [] for variant in story.variants}
    for name, replication in story.inputs.left_out:
        missing[name].append(replication)
    for manifest in story.inputs.done:
        commands[manifest.variant].append(_command(manifest))
    return [_page(story, variant, missing[variant.name], commands[variant.name]) for variant in story.variants]


def _page(story: Story, variant: Variant, missing: list[int], commands: list[Command]) -> VariantPage:
    metrics = [metric for metric in story.metrics if isfinite(metric.reading(variant.name).mean)]
    measured = sorted({k for metric in metrics for k in metric.points(variant.name)})
    shown = measured[:MOST_REPLICATIONS]
    return VariantPage(
        id=story.page_of[variant.name],
        label=variant.label,
        name=variant.name,
        parameters=[_parameter(story, name, value) for name, value in variant.point.items()],
        replications=shown,
        more=len(measured) - len(shown),
        metrics=[_metric(metric, variant, shown) for metric in metrics],
        charts=[*_latency(story, variant), *_load(story, variant)],
        missing=missing,
        commands=commands,
    )


def _parameter(story: Story, name: str, value: Scalar) -> tuple[str, str, str]:
    experiment = story.inputs.experiment
    return name, show_value(name, value, experiment.labels), experiment.units.get(name, "")


def _metric(metric: MetricReadings, variant: Variant, replications: list[int]) -> MetricRow:
    points = metric.points(variant.name)
    return MetricRow(
        metric.axis_label,
        metric.direction,
        metric.mean_text(variant.name, with_unit=False),
        metric.interval_text(variant.name),
        [metric.value_text(points.get(k, float("nan"))) for k in replications],
    )


def _latency(story: Story, variant: Variant) -> list[tuple[str, Markup]]:
    curve = story.curves.latency.get(variant.name)
    if curve is None:
        return []
    unit = story.curves.latency_scale.unit
    times = Axis(f"Latency ({unit})", curve.mean, float(curve.mean.min()), float(curve.mean.max()), wide(curve.mean))
    shares = Axis("Deliveries (%)", 100 * curve.at, 0.0, 100.0)
    middle = numbers.plain(float(curve.mean[abs(curve.at - 0.5).argmin()]))
    text = f"Half of the deliveries take no more than {middle} {unit}."
    drawn = chart(times, shares, (curve.low, curve.high), across=True, text=text)
    return [("Deliveries no later (%)", drawn)]


def _load(story: Story, variant: Variant) -> list[tuple[str, Markup]]:
    curve = story.curves.load.get(variant.name)
    if curve is None:
        return []
    top = float(max(curve.mean.max(), curve.high[0] if isfinite(curve.high[0]) else 0.0, 1.0))
    ranks = Axis("Nodes, the busiest first", curve.at, float(curve.at.min()), float(curve.at.max()))
    text = f"The busiest node sends {numbers.plain(float(curve.mean[0]))} frames, the last {curve.mean[-1]:.0f}."
    drawn = chart(ranks, Axis("Frames", curve.mean, 0.0, top), (curve.low, curve.high), across=False, text=text)
    return [("Frames sent, by node", drawn)]


def _command(manifest: Manifest) -> Command:
    return Command(manifest.replication, manifest.identity, shlex.join(manifest.command))
