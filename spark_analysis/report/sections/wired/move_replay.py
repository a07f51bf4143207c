"""One replication of an overlay: the moves of its links, one after the other."""

# ruff: noqa: E501 - lines of HTML
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spark_analysis.metrics.metric import ON_WIRES
from spark_analysis.report.sections.section import ReportParts, Section


class MoveReplaySection(Section):
    """One replication of an overlay: the moves of its links, one after the other."""

    name = "move-replay"
    label = "Replay"
    order = 32
    kinds = ON_WIRES
    needs = ("overlay_brokers", "overlay_links", "plans", "locks")
    template = """\
{% if replays.shown and replays.shown[0].is_of_moves %}
<section id="move-replay">
<h2>How the overlay changes</h2>
<p>Replication {{ replays.shown | map(attribute="replication") | unique | join(", ") }} of
  {{ replays.shown | map(attribute="label") | join(", ") }}{% if replays.where %}, at {{ replays.where }}{% endif %}: each move of a broker from one neighbour to another, with the change of cost per window that its strategy predicted and the one that the brokers worked out. The brokers stay at their places in the initial overlay.</p>
<noscript><p>The replay needs JavaScript.</p></noscript>
<figure id="player" class="player">
  <div class="stage">
    {{ shape.stage("Links") }}
    <ul class="key">
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="ink" d="M8 1l7 7-7 7-7-7z"/></svg> moves</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="wants" d="M3 3h10v10H3z"/></svg> its new neighbour to be</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="has" d="M3 3h10v10H3z"/></svg> its new neighbour</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><circle class="passes" cx="8" cy="8" r="5"/></svg> granted its lock</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="flow" d="M1 8h14"/></svg> new link</li>
      <li><svg viewBox="0 0 16 16" aria-hidden="true"><path class="edge" d="M1 8h14"/></svg> link of the overlay</li>
    </ul>
  </div>
  <figcaption><span class="stage">Time is simulated time; choose one move to see it go, from its plan to its end. The slider takes arrow keys. A change of cost below 0 is a gain. While a move is under way its old and its new link make a cycle, of which one link is not drawn.</span></figcaption>
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
        return any(run.is_of_moves for run in report.replays.shown)


MOVE_REPLAY_SECTION = MoveReplaySection()
