"""The figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.sections.section import ReportParts, Section


class FiguresSection(Section):
    """The figures."""

    name = "figures"
    label = "Figures"
    order = 20
    kinds = ON_EVERY_NETWORK
    needs = ()
    template = """\
<section id="figures">
<h2>Figures</h2>
{% for figure in figures %}
{{ shape.picture(figure) }}
{% else %}
<p>No metric has a value to draw.</p>
{% endfor %}
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"figures": report.figures}


FIGURES_SECTION = FiguresSection()
