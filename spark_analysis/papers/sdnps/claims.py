"""The claims of the paper's text, in its order. A new claim is one more entry of CLAIMS.

The paper's evaluation is not at hand. Its text has no numbers, so each claim is a direction.
"""

from __future__ import annotations

from spark_analysis.papers.comparison.claim import Claim
from spark_analysis.papers.sdnps import quantities
from spark_analysis.papers.sdnps.contrasts import LOAD_STEINER, RIVALS

EPSILON = 1e-9
"""What separates `above 0` from `at least 0`."""
_OTHERS = tuple(rival for rival in RIVALS if rival != LOAD_STEINER)

CLAIMS = (
    Claim(
        name="tradeoff",
        where="1, E1",
        words="a better tradeoff between global load balancing of links and the minimum cost forwarding",
        measure="Least residual bandwidth of SDNPS above that of the rival, or link load below it, whichever advantage "
        "is greater. A rival that is better in both is a better trade-off.",
        samples=lambda results: quantities.best_of_both(results, RIVALS),
        low=EPSILON,
        range_words="above 0 %",
        why="A walk on one maximum spanning tree decides the paths of a topic. A Steiner tree over weights that grow "
        "with the load avoids the same edges and needs fewer of them.",
    ),
    Claim(
        name="time",
        where="1 and 4.3, E3",
        words="By means of incrementally generating and storing overlays, the time complexity … reduced",
        measure="Edges that the server examines with incremental overlays below those from scratch, in per cent of the "
        "latter.",
        samples=lambda results: quantities.effort_below_scratch(results, "edges_examined"),
        low=EPSILON,
        range_words="above 0 %",
        why="Only topics of the first level are computed in full, so the saving grows with the share of the others.",
    ),
    Claim(
        name="space",
        where="1 and 4.3, E3",
        words="… and the space complexity of this algorithm are both significantly reduced",
        measure="Edges that the server stores with incremental overlays below those from scratch, in per cent of the "
        "latter. Of an overlay that continues its father's only the difference is stored.",
        samples=lambda results: quantities.effort_below_scratch(results, "stored_edges"),
        low=EPSILON,
        range_words="above 0 %",
        why="The saving is bought with larger overlays: a child keeps all edges of its father, wanted or not.",
    ),
    Claim(
        name="repair",
        where="1, E5",
        words="dynamically adjusts routing in the presence of physical topology changing",
        measure="Deliveries that are lost with Algorithm 3 below those without any repair, in per cent of the latter.",
        samples=quantities.lost_with_repair,
        low=EPSILON,
        range_words="above 0 %",
        why="What is published before the server has learned of the failure is lost in any case, and a host behind a "
        "switch that has failed gets nothing.",
    ),
    Claim(
        name="policies",
        where="3.3, E7",
        words="modify c(E) by strategy set for topic t",
        measure="Frames of a topic that entered or left a cluster that is denied the topic.",
        samples=quantities.forbidden,
        low=0,
        high=0,
        unit="frames",
        why="A cluster is removed from the graph before the overlay is computed, and children copy their father's "
        "overlay within their own policy.",
    ),
    Claim(
        name="prediction",
        where="3.4, E8",
        words="prediction values as inputs to the optimization algorithm can gain more reasonable routing congestion "
        "avoidance",
        measure="Least residual bandwidth with a predictor above that with the last value, in per cent of the latter. "
        "The predictors are a mean over the past (ewma), the same phase of the last period (seasonal) and the true "
        "future (oracle).",
        samples=lambda results: quantities.residual_with_prediction(results, ("ewma", "seasonal", "oracle")),
        low=EPSILON,
        range_words="above 0 %",
        why="Overlays are computed in the order of their loads and adjusted when routes change anyway. A better "
        "prediction changes little where few routes change.",
    ),
    Claim(
        name="mildly",
        where="4.3, E5",
        words="To avoid traffic vibrating, this process moves mildly",
        measure="Changes of flow entries with Algorithm 3 below those of a full computation, in per cent of the "
        "latter.",
        samples=quantities.changes_below_full,
        low=EPSILON,
        range_words="above 0 %",
        why="Algorithm 3 joins the parts of overlays that a failure has split. A full computation moves others, too.",
    ),
    Claim(
        name="latency",
        where="6, E2",
        words="without detours to brokers. As a result, this significantly reduces the end-to-end latency",
        measure="Median latency of SDNPS below that of the broker overlay, in per cent of the latter.",
        samples=quantities.latency_below_brokers,
        low=EPSILON,
        range_words="above 0 %",
        why="A detour costs the two links to the broker's host. The overlay of a topic is a longer way than the "
        "shortest path, which takes back a part of that.",
    ),
    Claim(
        name="confined",
        where="6, E1",
        words="restrict the event dissemination scope to those pertinent nodes only, which greatly saves the bandwidth",
        measure="Load of all edges with SDNPS below that of flooding on a spanning tree, in per cent of the latter.",
        samples=lambda results: quantities.load_below(results, ("flooding",)),
        low=EPSILON,
        range_words="above 0 %",
        why="Overlays without pruning keep leaves that no event needs, and children keep the edges of their fathers.",
    ),
    Claim(
        name="residual",
        where="6, E1",
        words="By maximizing the residual bandwidth as the optimization objective, we realized a load-balanced routing "
        "schema",
        measure="Least residual bandwidth of SDNPS above that of the rival, in per cent of the latter. Load-aware "
        "Steiner trees are left out here, because the first paragraph is about them.",
        samples=lambda results: quantities.residual_above(results, _OTHERS),
        low=EPSILON,
        range_words="above 0 %",
        why="The widest path avoids the busiest edges and takes as many others as it needs.",
    ),
    Claim(
        name="fairness",
        where="6, E1",
        words="efficiently balance the load of links",
        measure="Jain's index of the loads of edges with SDNPS above that of the rival, in per cent of the latter.",
        samples=lambda results: quantities.fairness_above(results, RIVALS),
        low=EPSILON,
        range_words="above 0 %",
        why="Equal loads are no aim by themselves: edges that carry nothing useful make them more equal, too.",
    ),
)
