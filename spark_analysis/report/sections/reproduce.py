"""How to make the report and the runs again."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.sections.section import ReportParts, Section


class ReproduceSection(Section):
    """How to make the report and the runs again."""

    name = "reproduce"
    label = "Reproduce"
    order = 90
    kinds = ON_EVERY_NETWORK
    needs = ()
    template = """\
<section id="reproduce">
<h2>Reproduce</h2>
<p>Every command on this page is typed in the checkout’s folder. <code>./waf report {{ folder }}</code> computes the tables and this page again. A run’s command repeats that run, byte for byte; the number
  behind <code>--RngRun</code> is the replication.</p>
<p>Every variant’s page has a command for each of its replications, and what identifies the run:</p>
<ul class="variants">
{% for variant in story.variants %}
  <li><a href="#{{ story.page_of[variant.name] }}">{{ variant.label }}</a></li>
{% endfor %}
</ul>
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {}


REPRODUCE_SECTION = ReproduceSection()
