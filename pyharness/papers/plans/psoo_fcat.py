"""M. Chi et al., "Self-adapting routing for publish/subscribe overlays with frequently changing application traffic",
Mathematical Problems in Engineering 2014, 362076: Figures 3 to 6, and questions of ours.

Tiers differ in the size of the network, so they share no runs. Fig. 6 is drawn from the runs of Fig. 4.
"""

from __future__ import annotations

from pyharness.papers.paper_plan import FigureTier, PaperFigure, PaperPlan

_REPLICATIONS_OF_DEMO = 3
_REPLICATIONS_OF_PAPER = 3
"""A run of the published size takes hours."""
_DEMO = ("brokers=40", "captured_brokers=0")
_PAPER = ("brokers=1000", "captured_brokers=20")


def _figure(number: int, demo_ticks: int, paper_ticks: int) -> PaperFigure:
    """Return a figure with so many measured ticks in these tiers; its file has those of the default tier."""
    return PaperFigure(
        name=f"fig-{number}",
        experiment=f"overlay/fig-{number}.toml",
        tiers={
            "demo": FigureTier(_REPLICATIONS_OF_DEMO, (*_DEMO, _duration(demo_ticks))),
            "default": FigureTier(),
            "paper": FigureTier(_REPLICATIONS_OF_PAPER, (*_PAPER, _duration(paper_ticks))),
        },
    )


def _duration(ticks: int) -> str:
    """Return the setting for so many measured ticks of one second, between a warm-up and a drain."""
    return f"duration={50 + ticks + 5}"


def _question(name: str) -> PaperFigure:
    """Return an experiment of ours, of one small size in all tiers."""
    return PaperFigure(
        name=name,
        experiment=f"overlay/{name}.toml",
        tiers={"demo": FigureTier(_REPLICATIONS_OF_DEMO), "default": FigureTier(), "paper": FigureTier()},
    )


PSOO_FCAT = PaperPlan(
    name="psoo-fcat",
    summary="Chi et al. 2014, overlays that follow frequently changing traffic",
    figures=(
        _figure(3, 3000, 30_000),
        _figure(4, 3200, 20_000),
        _figure(5, 3200, 20_000),
        _question("trees"),
    ),
    tiers_share_runs=False,
)
