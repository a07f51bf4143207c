"""What the reproduction of a paper consists of: the experiment of each figure, and what a tier makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from schema.manifest import Scalar

TIERS = ("demo", "default", "paper")
"""From minutes to a night. `demo` shows that everything works, `default` has enough replications for verdicts."""
OptimumSubject = Literal["stores", "overlays"]


@dataclass(frozen=True)
class OptimumPoint:
    """Runs of a figure whose optimum is computed: the first `replications` at the point `where`."""

    where: Mapping[str, Scalar]
    """A value for each parameter that varies."""
    replications: int = 1


@dataclass(frozen=True)
class FigureTier:
    """What a tier changes in the experiment of a figure, and which optima it computes."""

    replications: int | None = None
    """None: as many as the experiment's file has."""
    settings: tuple[str, ...] = ()
    """As `--set` of a sweep takes them: fewer values of a parameter that varies, or another size of the network."""
    optima: tuple[OptimumPoint, ...] = ()


@dataclass(frozen=True)
class PaperFigure:
    """A figure of a paper and its experiment."""

    name: str
    """Of its folder of results, `fig-4`."""
    experiment: str
    """The file below scenarios/."""
    tiers: Mapping[str, FigureTier]


@dataclass(frozen=True)
class PaperPlan:
    """A paper by the name that the command line has for it."""

    name: str
    summary: str
    """Authors and subject, for the help."""
    figures: tuple[PaperFigure, ...]
    optimum_seconds: Mapping[str, float] = field(default_factory=dict)
    """By tier: time limit of one optimum. Empty where no optimum is computed."""
    optimum_gap: float = 0.01
    optimum_of: OptimumSubject = "stores"
    """What an optimum is computed of."""
    tiers_share_runs: bool = True
    """False where tiers have networks of different sizes, so that each has a folder of its own."""

    def folder_name(self, tier: str) -> str:
        """Return the name of the folder in results/."""
        return f"paper-{self.name}" if self.tiers_share_runs else f"paper-{self.name}-{tier}"
