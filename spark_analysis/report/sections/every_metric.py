"""Every metric, by group."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import GROUPS, ON_EVERY_NETWORK
from spark_analysis.report.data.story import Story
from spark_analysis.report.sections.grid import Grid, grid
from spark_analysis.report.sections.section import ReportParts, Section


def summaries(story: Story) -> list[Grid]:
    """Every metric, by group."""
    groups = ((group, [metric for metric in story.metrics if metric.view.group == group]) for group in GROUPS)
    return [grid(story, group, metrics) for group, metrics in groups if metrics]


class NumbersSection(Section):
    """Every metric, by group."""

    name = "numbers"
    label = "Numbers"
    order = 40
    kinds = ON_EVERY_NETWORK
    needs = ("runs", "summary")
    template = """\
<section id="numbers">
<h2>Every metric</h2>
{% for one in summaries %}
{% if story.variants | length > 24 %}
<details{% if loop.first %} open{% endif %}><summary>{{ one.title }}</summary>
{{ shape.grid(one) }}
</details>
{% else %}
<h3>{{ one.title }}</h3>
{{ shape.grid(one) }}
{% endif %}
{% else %}
<p>The summary is empty.</p>
{% endfor %}
<p class="small muted">The same numbers, unrounded: <code>tables/summary.csv</code>; every replication: <code>tables/runs.csv</code>.</p>
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"summaries": summaries(report.story)}


NUMBERS_SECTION = NumbersSection()
