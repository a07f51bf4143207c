"""V. Sourlas et al., "Storage planning and replica assignment in content-centric publish/subscribe networks",
Computer Networks 55 (2011): Figures 4 to 11.

The demo has few points of each figure, with the first and the last among them, and three replications.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from pyharness.papers.paper_plan import FigureTier, OptimumPoint, PaperFigure, PaperPlan
from schema.manifest import Scalar

_REPLICATIONS_OF_DEMO = 3
_REPLICATIONS_OF_PAPER = 30
_OPTIMA_OF_A_POINT = 5
"""Replications whose optimum is computed, from the default tier on: fewer leave no interval worth printing."""
POLICY_OF_OPTIMA = "seq"
"""The optimum of a point is computed from the runs of this policy; those of the others have the same instance."""


def _points(replications: int, **values: Iterable[Scalar]) -> tuple[OptimumPoint, ...]:
    """Return every combination of `values`."""
    names = ("policy", *values)
    combined = product((POLICY_OF_OPTIMA,), *values.values())
    return tuple(OptimumPoint(dict(zip(names, each, strict=True)), replications) for each in combined)


def _figure(
    number: int,
    demo: Iterable[str],
    demo_optima: tuple[OptimumPoint, ...] = (),
    optima: tuple[OptimumPoint, ...] = (),
) -> PaperFigure:
    """Return a figure whose demo has the values `demo` of what varies."""
    return PaperFigure(
        name=f"fig-{number}",
        experiment=f"stores/fig-{number}.toml",
        tiers={
            "demo": FigureTier(_REPLICATIONS_OF_DEMO, tuple(demo), demo_optima),
            "default": FigureTier(optima=optima),
            "paper": FigureTier(_REPLICATIONS_OF_PAPER, optima=optima),
        },
    )


STORES = PaperPlan(
    name="stores",
    summary="Sourlas et al. 2011, storage planning in content-centric publish/subscribe networks",
    figures=(
        _figure(
            4,
            ["brokers=[25, 50, 100]"],
            demo_optima=_points(1, brokers=[25]),
            optima=_points(_OPTIMA_OF_A_POINT, brokers=[25, 50, 100]),
        ),
        _figure(5, ["capacity=[2, 10]"], optima=_points(_OPTIMA_OF_A_POINT, capacity=[2, 5, 10])),
        _figure(6, ["min_copies=[1, 4]"], optima=_points(_OPTIMA_OF_A_POINT, min_copies=[1, 2, 4])),
        _figure(
            7,
            ["popularity=[0, 1]"],
            demo_optima=_points(1, stores=[20], popularity=[1]),
            optima=_points(_OPTIMA_OF_A_POINT, stores=[20, 10], popularity=[0, 0.5, 1]),
        ),
        _figure(
            8,
            ["locality=[0, 1]"],
            demo_optima=_points(1, stores=[20], locality=[1]),
            optima=_points(_OPTIMA_OF_A_POINT, stores=[20, 10], locality=[0.5, 1]),
        ),
        _figure(9, ["failed_stores=[0, 2, 5]"]),
        _figure(10, ["popularity=[-0.5, 1]"]),
        _figure(11, ["locality=[-0.5, 1]"]),
    ),
    optimum_seconds={"demo": 60.0, "default": 300.0, "paper": 300.0},
)
