"""How an overlay changes: its cost over time, its moves, its brokers and links before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.sections.section import ReportParts, Section


class OverlaySection(Section):
    """How an overlay changes: its cost over time, its moves, its brokers and links before and after."""

    name = "overlay"
    label = "Overlay"
    order = 24
    kinds = ON_WIRES
    needs = ("overlay_costs", "broker_loads", "overlay_loads")
    template = """\
<section id="overlay">
<h2>The overlay</h2>
{% for figure in figures %}
{{ shape.picture(figure) }}
{% endfor %}
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"figures": report.other_figures.get(self.name, ())}

    def html(self, report: ReportParts) -> Markup:
        """Return the section; empty where no run has an overlay."""
        return super().html(report) if report.other_figures.get(self.name) else Markup("")


OVERLAY_SECTION = OverlaySection()
