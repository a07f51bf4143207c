"""One replication of a broker network: its requests, moving."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.sections.section import ReportParts, Section


class RequestReplaySection(Section):
    """One replication of a broker network: its requests, moving."""

    name = "request-replay"
    label = "Replay"
    order = 31
    kinds = ON_WIRES
    needs = ("requests",)
    template = """\
{% if replays.shown and replays.shown[0].is_of_requests %}
<section id="request-replay">
<h2>Requests on their way</h2>
<p>Replication {{ replays.shown | map(attribute="replication") | unique | join(", ") }} of
  {{ replays.shown | map(attribute="label") | join(", ") }}{% if replays.where %}, at {{ replays.where }}{% endif %}: which requests and answers went over which links. The frames are those of the captures.</p>
<noscript><p>The replay needs JavaScript.</p></noscript>
<figure id="player" class="player">
  <div class="stage">
    {{ shape.stage("Links") }}
    <ul class="key">
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="ink" d="M8 1l7 7-7 7-7-7z"/></svg> its client asks</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="has" d="M3 3h10v10H3z"/></svg> its client has the answer</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="wants" d="M3 3h10v10H3z"/></svg> its store answers</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><circle class="passes" cx="8" cy="8" r="5"/></svg> passed it on</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="flow" d="M1 8h14"/></svg> link that carries it</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="edge" d="M1 8h14"/></svg> link between brokers</li>
    </ul>
  </div>
  <figcaption><span class="stage">Time is simulated time; choose one request to see it go, thousands of times slower. The slider takes arrow keys.</span></figcaption>
</figure>
{% for label, why in replays.omitted %}
<p class="small muted">{{ label }} is not shown: {{ why }}.</p>
{% endfor %}
</section>
{% endif %}
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"replays": report.replays}

    def is_listed(self, report: ReportParts) -> bool:
        """Whether there is a run to replay."""
        return any(run.is_of_requests for run in report.replays.shown)


REQUEST_REPLAY_SECTION = RequestReplaySection()
