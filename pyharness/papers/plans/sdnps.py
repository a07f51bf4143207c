"""Wang et al. 2016, publish/subscribe on switches: the paper's evaluation is not at hand, so e1 to e8 are ours.

The demo has few points of each experiment and two replications.
"""

from __future__ import annotations

from pyharness.papers.paper_plan import FigureTier, OptimumPoint, PaperFigure, PaperPlan

_REPLICATIONS_OF_DEMO = 2
_REPLICATIONS_OF_PAPER = 30


def _experiment(number: int, *demo: str) -> PaperFigure:
    """Return an experiment whose demo has the values `demo` of what varies."""
    return PaperFigure(
        name=f"e{number}",
        experiment=f"sdn/e{number}.toml",
        tiers={
            "demo": FigureTier(_REPLICATIONS_OF_DEMO, demo),
            "default": FigureTier(),
            "paper": FigureTier(_REPLICATIONS_OF_PAPER),
        },
    )


_OPTIMA = {"demo": 1, "default": 10, "paper": 10}
"""Replications whose optimum is computed, from the runs of one strategy: all have the same network and events."""
_EXACT = PaperFigure(
    name="e1-exact",
    experiment="sdn/e1-exact.toml",
    tiers={
        tier: FigureTier(
            {"demo": _REPLICATIONS_OF_DEMO, "paper": _REPLICATIONS_OF_PAPER}.get(tier),
            optima=(OptimumPoint({"strategy": "load-steiner"}, replications),),
        )
        for tier, replications in _OPTIMA.items()
    },
)

SDNPS = PaperPlan(
    name="sdnps",
    summary="Wang et al. 2016, publish/subscribe on switches",
    figures=(
        _experiment(1, "topic_branching=[3, 7]", "duration=16"),
        _EXACT,
        _experiment(2, "publishers=[2]", "duration=16"),
        _experiment(3, "topic_depth=[2, 3]", "topic_branching=[8, 4]", "prune=[false]"),
        _experiment(4, "topic_branching=[4]"),
        _experiment(5, "duration=20"),
        _experiment(6, "churn=[0, 30]", "duration=26"),
        _experiment(7, "duration=16"),
        _experiment(8, "bursts=['on-off']", "duration=38"),
    ),
    optimum_seconds={"demo": 20.0, "default": 60.0, "paper": 600.0},
    optimum_of="overlays",
)
