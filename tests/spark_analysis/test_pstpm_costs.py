"""The costs of strategies with and without a prediction, on costs made by rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest
from made_overlay_figures import PARAMETERS, experiment
from made_prediction_costs import made_costs

from schema.manifest import Scalar
from spark_analysis.papers.comparison.claim import PaperVerdict, judge
from spark_analysis.papers.comparison.paper_results import FigureResults, PaperResults
from spark_analysis.papers.pstpm import quantities
from spark_analysis.papers.pstpm.claims import CLAIMS
from spark_analysis.papers.pstpm.overlay_costs import CurveKey, OverlayCosts
from spark_analysis.papers.pstpm.questions import answers, cost_rows
from spark_analysis.papers.pstpm.traffic_kind import traffic_kind

CLAIM = {claim.name: claim for claim in CLAIMS}


@pytest.fixture(scope="module")
def results() -> PaperResults:
    return PaperResults({"fig-11": made_costs(), "kinds": made_costs(("daily", "chaotic"))})


@pytest.mark.parametrize(
    ("varying", "kind"),
    [
        ({}, "steady"),
        ({"traffic": "daily", "stage_ticks": 0}, "daily"),
        ({"traffic": "steady", "stage_ticks": "500"}, "stages of 500 ticks"),
        ({"stage_ticks": 4000.0}, "stages of 4,000 ticks"),
        ({"traffic": "steady", "churn_ticks": 200, "stage_ticks": 0}, "churn"),
    ],
)
def test_kinds_of_traffic_are_named(varying: Mapping[str, Scalar], kind: str) -> None:
    assert traffic_kind(varying) == kind


def test_costs_are_paired_by_replication(results: PaperResults) -> None:
    found = OverlayCosts(results["kinds"])
    kinds = dict.fromkeys(key.kind for key in found.cost)
    predictors = dict.fromkeys(key.predictor for key in found.cost if key.strategy == "ocbr")
    assert list(kinds) == ["daily", "chaotic"] and list(predictors) == ["none", "network", "oracle"]
    key = CurveKey("daily", "ocbr", "network")
    assert key.name == "ocbr, network" and CurveKey("daily", "ocbr", "none").name == "ocbr"
    assert found.below_static(key).tolist() == pytest.approx([28, 28, 28])
    assert found.change(key, CurveKey("daily", "ocbr", "none")).tolist() == pytest.approx([-10, -10, -10])


def test_each_kind_and_size_is_a_point(results: PaperResults) -> None:
    found = quantities.change_by_network(results, "psoo-fcat")
    assert set(found) == {f"{kind}, psoo-fcat, network, 40 brokers" for kind in ("steady", "daily", "chaotic")}
    assert all(list(values) == pytest.approx([10, 10, 10]) for values in found.values())


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("ocbr-falls", PaperVerdict.AGREES),
        ("ocbr-sharper", PaperVerdict.AGREES),
        ("psoo-falls", PaperVerdict.AGREES),
        ("psoo-sharper", PaperVerdict.DISAGREES),
        ("precision", PaperVerdict.PARTLY),
    ],
)
def test_claims_on_costs(results: PaperResults, claim: str, verdict: PaperVerdict) -> None:
    assert judge(CLAIM[claim], results).verdict is verdict


def test_a_row_has_cost_change_and_share_of_the_bound(results: PaperResults) -> None:
    rows = {
        row.labels: [value and round(value.mean, 6) for value in row.values] for row in cost_rows(results, "fig-11")
    }
    assert rows["steady", "ocbr", "none"] == [80, None, 40]
    assert rows["steady", "ocbr", "network"] == [72, -10, 56]
    assert rows["steady", "hindsight", "none"] == [50, None, 100]
    assert ("steady", "static", "none") not in rows


def test_the_answer_counts_contrasts_with_a_clear_change(results: PaperResults) -> None:
    found = {each.predictor: each for each in answers(results)}
    network, oracle = found["network"], found["oracle"]
    assert (network.contrasts, network.lower, network.higher) == (6, 3, 3), "three points, two strategies"
    assert (network.least.mean, network.most.mean) == (pytest.approx(-10), pytest.approx(10))
    assert (oracle.lower, oracle.higher, oracle.least.mean) == (3, 3, pytest.approx(-25))


def test_the_folder_of_results_is_known() -> None:
    made = FigureResults(experiment({}, 1, PARAMETERS), pd.DataFrame(), pd.DataFrame(), folder=Path("a/series"))
    assert quantities.folder_of(PaperResults({"series": made})) == Path("a")
