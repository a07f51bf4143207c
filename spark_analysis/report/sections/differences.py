"""Paired differences, metric by metric."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.data.comparisons import Difference
from spark_analysis.report.data.readings import MetricReadings
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.report.sections.section import ReportParts, Section
from spark_analysis.report.theme import numbers

_MOST_PAIRS = 150
"""Rows of a metric's table of pairs; tables/pairs has all."""


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


def _pair(story: Story, metric: MetricReadings, difference: Difference) -> PairRow:
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


class DifferencesSection(Section):
    """Paired differences, metric by metric."""

    name = "differences"
    label = "Differences"
    order = 50
    kinds = ON_EVERY_NETWORK
    needs = ("pairs",)
    template = """\
<section id="differences">
<h2>Paired differences</h2>
{% if pairs %}
<p>Each difference is taken within a replication: both sides ran on the same random seeds, and so met the same {{ story.kind.words["pairing"] }} and the same events
  wherever their parameters leave these alike. <i>g</i> is the effect size, in standard deviations of the differences. Filled marks are
  significant {{ story.comparisons.rule }}. “No difference found” is no proof of equality.</p>
{% for one in pairs %}
<details{% if loop.first %} open{% endif %}><summary>{{ one.title }} <span class="muted">{{ one.differing }} of {{ "{:,}".format(one.compared) }} differ{% if one.rows | length < one.compared %}; {{ one.rows | length }} shown, all in <code>tables/pairs.csv</code>{% endif %}</span></summary>
{{ shape.pair_table(one) }}
</details>
{% endfor %}
{% else %}
<p>There are no paired differences: they need at least two variants, and replications that both have finished.</p>
{% endif %}
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"pairs": pairs(report.story)}


DIFFERENCES_SECTION = DifferencesSection()
