"""Results of the figures of Chi et al. 2014, made by rules: what each strategy costs at each step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pandas as pd

from schema.manifest import Experiment, Scalar
from spark_analysis.papers.comparison.paper_results import FigureResults
from spark_analysis.papers.psoo_fcat.overlay_series import FILTERS

WINDOW, STAGE = 50, 800
STRATEGIES = ("static", "ocbr", "ocbr-e", "psoo-fcat", "similarity", "hindsight")
PARAMETERS: Mapping[str, Scalar] = {
    "brokers": 40,
    "routers": 200,
    "workload_divisor": 25,
    "window_ticks": WINDOW,
    "tick_s": 1.0,
}
Share = Callable[[str, int, int], float]
"""Strategy, tick and replication -> cost over that of the static overlay."""
MovesAt = Callable[[str, int], int]
"""Strategy and tick -> reconfigurations in that step."""


def steps_of(
    variants: Sequence[Mapping[str, Scalar]], replications: int, ticks: int, share: Share, moves: MovesAt
) -> pd.DataFrame:
    """The rows of tables/overlay_costs. A static overlay costs 100 times the replication."""
    rows = []
    for point in variants:
        name = str(point["strategy"]) + ("+" if point.get(FILTERS, 1) != 1 else "")
        for replication in range(1, replications + 1):
            for tick in range(0, ticks, WINDOW):
                cost = 100.0 * replication * share(name, tick, replication)
                done = moves(name, tick)
                rows.append(
                    {
                        **point,
                        "variant": name,
                        "replication": replication,
                        "time_s": float(tick),
                        "cost": cost,
                        "cost_with_control": cost + done,
                        "control_bytes": 1000 * done,
                        "reconfigurations": done,
                        "stage": 0,
                    }
                )
    return pd.DataFrame(rows)


def made_overlay(
    share: Share, moves: MovesAt, ticks: int = 3200, stage: int = STAGE, replications: int = 3, filters: bool = True
) -> FigureResults:
    """A figure with all strategies, and psoo-fcat with 20 filters (`psoo-fcat+` for the rules)."""
    points: list[dict[str, Scalar]] = [{"strategy": name} for name in STRATEGIES]
    varying: dict[str, tuple[Scalar, ...]] = {"strategy": STRATEGIES}
    if filters:
        points = [{**point, FILTERS: 1} for point in points] + [{"strategy": "psoo-fcat", FILTERS: 20}]
        varying[FILTERS] = (1, 20)
    steps = steps_of(points, replications, ticks, share, moves)
    names = [name for name in ("variant", "strategy", FILTERS, "replication") if name in steps]
    runs = steps[names].drop_duplicates()
    metrics = {"degree_max": 5.0, "lost_notifications": 0.0, "duplicate_notifications": 0.0}
    table = pd.concat([runs.assign(metric=metric, value=value) for metric, value in metrics.items()])
    return FigureResults(
        experiment(varying, replications, {**PARAMETERS, "stage_ticks": stage}), table, pd.DataFrame(), steps
    )


def made_trees(replications: int = 3) -> FigureResults:
    """Three initial trees: ocbr halves the cost of each."""
    varying: dict[str, tuple[Scalar, ...]] = {"tree": ("random-labelled", "mst-delay"), "strategy": STRATEGIES[:2]}
    rows = [
        {
            "variant": f"{tree},{name}",
            "tree": tree,
            "strategy": name,
            "replication": k,
            "metric": metric,
            "value": value,
        }
        for tree in varying["tree"]
        for name in varying["strategy"]
        for k in range(1, replications + 1)
        for metric, value in (
            ("overlay_cost", k / (1 + (name == "ocbr"))),
            ("reconfigurations", 7.0 * (name == "ocbr")),
        )
    ]
    return FigureResults(
        experiment(varying, replications, {**PARAMETERS, "stage_ticks": 0}), pd.DataFrame(rows), pd.DataFrame()
    )


def experiment(
    varying: Mapping[str, tuple[Scalar, ...]], replications: int, parameters: Mapping[str, Scalar]
) -> Experiment:
    return Experiment(
        name="made",
        question="?",
        program="overlay",
        network_kind="wired",
        parameters=dict(parameters),
        varying=dict(varying),
        variants=("made",),
        replications=replications,
        source="",
    )
