"""The trees that nodes form by choosing parents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.sections.section import ReportParts, Section


class TreesSection(Section):
    """The trees that nodes form by choosing parents."""

    name = "trees"
    label = "Trees"
    order = 27
    kinds = ON_RADIO
    needs = ()
    template = """\
<section id="trees">
<h2>Trees and similarity</h2>
{% for figure in figures %}
{{ shape.picture(figure) }}
{% endfor %}
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"figures": report.other_figures.get(self.name, ())}

    def html(self, report: ReportParts) -> Markup:
        """Return the section; empty where no tree has a similarity."""
        return super().html(report) if report.other_figures.get(self.name) else Markup("")


TREES_SECTION = TreesSection()
