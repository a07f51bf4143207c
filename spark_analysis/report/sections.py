"""The tables of the page, as rows of text that the template only has to lay out."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite

from schema.intervals import half_width
from schema.manifest import Manifest, last_words
from spark_analysis.report import numbers
from spark_analysis.report.comparisons import Difference
from spark_analysis.report.inputs import Key
from spark_analysis.report.readings import Metric
from spark_analysis.report.settings import panels_shown
from spark_analysis.report.story import Story
from spark_analysis.report.variants import compared, show_value
from spark_analysis.report.vocabulary import GROUPS, QUESTIONS, scale, view

_MOST_AT_A_GLANCE = 24
_MOST_PAIRS = 150
"""Rows of a metric's table of pairs; tables/pairs has all."""


@dataclass(frozen=True)
class Cell:
    """`best`: no other mean among those it may be compared with is better."""

    text: str
    best: bool = False


@dataclass(frozen=True)
class Grid:
    """Variants down, by what the compared ones have in common, each with the id of its page; metrics across."""

    title: str
    heads: list[tuple[str, str]]
    groups: list[tuple[str, list[tuple[str, str, list[Cell]]]]]


def grid(story: Story, title: str, metrics: list[Metric], settings: Collection[str] | None = None) -> Grid:
    """Mean and half-width of every variant, or of those at some settings; the best mean of each is marked."""
    groups = []
    for contest, variants in story.contests.items():
        if settings is not None and contest not in settings:
            continue
        able = compared(variants)
        best = [metric.best(variant.name for variant in able) for metric in metrics]
        rows = [
            (
                variant.series if contest else variant.label,
                story.page_of[variant.name],
                [
                    Cell(
                        m.short_text(variant.name), variant in compared(variants) and m.reading(variant.name).mean == b
                    )
                    for m, b in zip(metrics, best, strict=True)
                ],
            )
            for variant in variants
        ]
        groups.append((contest, rows))
    return Grid(title, [(metric.axis_label, metric.direction) for metric in metrics], groups)


def glance(story: Story) -> Grid | None:
    """The few numbers that the answer speaks of; where variants are many, at the settings that figures show."""
    metrics = story.measured(*QUESTIONS)
    few = len(story.variants) <= _MOST_AT_A_GLANCE or len(story.contests) == 1
    settings = None if few else [panels_shown(story)[0].where]
    return grid(story, "At a glance", metrics, settings) if metrics else None


def summaries(story: Story) -> list[Grid]:
    """Every metric, by group."""
    groups = ((group, [metric for metric in story.metrics if metric.view.group == group]) for group in GROUPS)
    return [grid(story, group, metrics) for group, metrics in groups if metrics]


@dataclass(frozen=True)
class PairRow:
    a: str
    b: str
    n: int
    difference: str
    p: str
    p_holm: str
    effect: str
    outcome: str
    differs: bool


@dataclass(frozen=True)
class Pairs:
    """One metric's comparisons: `compared` of them, of which `differing` differ; `rows` are those that are shown."""

    title: str
    unit: str
    rows: list[PairRow]
    compared: int
    differing: int


def pairs(story: Story) -> list[Pairs]:
    """One per metric that was compared at all. Where pairs are many: those at the settings that figures show."""
    found = []
    for metric in story.metrics:
        every = story.comparisons.of(metric.view.name)
        shown = every if len(every) <= _MOST_PAIRS else _some(story, every)
        if every:
            unit = metric.scale.difference_unit
            found.append(
                Pairs(
                    metric.axis_label,
                    f" in {unit}" if unit else "",
                    [_pair(story, metric, difference) for difference in shown],
                    len(every),
                    sum(difference.outcome.differs for difference in every),
                )
            )
    return found


def _some(story: Story, every: Sequence[Difference]) -> list[Difference]:
    """Those between variants of the central setting, and the first of the rest where there are none."""
    central = {variant.name for variant in panels_shown(story)[0].variants.values()}
    within = [one for one in every if one.a in central and one.b in central]
    return (within or list(every))[:_MOST_PAIRS]


def _pair(story: Story, metric: Metric, difference: Difference) -> PairRow:
    outcome = difference.outcome
    return PairRow(
        story.label.get(difference.a, difference.a),
        story.label.get(difference.b, difference.b),
        difference.n,
        metric.difference_text(difference, with_unit=False),
        numbers.probability(difference.p),
        numbers.probability(difference.p_holm),
        numbers.fixed(difference.effect, 2, signed=True),
        outcome.value,
        outcome.differs,
    )


@dataclass(frozen=True)
class Parameter:
    name: str
    value: str
    unit: str
    varies: bool


def parameters(story: Story) -> list[Parameter]:
    """Those that vary first."""
    experiment = story.inputs.experiment
    units = experiment.units
    varying = [
        Parameter(name, ", ".join(show_value(name, value) for value in values), units.get(name, ""), True)
        for name, values in experiment.varying.items()
    ]
    fixed = [
        Parameter(name, show_value(name, value), units.get(name, ""), False)
        for name, value in experiment.parameters.items()
        if name not in experiment.varying
    ]
    return varying + fixed


@dataclass(frozen=True)
class Checks:
    """Trace against capture: how many numbers were compared, and those that are not the same."""

    compared: int
    runs: int
    kinds: list[tuple[str, int]]
    differing: list[tuple[str, int, str, str, str]]


def checks(story: Story) -> Checks:
    frame = story.inputs.checks
    equal = frame["equal"].fillna(False).astype(bool)
    differing = [
        (
            story.label.get(str(row.variant), str(row.variant)),
            int(row.replication),
            str(row.check),
            _exact(row.trace_value),
            _exact(row.pcap_value),
        )
        for row in frame[~equal].itertuples(index=False)
    ]
    kinds = Counter(str(check) for check in frame["check"])
    return Checks(
        len(frame), len(frame[["variant", "replication"]].drop_duplicates()), sorted(kinds.items()), differing
    )


@dataclass(frozen=True)
class WarmUp:
    """The start of the measured window against its end: how often it was tested, and the starts that differ."""

    tested: int
    differing: list[tuple[str, str, str, str]]


def warm_up(story: Story) -> WarmUp:
    frame = story.inputs.warmup
    tested = frame[frame["verdict"].isin(["differs", "no difference found"])]
    differing = [
        (
            story.label.get(str(row.variant), str(row.variant)),
            view(str(row.series)).label,
            _change(str(row.series), row.difference, row.ci_low, row.ci_high),
            numbers.probability(float(row.p_holm)),
        )
        for row in tested[tested["verdict"] == "differs"].itertuples(index=False)
    ]
    return WarmUp(len(tested), differing)


def _change(series: str, *values: float) -> str:
    """Start minus end with its interval."""
    unit = scale(series, "", values)
    mean, low, high = (float(value) * unit.factor for value in values)
    places = numbers.decimals(mean, half_width(low, high))
    middle, *ends = (numbers.fixed(value, places, signed=True) for value in (mean, low, high))
    return f"{numbers.with_unit(middle, unit.difference_unit)} ({' to '.join(ends)})"


@dataclass(frozen=True)
class Captures:
    """Records over all captures, and the runs whose captures are not flawless."""

    runs: int
    good: str
    flawed: list[tuple[str, int, list[str]]]


CAPTURE_FLAWS = ("truncated", "oversized", "undecodable", "bytes_skipped")


def captures(story: Story) -> Captures:
    columns = ["good", *CAPTURE_FLAWS]
    frame = story.inputs.captures.copy()
    frame[columns] = frame[columns].fillna(0).astype("int64")
    runs = frame.groupby(["variant", "replication"], sort=False)[columns].sum().reset_index()
    flawed = [
        (
            story.label.get(str(row.variant), str(row.variant)),
            int(row.replication),
            [f"{int(getattr(row, column)):,}" for column in columns],
        )
        for row in runs[runs[list(CAPTURE_FLAWS)].any(axis=1)].itertuples(index=False)
    ]
    return Captures(len(runs), f"{int(runs['good'].sum()):,}", flawed)


@dataclass(frozen=True)
class Failure:
    label: str
    replication: int
    status: str
    error: str
    command: str


def failures(story: Story) -> list[Failure]:
    """The planned runs that do not count, in plan order."""
    inputs = story.inputs
    manifests = {(one.variant, one.replication): one for one in inputs.manifests}
    return [_failure(story, run, reason, manifests.get(run)) for run, reason in inputs.left_out.items()]


def _failure(story: Story, run: Key, reason: str, manifest: Manifest | None) -> Failure:
    variant, replication = run
    if manifest is None:
        return Failure(story.label[variant], replication, reason, "", "")
    return Failure(story.label[variant], replication, reason, last_words(manifest), shlex.join(manifest.command))


def provenance(story: Story) -> list[tuple[str, list[str]]]:
    """What produced the runs: more than one value in a row means that they were not all made alike."""
    manifests = story.inputs.done or story.inputs.manifests
    rows = [("program", sorted({manifest.program for manifest in manifests} or {story.inputs.experiment.program}))]
    rows.append(("program, SHA-256", sorted({manifest.program_sha256 for manifest in manifests})))
    for name in sorted({name for manifest in manifests for name in manifest.versions}):
        rows.append((name, sorted({manifest.versions.get(name, "unknown") for manifest in manifests})))
    return [(name, values) for name, values in rows if values]


def _exact(value: object) -> str:
    number = float(value) if isinstance(value, int | float) else float("nan")
    if not isfinite(number):
        return numbers.MISSING
    return f"{number:,.0f}" if number.is_integer() else f"{number:,.6g}"
