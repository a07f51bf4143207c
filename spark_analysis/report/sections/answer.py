"""The answer to the experiment's question, and the few numbers that it speaks of."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.vocabulary import ANSWERED
from spark_analysis.report.sections.grid import Grid, grid
from spark_analysis.report.sections.section import ReportParts, Section
from spark_analysis.report.sections.statements import VERDICTS, left_out, statements

_MOST_AT_A_GLANCE = 24


def glance(story: Story) -> Grid | None:
    """The few numbers that the answer speaks of; where variants are many, at the settings that figures show."""
    metrics = story.measured(*ANSWERED)
    few = len(story.variants) <= _MOST_AT_A_GLANCE or len(story.contests) == 1
    settings = None if few else [panels_shown(story)[0].where]
    return grid(story, "At a glance", metrics, settings) if metrics else None


class AnswerSection(Section):
    """The answer to the experiment's question, and the few numbers that it speaks of."""

    name = "answer"
    label = "Answer"
    order = 10
    kinds = ON_EVERY_NETWORK
    needs = ("pairs", "runs", "summary")
    template = """\
<section id="answer">
<h2>Answer</h2>
{% if statements %}
<ol class="answer">
{% for one in statements %}
  <li><header><h3>{{ one.topic }}{% if one.where %}, {{ one.where }}{% endif %}</h3> <span class="verdict {{ one.verdict }}">{{ verdicts[one.verdict] }}</span></header>
  <p>{{ one.text }}</p></li>
{% endfor %}
</ol>
{% else %}
<p>There is no answer yet: no finished run has given a value for delivery, overhead or latency.</p>
{% endif %}
{% if left_out and statements %}
<p class="small muted">{{ left_out }} is not among those compared here: it knows what no node can, and is what routing could do at best. Tables and figures have it.</p>
{% endif %}
{% if glance %}
<h3>At a glance</h3>
{{ shape.grid(glance) }}
<p class="small muted">{% if story.replications > 1 %}Mean ± half the width of the 95&nbsp;% interval.{% else %}One replication: no interval.{% endif %}{% if glance.groups | length < story.contests | length %} This is the central setting of {{ story.contests | length }}; <a href="#numbers">the others</a>.{% endif %}{% if experiment.stop %} How many replications there are was
  <a href="#stop">decided by a stopping rule</a>.{% endif %}

  Bold: the best mean{% if story.contests | length > 1 %} of each setting{% endif %}, which by itself is not a significant difference.</p>
{% endif %}
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        story = report.story
        return {
            "statements": statements(story),
            "verdicts": VERDICTS,
            "left_out": left_out(story),
            "glance": glance(story),
        }


ANSWER_SECTION = AnswerSection()
