"""The clusters of one run: the load of their edges, overlays of topics, and what was done about failures."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from schema.manifest import RUNS
from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.sdn.cluster_map import read_cluster_map
from spark_analysis.report.data.sdn.repairs import read_repairs
from spark_analysis.report.sections.section import ReportParts, Section
from spark_analysis.run.runs import run_window


class ClustersSection(Section):
    """The clusters of one run: the load of their edges, overlays of topics, and what was done about failures."""

    name = "clusters"
    label = "Clusters"
    order = 26
    kinds = ON_WIRES
    needs = ("links",)
    template = """\
<section id="clusters">
<h2>Clusters and overlays</h2>
<p>{{ map.label }}, replication {{ map.replication }}: {{ map.names | length }} clusters, {{ map.capacities | length }} edges between them{% if map.topics %}, {{ map.topics | length }} {{ "topic" if map.topics | length == 1 else "topics" }} with an overlay{% endif %}.</p>
{% for figure in figures %}
{{ shape.picture(figure) }}
{% endfor %}
{% if repairs %}
<h3>Failures of this run</h3>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">What</th><th scope="col" class="number">Failed at, s</th><th scope="col" class="number">Detected after, ms</th><th scope="col" class="number">Routes after, ms</th><th scope="col" class="number">Installed after, ms</th><th scope="col" class="number">Topics</th><th scope="col" class="number">Changes of flow tables</th><th scope="col" class="number">Deliveries lost</th></tr></thead>
<tbody>{% for one in repairs %}
<tr><td class="outcome">{{ one.what }}</td><td class="number">{{ "%.3f" | format(one.failed_ns / 1e9) }}</td>{% for time in (one.detected_ns, one.computed_ns, one.installed_ns) %}<td class="number">{{ "never" if time is none else "%.1f" | format(one.after_ms(time)) }}</td>{% endfor %}<td class="number">{{ one.topics }}</td><td class="number">{{ one.flow_mods }}</td><td class="number">{{ one.lost }}</td></tr>
{% endfor %}</tbody></table></div>
<p class="small muted">Topics: those whose overlays changed. Lost: due deliveries of events that were published from the failure until it was over, or until the next one.</p>
{% endif %}
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        shown = read_cluster_map(report.story)
        assert shown is not None
        run = report.story.inputs.folder / RUNS / shown.variant / str(shown.replication)
        return {
            "map": shown,
            "figures": report.other_figures.get(self.name, ()),
            "repairs": read_repairs(run, run_window(run)[1]),
        }

    def html(self, report: ReportParts) -> Markup:
        """Return the section; empty where no run has clusters."""
        return super().html(report) if report.other_figures.get(self.name) else Markup("")


CLUSTERS_SECTION = ClustersSection()
