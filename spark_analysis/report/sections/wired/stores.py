"""The stores of one run: a map of the network, and what each store keeps and answers."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.data.store_network import read_store_map
from spark_analysis.report.sections.section import ReportParts, Section


class StoresSection(Section):
    """The stores of one run: a map of the network, and what each store keeps and answers."""

    name = "stores"
    label = "Stores"
    order = 25
    kinds = ON_WIRES
    needs = ("links",)
    template = """\
<section id="stores">
<h2>Stores of one run</h2>
<p>{{ map.label }}, replication {{ map.replication }}: {{ map.stores | length }} {{ "store" if map.stores | length == 1 else "stores" }} at {{ map.requests | length }} brokers,
  {{ "{:,}".format(sent) }} requests in the measured window{% if sent %}, {{ "{:,}".format(answered) }} of them answered{% endif %}.</p>
{% for figure in figures %}
{{ shape.picture(figure) }}
{% endfor %}
<details{% if map.stores | length <= 24 %} open{% endif %}><summary>What each store keeps and answers</summary>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col" class="number">Broker</th><th scope="col">State</th><th scope="col" class="number">Topics</th><th scope="col">Which</th><th scope="col" class="number">Requests answered</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>{% for store in map.stores %}
<tr><td class="number">{{ store.broker }}</td><td>{{ "live" if store.is_live else "failed" }}</td><td class="number">{{ store.topics | length }}</td><td>{{ store.topics | join(", ") }}</td><td class="number">{{ "{:,}".format(store.answered) }}</td><td class="number">{% if answered %}{{ "%.1f" | format(100 * store.answered / answered) }}&nbsp;%{% endif %}</td></tr>
{% endfor %}</tbody></table></div>
<p class="small muted">As it was at the end of the measured window.</p>
</details>
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        shown = read_store_map(report.story)
        assert shown is not None
        return {
            "map": shown,
            "figures": report.other_figures.get(self.name, ()),
            "sent": sum(shown.requests.values()),
            "answered": sum(store.answered for store in shown.stores),
        }

    def html(self, report: ReportParts) -> Markup:
        """Return the section; empty where no run has stores."""
        return super().html(report) if report.other_figures.get(self.name) else Markup("")


STORES_SECTION = StoresSection()
