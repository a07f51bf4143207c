"""One replication of a network of switches: events on the edges, and what failures and repairs do to the overlays."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.sections.section import ReportParts, Section


class SwitchReplaySection(Section):
    """One replication of a network of switches: events on the edges, and what failures and repairs do to the overlays."""

    name = "switch-replay"
    label = "Replay"
    order = 33
    kinds = ON_WIRES
    needs = ("clusters", "link_roles", "topic_trees", "failures")
    template = """\
{% if replays.shown and replays.shown[0].is_of_switches %}
<section id="switch-replay">
<h2>Events between clusters</h2>
<p>Replication {{ replays.shown | map(attribute="replication") | unique | join(", ") }} of
  {{ replays.shown | map(attribute="label") | join(", ") }}{% if replays.where %}, at {{ replays.where }}{% endif %}: which events crossed which edges{% if failures %}, and what a failure and its repair do to overlays and events{% endif %}. The frames are those of the captures.</p>
<noscript><p>The replay needs JavaScript.</p></noscript>
<figure id="player" class="player">
  <div class="stage">
    {{ shape.stage("Overlay") }}
    <ul class="key">
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="ink" d="M8 1l7 7-7 7-7-7z"/></svg> publishes</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="has" d="M3 3h10v10H3z"/></svg> wanted the event and has it</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="wants" d="M3 3h10v10H3z"/></svg> wants it</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><circle class="passes" cx="8" cy="8" r="5"/></svg> passed it on</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="flow" d="M1 8h14"/></svg> edge that carries it</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="overlay" d="M1 8h14"/></svg> edge of the overlay</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="edge" d="M1 8h14"/></svg> edge</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="broken" d="M1 8h14"/></svg> edge that has failed</li>
    </ul>
  </div>
  <figcaption><span class="stage">Time is simulated time. Choose a failure to see its repair, one event to see it go, or a topic to see its overlay and its events alone. The slider takes arrow keys.</span></figcaption>
</figure>
{% for label, why in replays.omitted %}
<p class="small muted">{{ label }} is not shown: {{ why }}.</p>
{% endfor %}
</section>
{% endif %}
"""

    def values(self, report: ReportParts) -> Mapping[str, Any]:
        return {"replays": report.replays, "failures": any(run.periods for run in report.replays.shown)}

    def is_listed(self, report: ReportParts) -> bool:
        """Whether there is a run to replay."""
        return any(run.is_of_switches for run in report.replays.shown)


SWITCH_REPLAY_SECTION = SwitchReplaySection()
