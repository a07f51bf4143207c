"""M. Chi et al., Mobile Information Systems 2017, 8429878: Figures 1, 2 and 5 to 12, and what a prediction is worth.

`series` has the traffic of links over 1,000 steps, `fig-11` the costs of Figs. 11 and 12, `kinds` those of other kinds
of traffic.
"""

from __future__ import annotations

from pyharness.papers.paper_plan import FigureTier, PaperFigure, PaperPlan

_DEMO = FigureTier(3, ("brokers=40", "duration=1055"))
_REPLICATIONS_OF_DEMO = 2
_REPLICATIONS_OF_PAPER = 3
"""A run of the published size takes hours."""


def _ours(name: str) -> PaperFigure:
    """Return an experiment of one size in all tiers."""
    return PaperFigure(
        name=name,
        experiment=f"prediction/{name}.toml",
        tiers={"demo": FigureTier(_REPLICATIONS_OF_DEMO), "default": FigureTier(), "paper": FigureTier()},
    )


PSTPM = PaperPlan(
    name="pstpm",
    summary="Chi et al. 2017, predicting the traffic of a broker",
    figures=(
        _ours("series"),
        PaperFigure(
            name="fig-11",
            experiment="prediction/fig-11.toml",
            tiers={
                "demo": _DEMO,
                "default": FigureTier(),
                "paper": FigureTier(_REPLICATIONS_OF_PAPER, ("brokers=1000", "duration=6055", "captured_brokers=20")),
            },
        ),
        _ours("kinds"),
    ),
    tiers_share_runs=False,
)
