"""The page about Wang et al. 2016: its quantities on results made by rules, and the page that is written from them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from made_sdn_figures import REPLICATIONS, made_results
from written_figures import write_figures

from schema.intervals import estimate
from schema.papers.optima import OVERLAY_OPTIMA, OverlayOptimumRow
from spark_analysis.papers.comparison.claim import PaperVerdict, judge
from spark_analysis.papers.comparison.paper_page import write_paper_page
from spark_analysis.papers.comparison.paper_results import PaperResults, figure_title, read_paper_results
from spark_analysis.papers.registry import PAPER_PAGES
from spark_analysis.papers.sdnps import quantities
from spark_analysis.papers.sdnps.claims import CLAIMS
from spark_analysis.papers.sdnps.contrasts import PRUNED, SCRATCH, SDNPS, curves, of_data_plane, of_strategy
from spark_analysis.papers.sdnps.optimality import largest_gap, overlay_optimality_rows
from spark_analysis.papers.sdnps.questions import (
    Contrast,
    break_even_rows,
    change_cost_rows,
    contrast_outcome,
    contrasts,
    failure_rows,
    in_words,
    policy_rows,
    state_rows,
)


@pytest.fixture(scope="module")
def results() -> PaperResults:
    return made_results()


def verdict(results: PaperResults, name: str) -> PaperVerdict:
    return judge(next(claim for claim in CLAIMS if claim.name == name), results).verdict


def test_curves_have_the_options_of_sdnps(results: PaperResults) -> None:
    table = curves(results["e1"], "min_residual", of_strategy, "topic_branching")
    assert {SDNPS, SCRATCH, PRUNED, "flooding", "brokers"} < set(table.columns)
    assert len(table) == 2 * REPLICATIONS and not table.isna().any().any()
    planes = curves(results["e4"], "flow_entries", of_data_plane, "topic_branching")
    assert set(planes.columns) == {"own-slot", "own-slot, not aggregated", "lcrs", "lcrs, not aggregated", "bier"}


def test_the_contrast_with_load_aware_steiner_trees(results: PaperResults) -> None:
    first, second = contrasts(results)
    assert (first.topics, second.topics) == (9, 49)
    assert [first.residual.mean, second.residual.mean] == pytest.approx([10, -5])
    assert [first.load.mean, second.load.mean] == pytest.approx([40, 40])
    assert contrast_outcome([first]) == "beat SDNPS in residual bandwidth and in link load at every number of topics"
    assert contrast_outcome([first, second]) == (
        "are ahead of SDNPS or behind in residual bandwidth and are ahead of SDNPS in link load"
    )
    assert first.residual_text.endswith(" % more") and second.residual_text.endswith(" % less")
    worse = Contrast(9, estimate([-3, -2.9]), estimate([-1, -1.1]))
    assert contrast_outcome([worse]).startswith("are beaten by SDNPS")
    assert "−" not in worse.residual_text and worse.load_text.endswith("more")
    assert in_words(estimate([-1.0, 1.0]), "more", "less").startswith("no certain difference (0 ±")


def test_a_rival_that_is_better_in_both_breaks_the_claim_of_a_tradeoff(results: PaperResults) -> None:
    both = quantities.best_of_both(results, ["load-steiner", "flooding"])
    assert both["9 topics, load-steiner"] == pytest.approx([100 * (1 / 1.1 - 1)] * REPLICATIONS)
    assert both["49 topics, load-steiner"] == pytest.approx([100 * (1 / 0.95 - 1)] * REPLICATIONS)
    assert both["9 topics, flooding"] == pytest.approx([100] * REPLICATIONS)
    assert verdict(results, "tradeoff") is PaperVerdict.PARTLY
    assert verdict(results, "residual") is PaperVerdict.AGREES, "load-steiner is left out"
    assert verdict(results, "fairness") is PaperVerdict.DISAGREES, "all alike is not above"


def test_latency_against_brokers_and_where_they_are_even(results: PaperResults) -> None:
    found = quantities.latency_below_brokers(results)
    assert found["2 publishers, 0 µs at a broker"] == pytest.approx([-10] * REPLICATIONS, abs=1e-4)
    assert found["2 publishers, 1000 µs at a broker"] == pytest.approx([100 / 12] * REPLICATIONS, abs=1e-4)
    assert verdict(results, "latency") is PaperVerdict.PARTLY
    rows = {(row.publishers, row.way): row.microseconds.mean for row in break_even_rows(results)}
    assert rows == {("2", "sdnps"): pytest.approx(500), ("2", "unicast"): pytest.approx(500)}


def test_effort_of_incremental_overlays(results: PaperResults) -> None:
    found = quantities.effort_below_scratch(results, "edges_examined")
    assert list(found) == ["topics of 2 words"]
    assert found["topics of 2 words"][0] == pytest.approx(100 * (1 - 201 / 1001))
    assert verdict(results, "time") is verdict(results, "space") is PaperVerdict.AGREES


def test_failures_changes_policies_and_predictions(results: PaperResults) -> None:
    assert list(quantities.lost_with_repair(results)) == ["link"]
    assert quantities.lost_with_repair(results)["link"][0] == pytest.approx(100 * (1 - 11 / 101))
    assert quantities.changes_below_full(results)["link"] == pytest.approx([75] * REPLICATIONS)
    assert verdict(results, "repair") is verdict(results, "mildly") is PaperVerdict.AGREES
    assert quantities.forbidden(results) == {
        "policy-2.xml, sdnps": [0.0] * REPLICATIONS,
        "policy-2.xml, load-steiner": [0.0] * REPLICATIONS,
    }
    assert verdict(results, "policies") is PaperVerdict.AGREES
    predicted = quantities.residual_with_prediction(results, ("ewma", "oracle"))
    assert set(predicted) == {"on-off, sdnps, ewma", "on-off, sdnps, oracle"}
    assert predicted["on-off, sdnps, oracle"][0] == pytest.approx(100 * (105_001 / 100_001 - 1))
    costs = {row.labels: row.values for row in change_cost_rows(results)}
    assert [each.mean for each in costs["30", SDNPS] if each] == pytest.approx([300, 2])


def test_the_exact_optimum(results: PaperResults, tmp_path: Path) -> None:
    assert overlay_optimality_rows(results) == []
    write_figures(results, tmp_path)
    variant = next(name for name in results["e1-exact"].experiment.variants if "load-steiner" in name)
    rows = [OverlayOptimumRow(variant, k, 900_000.0, 1_000_000.0, 1_000_000.0) for k in (1, 2)]
    OVERLAY_OPTIMA.write(tmp_path / "e1-exact", rows)
    solved = read_paper_results(tmp_path, PAPER_PAGES["sdnps"].figures, PAPER_PAGES["sdnps"].optima)
    by_name = {row.strategy: row for row in overlay_optimality_rows(solved)}
    assert by_name[SDNPS].residual.n == 2
    assert by_name[SDNPS].below.mean == pytest.approx(100 * (1 - 801_200 / 900_000))
    assert by_name["load-steiner"].used.mean == pytest.approx(100 * (1.2 * 1.0015 - 1))
    assert largest_gap(solved) == pytest.approx(10)
    page = write_paper_page(PAPER_PAGES["sdnps"], solved, tmp_path).read_text()
    assert "in 2 replications" in page and "is 10.0 %" in page


def test_rows_have_what_was_measured_alone(results: PaperResults) -> None:
    none = next(row for row in failure_rows(results) if row.labels == ("link", "none"))
    assert none.values[2] is None and none.values[3] is not None and none.values[3].mean == 0
    assert {row.labels[0] for row in policy_rows(results)} == {"none", "policy-2.xml"}
    assert policy_rows(results)[0].values[0] is None
    assert [row.labels[0] for row in state_rows(results)] == ["16"] * 5 + ["196"] * 5


def test_the_page_is_written_whole_and_begins_with_the_comparison(results: PaperResults, tmp_path: Path) -> None:
    page = write_paper_page(PAPER_PAGES["sdnps"], results, tmp_path).read_text()
    title, _, first, *_ = page.split("\n")
    assert title == "# Publish/subscribe on switches"
    assert first.startswith("Load-aware Steiner trees") and "With 9 topics: 10" in first and "% less link load" in first
    assert {file.stem for file in (tmp_path / "sdnps").iterdir()} == {"e1", "e2", "e3", "e4", "e6"}
    assert not re.search(r"[ ]$|\S[ ]{2}", page, re.MULTILINE), "no blank at the end of a line, and none twice"
    assert "nan" not in page and "None" not in page and "Undefined" not in page
    assert page.count("<a id=") == len(CLAIMS) and "| link | algorithm-3 |" in page
    again = write_paper_page(PAPER_PAGES["sdnps"], results, tmp_path / "again").read_text()
    assert again == page
    assert figure_title("e4") == "E4" and figure_title("fig-4") == "Fig. 4"
