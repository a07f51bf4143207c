"""Whether traces and captures agree, whether the warm-up was long enough, and which records of captures could not be read."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from schema.intervals import half_width
from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.vocabulary import scale, view
from spark_analysis.report.sections.section import ReportParts, Section
from spark_analysis.report.theme import numbers


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


def _exact(value: object) -> str:
    number = float(value) if isinstance(value, int | float) else float("nan")
    if not isfinite(number):
        return numbers.MISSING
    return f"{number:,.0f}" if number.is_integer() else f"{number:,.6g}"


class ChecksSection(Section):
    """Whether traces and captures agree, whether the warm-up was long enough, and which records of captures could not be read."""

    name = "checks"
    label = "Checks"
    order = 60
    kinds = ON_EVERY_NETWORK
    needs = ("captures", "checks", "warmup")
    template = """\
<section id="checks">
<h2>Trace against capture</h2>
{% if not checks.compared %}
<p>No counts of traces and captures were compared.</p>
{% elif not checks.differing %}
<div class="notice good"><p><b>All {{ "{:,}".format(checks.compared) }} comparisons agree.</b> What the traces of {{ checks.runs }} {{ "run" if checks.runs == 1 else "runs" }} claim is what the captures
  hold{% for kind, count in checks.kinds %}{{ ": " if loop.first else ", " }}{{ kind | replace("_", " ") }}{% endfor %}.</p></div>
{% else %}
<p>{{ checks.differing | length }} of {{ "{:,}".format(checks.compared) }} comparisons differ. Nothing was averaged away.</p>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Variant</th><th scope="col" class="number">Replication</th><th scope="col">Check</th><th scope="col" class="number">Trace</th><th scope="col" class="number">Capture</th></tr></thead>
<tbody>{% for label, replication, check, trace, capture in checks.differing %}
<tr><td>{{ label }}</td><td class="number">{{ replication }}</td><td>{{ check | replace("_", " ") }}</td><td class="number">{{ trace }}</td><td class="number">{{ capture }}</td></tr>
{% endfor %}</tbody></table></div>
{% endif %}
<h3 id="warm-up">Warm-up</h3>
{% if not warm_up.tested %}
<p>The start of the measured window was not tested against its end.</p>
{% elif not warm_up.differing %}
<p>The first tenth of the measured window was compared with its last half {{ warm_up.tested }} times, by delivery ratio and control transmissions; no difference was found.</p>
{% else %}
<p>The first tenth of the measured window was compared with its last half {{ warm_up.tested }} times. Where it differs, a longer warm-up is needed:</p>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Variant</th><th scope="col">What</th><th scope="col" class="number">Start − end (95&nbsp;% interval)</th><th scope="col" class="number"><i>p</i>,&nbsp;Holm</th></tr></thead>
<tbody>{% for label, what, change, p in warm_up.differing %}
<tr><td>{{ label }}</td><td>{{ what }}</td><td class="number">{{ change }}</td><td class="number">{{ p }}</td></tr>
{% endfor %}</tbody></table></div>
{% endif %}
<h3>Captures</h3>
{% if not captures.runs %}
<p>There is no account of the captures.</p>
{% elif not captures.flawed %}
<p>{{ captures.good }} records in the captures of {{ captures.runs }} {{ "run" if captures.runs == 1 else "runs" }} were read; none was truncated, oversized or undecodable, and no byte was skipped.</p>
{% else %}
<p>{{ captures.good }} records in the captures of {{ captures.runs }} {{ "run" if captures.runs == 1 else "runs" }} were read. These runs have captures with flaws:</p>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Variant</th><th scope="col" class="number">Replication</th><th scope="col" class="number">Good</th><th scope="col" class="number">Truncated</th><th scope="col" class="number">Oversized</th><th scope="col" class="number">Undecodable</th><th scope="col" class="number">Bytes skipped</th></tr></thead>
<tbody>{% for label, replication, counts in captures.flawed %}
<tr><td>{{ label }}</td><td class="number">{{ replication }}</td>{% for count in counts %}<td class="number">{{ count }}</td>{% endfor %}</tr>
{% endfor %}</tbody></table></div>
{% endif %}
</section>
"""
    notice = """\
{% if checks.differing %}
<div class="notice"><p><b>Trace and capture disagree {{ checks.differing | length }} {{ "time" if checks.differing | length == 1 else "times" }}.</b>
  <a href="#checks">See where</a> before trusting the numbers of those runs.</p></div>
{% endif %}

{% if warm_up.differing %}
<div class="notice"><p><b>The warm-up was too short {{ warm_up.differing | length }} {{ "time" if warm_up.differing | length == 1 else "times" }}.</b>
  <a href="#warm-up">Where</a>: the start of the measured window is not yet like its end.</p></div>
{% endif %}
"""
    notice_order = 20

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        story = report.story
        return {"checks": checks(story), "warm_up": warm_up(story), "captures": captures(story)}


CHECKS_SECTION = ChecksSection()
