"""Questions of ours: what the two numbers are worth, what a prediction is worth, and whether it lowers the cost."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from schema.intervals import Estimate, estimate
from spark_analysis.papers.comparison.paper_results import PaperResults
from spark_analysis.papers.comparison.question_row import QuestionRow, mean_estimate
from spark_analysis.papers.pstpm.evidence import SERIES, read_evidence, skill_rows, usable_evidence
from spark_analysis.papers.pstpm.overlay_costs import HINDSIGHT, NONE, OCBR, PSOO, CurveKey, OverlayCosts
from spark_analysis.papers.pstpm.quantities import COSTS, folder_of
from spark_analysis.prediction.paper.exponent import PAPER_EXPONENT
from spark_analysis.prediction.paper.noise import PAPER_GOAL, PAPER_LOSSES
from spark_analysis.prediction.series.collection import Place

_LEVEL = 0.05
_DECIMALS = 3
"""Of a skill."""
_EVIDENCE = ("exponent", "noise_exponent", "uniform_exponent", "loss", "noise_loss", "leaked_loss", "leaked_noise_loss")


def evidence_rows(results: PaperResults) -> list[QuestionRow]:
    """Return the paper's two numbers for each kind of traffic and place, each with that of noise beside it."""
    rows = usable_evidence(folder_of(results))
    return [
        QuestionRow((str(kind), str(place)), [mean_estimate(part[name]) for name in _EVIDENCE])
        for (kind, place), part in rows.groupby(["kind", "place"])
    ]


def chaos_rows(results: PaperResults) -> list[tuple[str, str, int, int]]:
    """Return for each kind of traffic and place: series that the whole test calls chaotic, and all series."""
    rows = usable_evidence(folder_of(results))
    return [
        (str(kind), str(place), int(part["is_chaotic"].sum()), len(part))
        for (kind, place), part in rows.groupby(["kind", "place"])
    ]


def skill_of_kinds(results: PaperResults, place: Place) -> list[QuestionRow]:
    """Return the skill of each predictor over the last value, a row for each predictor, a column for each kind."""
    rows = skill_rows(folder_of(results))
    rows = rows[rows["place"] == place]
    kinds = kinds_of(results)
    return [
        QuestionRow((name,), [mean_estimate(_of(rows, name, kind)["skill"].round(_DECIMALS)) for kind in kinds])
        for name in dict.fromkeys(rows["predictor"])
    ]


def kinds_of(results: PaperResults) -> list[str]:
    """Return the kinds of traffic whose series were evaluated."""
    return sorted(set(usable_evidence(folder_of(results))["kind"]))


def better_rows(results: PaperResults) -> list[tuple[str, int, int, int]]:
    """Return for each predictor: series on which it is better than the last value, worse, and all; after Holm."""
    rows = skill_rows(folder_of(results))
    found = []
    for name in dict.fromkeys(rows["predictor"]):
        mine = rows[rows["predictor"] == name]
        clear = mine[mine["p_value"] < _LEVEL]
        found.append((name, int((clear["skill"] > 0).sum()), int((clear["skill"] < 0).sum()), len(mine)))
    return found


def cost_rows(results: PaperResults, figure: str) -> list[QuestionRow]:
    """Return for each kind, strategy and predictor: cost in per cent of static, change, share of hindsight's saving."""
    found = OverlayCosts(results[figure])
    rows = []
    for key in found.mean:
        if key.strategy not in (OCBR, PSOO, HINDSIGHT):
            continue
        saved = found.below_static(key)
        bound = CurveKey(key.kind, HINDSIGHT, NONE)
        share = mean_estimate(100 * saved / found.below_static(bound)) if bound in found.mean else None
        without = CurveKey(key.kind, key.strategy, NONE)
        change = mean_estimate(found.change(key, without)) if key != without else None
        rows.append(QuestionRow((key.kind, key.strategy, key.predictor), [mean_estimate(100 - saved), change, share]))
    return rows


@dataclass(frozen=True)
class PredictorAnswer:
    """Over all kinds of traffic, sizes and strategies: what a predictor changes against none, in per cent of the cost.

    A contrast is lower or higher if its whole interval is.
    """

    predictor: str
    contrasts: int
    lower: int
    higher: int
    least: Estimate
    most: Estimate


def answers(results: PaperResults) -> list[PredictorAnswer]:
    """Return the answer for each predictor but none."""
    changes: dict[str, list[Estimate]] = {}
    for figure in COSTS:
        found = OverlayCosts(results[figure])
        for key in found.mean:
            without = key._replace(predictor=NONE)
            if key != without and without in found.mean:
                changes.setdefault(key.predictor, []).append(estimate(found.change(key, without).tolist()))
    return [
        PredictorAnswer(
            predictor,
            len(each),
            sum(one.ci_high < 0 for one in each),
            sum(one.ci_low > 0 for one in each),
            min(each, key=lambda one: one.mean),
            max(each, key=lambda one: one.mean),
        )
        for predictor, each in changes.items()
    ]


def prediction_values(results: PaperResults) -> dict[str, object]:
    """Return what the page's template takes from here."""
    excluded = read_evidence(folder_of(results))
    excluded = excluded[excluded["excluded"] != ""]
    return {
        "exponent": PAPER_EXPONENT,
        "losses": PAPER_LOSSES,
        "goal": PAPER_GOAL,
        "evidence": evidence_rows(results),
        "chaos": chaos_rows(results),
        "kinds": kinds_of(results),
        "skills": {place: skill_of_kinds(results, place) for place in (Place.INTERIOR, Place.BORDER)},
        "better": better_rows(results),
        "costs": {figure: cost_rows(results, figure) for figure in COSTS},
        "size": {figure: results[figure].experiment.parameters for figure in (*COSTS, SERIES)},
        "runs": {figure: results[figure].experiment.replications for figure in (*COSTS, SERIES)},
        "excluded": list(excluded["excluded"]),
        "answers": answers(results),
    }


def _of(rows: pd.DataFrame, predictor: str, kind: str) -> pd.DataFrame:
    return rows[(rows["predictor"] == predictor) & (rows["kind"] == kind)]
