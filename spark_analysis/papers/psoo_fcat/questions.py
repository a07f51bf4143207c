"""Questions of ours that the paper leaves open: tables of the page, without a claimed range."""

from __future__ import annotations

import pandas as pd

from spark_analysis.papers.comparison.paper_results import REPLICATION, FigureResults, PaperResults, figure_title
from spark_analysis.papers.comparison.question_row import QuestionRow, mean_estimate
from spark_analysis.papers.psoo_fcat.figures import sample_ticks
from spark_analysis.papers.psoo_fcat.overlay_series import (
    HINDSIGHT,
    OCBR,
    OCBR_E,
    PSOO,
    STATIC,
    TICK,
    OverlaySeries,
    curve_name,
)
from spark_analysis.papers.psoo_fcat.quantities import LEVELS, until_level

_FIGURES = ("fig-3", "fig-4", "fig-5")
_HARMS = ("lost_notifications", "duplicate_notifications", "reordered_notifications")


def sd_rows(results: PaperResults, figure: str, every: int) -> list[QuestionRow]:
    """Return the cost of the paper's three strategies at each sampled tick, for its tables of standard deviations."""
    found = OverlaySeries(results[figure])
    names = [name for name in (OCBR, OCBR_E, PSOO) if name in found.names]
    return [
        QuestionRow((f"{tick:g}",), [mean_estimate(found.at(found.cost, tick)[name]) for name in names])
        for tick in sample_ticks(found, every)
    ]


def summary_rows(results: PaperResults) -> list[QuestionRow]:
    """Return for each figure and strategy: mean cost, cost with control, share of hindsight's saving, moves, bytes."""
    rows = []
    for figure in _FIGURES:
        found = OverlaySeries(results[figure])
        mean = 100 * _means(found.cost).div(_means(found.cost)[STATIC], axis=0)
        control = _means(found.wide("cost_with_control"))
        control = 100 * control.div(control[STATIC], axis=0)
        degrees = _metric(results[figure], "degree_max")
        for name in found.names:
            share = 100 * (100 - mean[name]) / (100 - mean[HINDSIGHT])
            rows.append(
                QuestionRow(
                    (figure_title(figure), name),
                    [
                        mean_estimate(mean[name]),
                        mean_estimate(control[name]),
                        mean_estimate(share),
                        mean_estimate(_last(found, found.moves)[name]),
                        mean_estimate(_last(found, found.control_bytes)[name] / 1000),
                        mean_estimate(degrees[name]),
                    ],
                )
            )
    return rows


def change_rows(results: PaperResults) -> list[QuestionRow]:
    """Return the cost around the changes of stage in Fig. 4, in per cent of the static overlay's: means over changes.

    The columns: the last step before, the second step after (the flood of subscriptions is over), 1000 ticks of the
    paper after, and the last step of the stage that has begun.
    """
    found = OverlaySeries(results["fig-4"])
    rows = []
    for name in found.names:
        if name == STATIC:
            continue
        values = []
        for offset in (-found.window, found.window, found.ours(1000), found.stage - found.window):
            ticks = [change + offset for change in found.stage_changes]
            at = found.relative[name][found.relative.index.get_level_values(TICK).isin(ticks)]
            values.append(mean_estimate(at.groupby(level=REPLICATION).mean()))
        rows.append(QuestionRow((name,), values))
    return rows


def level_rows(results: PaperResults) -> list[QuestionRow]:
    """Return reconfigurations, and kilobytes of control, until the cost of the first stage of Fig. 4 is at a level."""
    found = OverlaySeries(results["fig-4"])
    rows = []
    for name in found.names:
        if name == STATIC:
            continue
        moves = [mean_estimate(until_level(found, found.moves, name, level)) for level in LEVELS]
        kilobytes = [mean_estimate(until_level(found, found.control_bytes, name, level) / 1000) for level in LEVELS]
        rows += [QuestionRow((name, "reconfigurations"), moves), QuestionRow((name, "control, kB"), kilobytes)]
    return rows


def tree_rows(results: PaperResults) -> list[QuestionRow]:
    """Return for each initial tree and strategy: cost, cost in per cent of static, reconfigurations."""
    found = results["trees"]
    cost = found.wide("overlay_cost", "strategy")
    moves = found.wide("reconfigurations", "strategy")
    rows = []
    for tree in found.experiment.varying["tree"]:
        mine = cost.xs(tree, level="tree")
        for name in found.experiment.varying["strategy"]:
            values = [mine[name], 100 * mine[name] / mine[STATIC], moves.xs(tree, level="tree")[name]]
            rows.append(QuestionRow((str(tree), str(name)), [mean_estimate(each) for each in values]))
    return rows


def lost_anywhere(results: PaperResults) -> float:
    """Return the lost, duplicate and reordered notifications of all runs of the figures."""
    runs = pd.concat([results[figure].runs for figure in _FIGURES])
    return float(runs.loc[runs["metric"].isin(_HARMS), "value"].sum())


def question_values(results: PaperResults) -> dict[str, object]:
    """Return what the page's template takes from here."""
    found = OverlaySeries(results["fig-4"])
    tables = {"fig-3": ("Table 1", 500), "fig-4": ("Table 2", 1000), "fig-5": ("Table 3", 1000)}
    return {
        "deviations": {title: sd_rows(results, figure, every) for figure, (title, every) in tables.items()},
        "summary": summary_rows(results),
        "changes": change_rows(results),
        "levels": LEVELS,
        "level_rows": level_rows(results),
        "trees": tree_rows(results),
        "lost": lost_anywhere(results),
        "size": {each: results[each].experiment.parameters for each in (*_FIGURES, "trees")},
        "ticks": {each: OverlaySeries(results[each]).last + found.window for each in _FIGURES},
        "time_scale": found.time_scale,
        "stage": found.stage,
        "is_published_size": found.time_scale == 1,
    }


def _metric(found: FigureResults, metric: str) -> pd.DataFrame:
    """Return a metric by replication and curve."""
    rows = found.runs[found.runs["metric"] == metric]
    names = [curve_name(row) for row in rows[list(found.experiment.varying)].to_dict("records")]
    return rows.assign(curve=names).pivot(index=REPLICATION, columns="curve", values="value")


def _means(table: pd.DataFrame) -> pd.DataFrame:
    return table.groupby(level=REPLICATION).mean()


def _last(found: OverlaySeries, table: pd.DataFrame) -> pd.DataFrame:
    return found.at(table, found.last)
