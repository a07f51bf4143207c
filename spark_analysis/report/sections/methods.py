"""How variants are compared, what the metrics mean, and what produced the runs."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.vocabulary import view
from spark_analysis.report.sections.section import ReportParts, Section


def provenance(story: Story) -> list[tuple[str, list[str]]]:
    """What produced the runs: more than one value in a row means that they were not all made alike."""
    manifests = story.inputs.done or story.inputs.manifests
    rows = [("program", sorted({manifest.program for manifest in manifests} or {story.inputs.experiment.program}))]
    rows.append(("program, SHA-256", sorted({manifest.program_sha256 for manifest in manifests})))
    for name in sorted({name for manifest in manifests for name in manifest.versions}):
        rows.append((name, sorted({manifest.versions.get(name, "unknown") for manifest in manifests})))
    return [(name, values) for name, values in rows if values]


class MethodsSection(Section):
    """How variants are compared, what the metrics mean, and what produced the runs."""

    name = "methods"
    label = "Methods"
    order = 100
    kinds = ON_EVERY_NETWORK
    needs = ()
    template = """\
<section id="methods">
<h2>Methods</h2>
<p>A variant is one point of the parameters, a replication one random seed. Replication <i>k</i> has the same {{ story.kind.words["pairing"] }} and the same
  workload in every variant whose parameters of {{ story.kind.words["pairing"] }} and workload are the same, so variants are compared replication by replication. Means carry two-sided 95&nbsp;% intervals of Student’s <i>t</i>
  over replications; a single replication has none. Differences are paired. One is called
  significant {{ story.comparisons.rule }}, and constant where every replication gives the same one. Failed runs enter nothing.</p>
{% if experiment.stop %}
<p id="stop">A stopping rule decided how many replications there are: {{ experiment.stop }}. Intervals cover the truth a little less often than
  they say when they have a say in when to stop, and a difference that ended the runs because it was clear is overestimated on average;
  <code>docs/stopping-rule.md</code> has the figures.</p>
{% endif %}
<h3>What the metrics mean</h3>
{% if definitions %}
<dl>
{% for label, one in definitions %}
<dt id="metric-{{ one.name }}">{{ label[0] | upper }}{{ label[1:] }}</dt>
<dd>{{ one.definition }} <span class="small muted"><code>{{ one.name }}</code>{% if one.unit and one.unit != "1" %}, in {{ one.unit }}{% endif %}; from {{ one.source }}</span></dd>
{% endfor %}
</dl>
{% else %}
<p>The catalogue holds no definitions.</p>
{% endif %}
<h3>Provenance</h3>
<div class="scroll" tabindex="0"><table>
<tbody>{% for name, values in provenance %}
<tr><th scope="row">{{ name }}</th><td class="value">{% for value in values %}{{ value }}{% if not loop.last %}<br>{% endif %}{% endfor %}{% if values | length > 1 %} <span class="muted">(runs differ in this)</span>{% endif %}</td></tr>
{% endfor %}</tbody></table></div>
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        definitions = [(view(one.name).label, one) for one in report.story.inputs.definitions]
        return {"provenance": provenance(report.story), "definitions": definitions}


METHODS_SECTION = MethodsSection()
