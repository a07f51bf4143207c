"""The parameters, those that vary first."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spark_analysis.metrics.metric import ON_EVERY_NETWORK
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.variants import show_value
from spark_analysis.report.sections.section import ReportParts, Section


@dataclass(frozen=True)
class Parameter:
    name: str
    value: str
    unit: str
    varies: bool


def parameters(story: Story) -> list[Parameter]:
    """Those that vary first."""
    experiment = story.inputs.experiment
    units = experiment.units
    varying = [
        Parameter(
            name, ", ".join(show_value(name, value, experiment.labels) for value in values), units.get(name, ""), True
        )
        for name, values in experiment.varying.items()
    ]
    fixed = [
        Parameter(name, show_value(name, value, experiment.labels), units.get(name, ""), False)
        for name, value in experiment.parameters.items()
        if name not in experiment.varying
    ]
    return varying + fixed


class ParametersSection(Section):
    """The parameters, those that vary first."""

    name = "parameters"
    label = "Parameters"
    order = 80
    kinds = ON_EVERY_NETWORK
    needs = ()
    template = """\
<section id="parameters">
<h2>Parameters</h2>
<p>Program <code>{{ experiment.program }}</code>.{% if parameters | selectattr("varies") | list %} The parameters that vary stand first.{% endif %}</p>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Parameter</th><th scope="col">Value</th><th scope="col">Unit</th><th scope="col"></th></tr></thead>
<tbody>{% for one in parameters %}
<tr><td><code>{{ one.name }}</code></td><td class="value">{{ one.value }}</td><td>{{ one.unit }}</td><td class="muted">{{ "varies" if one.varies }}</td></tr>
{% endfor %}</tbody></table></div>
<details><summary>The experiment as it was written</summary><pre><code>{{ experiment.source }}</code></pre></details>
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"parameters": parameters(report.story)}


PARAMETERS_SECTION = ParametersSection()
