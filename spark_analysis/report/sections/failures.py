"""The planned runs that do not count."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schema.manifest import Manifest, last_words
from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.data.story import Story
from spark_analysis.report.sections.section import ReportParts, Section
from spark_analysis.run.runs import RunKey


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


def _failure(story: Story, run: RunKey, reason: str, manifest: Manifest | None) -> Failure:
    variant, replication = run
    if manifest is None:
        return Failure(story.label[variant], replication, reason, "", "")
    return Failure(story.label[variant], replication, reason, last_words(manifest), shlex.join(manifest.command))


class FailuresSection(Section):
    """The planned runs that do not count."""

    name = "failures"
    label = "Failures"
    order = 70
    kinds = ON_EVERY_NETWORK
    needs = ("captures", "runs")
    template = """\
{% if failures %}
<section id="failures">
<h2>Failures</h2>
<p>None of these runs enters a statistic. Their commands are typed in the checkout’s folder.</p>
{% for one in failures %}
<div class="failure"><h3>{{ one.label }}, replication {{ one.replication }}</h3>
<p class="small muted">{{ one.status }}</p>
{% if one.error %}<pre>{{ one.error }}</pre>{% endif %}
{% if one.command %}<pre><code>{{ one.command }}</code></pre>{% endif %}
</div>
{% endfor %}
</section>
{% endif %}
"""
    notice = """\
{% if failures %}
<div class="notice"><p><b>{{ failures | length }} of {{ experiment.number_of_runs }} runs are missing from every number below.</b>
  <a href="#failures">Which, and why</a>. Paired differences use only replications that both sides have.</p></div>
{% endif %}
"""
    notice_order = 10

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"failures": failures(report.story)}


FAILURES_SECTION = FailuresSection()
