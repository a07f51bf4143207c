"""One replication, moving."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import ON_RADIO
from spark_analysis.report.sections.section import ReportParts, Section


class ReplaySection(Section):
    """One replication, moving."""

    name = "replay"
    label = "Replay"
    order = 30
    kinds = ON_RADIO
    needs = ()
    template = """\
<section id="replay">
<h2>One replication, moving</h2>
{% if still %}
{% set first = replays.shown[0] %}
<p>Replication {{ replays.shown | map(attribute="replication") | unique | join(", ") }} of
  {{ replays.shown | map(attribute="label") | join(", ") }}{% if replays.where %}, at {{ replays.where }}{% endif %}: where the nodes were, which events went from whom to
  whom{% if replays.shown | selectattr("has_tree") | list %}, and the tree they went by{% endif %}. Events are the captures’ and traces’ own, not a drawing of what should have happened.</p>
<figure id="player" class="player">
  <div class="still">{{ shape.image(still) }}</div>
  <div class="stage">
    {{ shape.stage("Tree") }}
    <ul class="key">
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="ink" d="M8 1l7 7-7 7-7-7z"/></svg> publishes</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="has" d="M3 3h10v10H3z"/></svg> wanted the event and has it</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="wants" d="M3 3h10v10H3z"/></svg> wants it</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><circle class="passes" cx="8" cy="8" r="5"/></svg> passed it on</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="flow" d="M1 8h14"/></svg> first heard from</li>
      {% if replays.shown | selectattr("has_tree") | list %}<li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="edge" d="M1 8h14"/></svg> parent in the tree</li>{% endif %}
    </ul>
  </div>
  <figcaption><span class="still">{{ still.picture.caption }}</span>
    <span class="stage">A ring is a frame just sent. Time is simulated time; choose one event to see it go, thousands of times slower. The slider takes arrow keys.</span>
    {{ shape.redraw(still) }}
  </figcaption>
</figure>
{% if replays.shown | rejectattr("has_hops") | list %}
<p class="small muted">Who heard whom is not shown, without captures or with very large ones: {{ replays.shown | rejectattr("has_hops") | map(attribute="label") | join(", ") }}.</p>
{% endif %}
{% else %}
<p>There is no run to replay.</p>
{% endif %}
{% for label, why in replays.omitted %}
<p class="small muted">{{ label }} is not shown: {{ why }}.</p>
{% endfor %}
</section>
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"still": report.still, "replays": report.replays}

    def is_listed(self, report: ReportParts) -> bool:
        """Whether there is a run to replay."""
        return report.still is not None


REPLAY_SECTION = ReplaySection()
