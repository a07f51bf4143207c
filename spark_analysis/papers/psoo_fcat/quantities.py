"""Quantities that the claims are about, computed replication by replication. Times are ticks of the paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pandas as pd

from spark_analysis.papers.comparison.claim import Samples, merged
from spark_analysis.papers.comparison.paper_results import PaperResults, figure_title
from spark_analysis.papers.comparison.relative_difference import percent_decrease, percent_increase
from spark_analysis.papers.psoo_fcat.overlay_series import OCBR, OCBR_E, PSOO, STATIC, TICK, OverlaySeries

BASELINES = (OCBR, OCBR_E)
LEVELS = (90, 80, 70, 60)
"""Costs in per cent of the static overlay's at which strategies are compared."""
_SMOOTHED = 3
"""Steps over which a cost is averaged before it is compared with a level."""


def series(results: PaperResults, figure: str) -> OverlaySeries:
    """Return the steps of a figure."""
    return OverlaySeries(results[figure])


def starting_cost(results: PaperResults, figure: str) -> Samples:
    """Return the cost of PSOO-FCAT in the first step, scaled to the paper's network."""
    found = series(results, figure)
    return _one(figure, "tick 0", found.cost_scale * found.at(found.cost, 0)[PSOO])


def change_before(results: PaperResults, figure: str, tick: int) -> Samples:
    """Return by how many per cent PSOO-FCAT's cost differs from the static overlay's in the last step before `tick`."""
    found = series(results, figure)
    return _one(figure, f"before tick {tick}", found.at(found.relative, found.before(tick))[PSOO] - 100)


def first_move(results: PaperResults, figure: str) -> Samples:
    """Return the tick of the paper from which PSOO-FCAT moves links."""
    found = series(results, figure)
    return _one(figure, "first move", found.first_moves[PSOO].dropna() / found.time_scale)


def falls(results: PaperResults, figure: str, ticks: Sequence[int]) -> Samples:
    """Return the fall of PSOO-FCAT's relative cost from each of `ticks` to the next, in points."""
    found = series(results, figure)
    samples: dict[str, Sequence[float]] = {}
    for first, last in pairwise(ticks):
        before, after = (found.at(found.relative, found.ours(tick))[PSOO] for tick in (first, last))
        samples |= _one(figure, f"tick {first} to {last}", before - after)
    return samples


def sharpness(results: PaperResults, figure: str) -> Samples:
    """Return the fall in 1500 to 2000, less the mean fall in 500 ticks from 2000 to 8000, in points."""
    found = series(results, figure)
    at = {tick: found.at(found.relative, found.ours(tick))[PSOO] for tick in (1500, 2000, 8000)}
    return _one(figure, "", at[1500] - at[2000] - (at[2000] - at[8000]) * 500 / 6000)


def drift_after(results: PaperResults, figure: str, tick: int) -> Samples:
    """Return the mean relative cost in the last quarter after `tick`, less that in the first quarter, in points."""
    found = series(results, figure)
    first, last = found.ours(tick), found.last + found.window
    quarter = (last - first) // 4
    early = found.between(found.relative, first, first + quarter)[PSOO]
    late = found.between(found.relative, last - quarter, last)[PSOO]
    return _one(figure, "", late - early)


def final_reduction(results: PaperResults, figure: str, strategies: Iterable[str]) -> Samples:
    """Return by how many per cent the cost is below the static overlay's in the last tenth."""
    found = series(results, figure)
    end = found.last + found.window
    late = found.between(found.relative, end - end // 10, end)
    return merged(_one(figure, strategy, 100 - late[strategy]) for strategy in strategies)


def mean_reduction(results: PaperResults, figure: str, strategies: Iterable[str]) -> Samples:
    """Return by how many per cent the mean cost is below the static overlay's."""
    found = series(results, figure)
    mean = found.cost.groupby(level="replication").mean()
    return merged(_one(figure, name, percent_decrease(mean[name], mean[STATIC])) for name in strategies)


def mean_cost_above(results: PaperResults, figure: str, others: Iterable[str], since: int = 0) -> Samples:
    """Return by how many per cent the mean cost of PSOO-FCAT since a tick is above that of each other strategy."""
    found = series(results, figure)
    mean = found.between(found.cost, found.ours(since), found.last + found.window)
    return merged(_one(figure, f"over {name}", percent_increase(mean[PSOO], mean[name])) for name in others)


def rises_at_changes(results: PaperResults, figure: str) -> Samples:
    """Return the rise of PSOO-FCAT's relative cost from the last step of a stage to 1000 ticks later, in points."""
    found = series(results, figure)
    samples: dict[str, Sequence[float]] = {}
    for change in found.stage_changes:
        before, after = (
            found.at(found.relative, tick)[PSOO] for tick in (change - found.window, change + found.ours(1000))
        )
        samples |= _one(figure, f"tick {change / found.time_scale:g}", after - before)
    return samples


def later_falls(results: PaperResults, figure: str, strategies: Iterable[str]) -> Samples:
    """Return the fall within each later stage, less that within the first, in points.

    A fall is from the second step of a stage, after the flood of subscriptions, to the last one.
    """
    found = series(results, figure)
    samples: dict[str, Sequence[float]] = {}
    for number, start in enumerate(found.stage_changes, start=2):
        for strategy in strategies:
            fall = _fall_within(found, start)[strategy] - _fall_within(found, 0)[strategy]
            samples |= _one(figure, f"stage {number}, {strategy}", fall)
    return samples


def weaker_fall(results: PaperResults, figure: str, reference: str) -> Samples:
    """Return PSOO-FCAT's fall from 2000 to 4000 in `figure`, less that in `reference`, in points."""
    ticks = (2000, 4000)
    (one,), (other,) = (falls_until_change(results, each, *ticks).values() for each in (figure, reference))
    label = f"{figure_title(figure)} less {figure_title(reference)}"
    return {label: [a - b for a, b in zip(one, other, strict=True)]}


def falls_until_change(results: PaperResults, figure: str, first: int, last: int) -> Samples:
    """Return the fall of PSOO-FCAT's relative cost from `first` to the last step before `last`, in points."""
    found = series(results, figure)
    start, end = (found.at(found.relative, tick)[PSOO] for tick in (found.ours(first), found.before(last)))
    return _one(figure, f"tick {first} to {last}", start - end)


def moves_until(results: PaperResults, figure: str, tick: int) -> Samples:
    """Return the reconfigurations of PSOO-FCAT before a tick."""
    found = series(results, figure)
    return _one(figure, f"until tick {tick}", found.at(found.moves, found.before(tick))[PSOO])


def moves_between(results: PaperResults, figure: str, first: int, last: int) -> Samples:
    """Return the reconfigurations of PSOO-FCAT between two ticks."""
    found = series(results, figure)
    at = [found.at(found.moves, found.before(tick))[PSOO] for tick in (first, last)]
    return _one(figure, f"tick {first} to {last}", at[1] - at[0])


def until_level(found: OverlaySeries, amounts: pd.DataFrame, strategy: str, level: float) -> pd.Series:
    """Return what a strategy has spent, in each replication, when its cost first is at a level in the first stage.

    `amounts` are sums over time. The level is in per cent of the static overlay. Replications that do not reach it are
    left out.
    """
    end = found.stage or found.last + found.window
    ticks = found.relative.index.get_level_values(TICK)
    stage = found.relative[strategy][ticks < end]
    smooth = stage.groupby(level="replication").transform(lambda cost: cost.rolling(_SMOOTHED, min_periods=1).mean())
    reached = amounts[strategy].loc[smooth.index][smooth <= level]
    return reached.groupby(level="replication").first()


def spent_above(results: PaperResults, figure: str, amount: str, others: Iterable[str]) -> Samples:
    """Return by how many per cent PSOO-FCAT spends more than another strategy until both reach a level of cost.

    `amount` is moves or control_bytes. Each point is a level that both reach in two replications at least.
    """
    found = series(results, figure)
    amounts: pd.DataFrame = getattr(found, amount)
    samples: dict[str, Sequence[float]] = {}
    for other in others:
        for level in LEVELS:
            ours, theirs = (until_level(found, amounts, name, level) for name in (PSOO, other))
            more = percent_increase(ours, theirs).dropna()
            if len(more) > 1:
                samples |= _one(figure, f"{level} %, over {other}", more)
    return samples


def _fall_within(found: OverlaySeries, start: int) -> pd.DataFrame:
    first = found.at(found.relative, start + found.window)
    return first - found.at(found.relative, min(found.last, start + found.stage - found.window))


def _one(figure: str, label: str, values: pd.Series) -> dict[str, Sequence[float]]:
    """Return the values of a point, labelled by its figure."""
    name = ", ".join(filter(None, [figure_title(figure), label]))
    return {name: [float(value) for value in values.dropna()]}
