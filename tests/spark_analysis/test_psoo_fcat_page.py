"""The page about Chi et al. 2014: its quantities on costs made by rules, and the page that is written from them."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from made_overlay_figures import STAGE, WINDOW, made_overlay, made_trees

from spark_analysis.papers.comparison.paper_page import write_paper_page
from spark_analysis.papers.comparison.paper_results import PaperResults
from spark_analysis.papers.psoo_fcat import quantities
from spark_analysis.papers.psoo_fcat.claims import CLAIMS
from spark_analysis.papers.psoo_fcat.figures import sample_ticks
from spark_analysis.papers.psoo_fcat.overlay_series import OverlaySeries
from spark_analysis.papers.psoo_fcat.questions import change_rows, level_rows, lost_anywhere, summary_rows, tree_rows
from spark_analysis.papers.registry import PAPER_PAGES

FIRST_MOVE = 350
"""Tick of ours; 1750 of the paper, as 40 brokers make a tick of the paper a fifth."""


def share(strategy: str, tick: int, replication: int) -> float:
    """All but static fall by a point in each step from the first move, to 60 %; a change of stage adds 10 points."""
    if strategy == "static":
        return 1.0
    fall = min(40, max(0, tick - FIRST_MOVE + WINDOW) // WINDOW)
    rise = 10 if tick >= STAGE and tick % STAGE < 4 * WINDOW else 0
    better = {"hindsight": 20, "ocbr": 10}.get(strategy, 0) if tick >= FIRST_MOVE else 0
    return (100 - fall + rise - better) / 100


def moves(strategy: str, tick: int) -> int:
    """A move in each step from the first one on; ocbr makes two, and begins at once."""
    return {"static": 0, "ocbr": 2}.get(strategy, int(tick >= FIRST_MOVE))


@pytest.fixture(scope="module")
def results() -> PaperResults:
    return PaperResults(
        {
            "fig-3": made_overlay(share, moves, stage=0),
            "fig-4": made_overlay(share, moves),
            "fig-5": made_overlay(lambda *a: 1 - (1 - share(*a)) / 2, moves, filters=False),
            "trees": made_trees(),
        }
    )


def only(samples: object) -> list[float]:
    assert isinstance(samples, dict) and len(samples) == 1, samples
    return [round(value, 6) for value in next(iter(samples.values()))]


def test_times_of_the_paper_are_scaled_with_the_root_of_the_brokers(results: PaperResults) -> None:
    found = OverlaySeries(results["fig-3"])
    assert found.time_scale == 0.2 and found.cost_scale == pytest.approx(25 / math.sqrt(0.04))
    assert [found.ours(tick) for tick in (0, 1500, 1999, 2000)] == [0, 300, 350, 400]
    assert found.before(1500) == 250 and found.before(0) == 0
    assert found.ours(10**6) == found.last == 3150
    assert sample_ticks(found, 4000) == [0, 800, 1600, 2400, 3150]
    assert found.names == ["static", "ocbr", "ocbr-e", "psoo-fcat", "similarity", "hindsight", "psoo-fcat, K = 20"]


def test_start_and_first_move(results: PaperResults) -> None:
    assert only(quantities.starting_cost(results, "fig-3")) == [12500, 25000, 37500]
    assert only(quantities.change_before(results, "fig-3", 1500)) == [0, 0, 0]
    assert only(quantities.change_before(results, "fig-3", 2000)) == [-1, -1, -1]
    assert only(quantities.first_move(results, "fig-3")) == [1750] * 3
    assert only(quantities.moves_until(results, "fig-4", 1000)) == [0] * 3
    assert only(quantities.moves_between(results, "fig-4", 1000, 2000)) == [1] * 3


def test_falls_are_in_points_of_the_static_overlay(results: PaperResults) -> None:
    falls = quantities.falls(results, "fig-3", (0, 2000, 3000))
    assert {name: values[0] for name, values in falls.items()} == {
        "Fig. 3, tick 0 to 2000": pytest.approx(2),
        "Fig. 3, tick 2000 to 3000": pytest.approx(4),
    }
    assert (
        only(quantities.sharpness(results, "fig-3"))
        == [round(2 + (share("psoo-fcat", 1600, 1) - 0.98) * 100 / 12, 6)] * 3
    )
    assert only(quantities.final_reduction(results, "fig-3", ["psoo-fcat"])) == [40] * 3
    assert only(quantities.weaker_fall(results, "fig-5", "fig-4")) == [-3.5] * 3


def test_changes_of_stage_raise_the_cost(results: PaperResults) -> None:
    found = OverlaySeries(results["fig-4"])
    assert found.stage_changes == [800, 1600, 2400] and OverlaySeries(results["fig-3"]).stage_changes == []
    rises = quantities.rises_at_changes(results, "fig-4")
    assert list(rises) == ["Fig. 4, tick 4000", "Fig. 4, tick 8000", "Fig. 4, tick 12000"]
    assert rises["Fig. 4, tick 4000"] == pytest.approx([-5] * 3), "five steps later the rise is over"
    later = quantities.later_falls(results, "fig-4", ["psoo-fcat"])
    assert later["Fig. 4, stage 2, psoo-fcat"] == pytest.approx([10 + 14 - 9] * 3)
    row = next(row for row in change_rows(results) if row.labels == ("psoo-fcat",))
    assert row.values[0] is not None and row.values[1] is not None
    before, after = (
        [100 * share("psoo-fcat", change + offset, 1) for change in found.stage_changes] for offset in (-50, 50)
    )
    assert [row.values[0].mean, row.values[1].mean] == pytest.approx([sum(before) / 3, sum(after) / 3])


def twice_as_fast(strategy: str, tick: int, replication: int) -> float:
    """As `share`, with falls of two points."""
    return 1 - 2 * (1 - share(strategy, tick, replication))


def test_strategies_are_compared_at_equal_cost() -> None:
    """psoo-fcat is at 90 % with its sixth move; ocbr, which also moves before, with its twentieth."""
    results = PaperResults({"fig-4": made_overlay(twice_as_fast, moves)})
    found = OverlaySeries(results["fig-4"])
    assert quantities.until_level(found, found.moves, "psoo-fcat", 90).tolist() == [6] * 3, "the mean of three steps"
    assert quantities.until_level(found, found.moves, "psoo-fcat", 80).empty, "not in the first stage"
    above = quantities.spent_above(results, "fig-4", "moves", ["ocbr-e"])
    assert above == {"Fig. 4, 90 %, over ocbr-e": [0, 0, 0]}, "the other levels are not reached by both"
    (ratio,) = quantities.spent_above(results, "fig-4", "moves", ["ocbr"]).values()
    ocbr = quantities.until_level(found, found.moves, "ocbr", 90)
    assert ratio == pytest.approx([100 * (6 / count - 1) for count in ocbr]) and ocbr.iloc[0] > 6
    rows = {row.labels: row.values for row in level_rows(results)}
    kilobytes, counts = rows["psoo-fcat", "control, kB"][0], rows["psoo-fcat", "reconfigurations"][0]
    assert kilobytes is not None and counts is not None and kilobytes.mean == counts.mean == 6
    assert rows["psoo-fcat", "reconfigurations"][-1] is None


def test_tables_of_our_questions(results: PaperResults) -> None:
    rows = {row.labels: row.values for row in summary_rows(results)}
    shares = {name: rows["Fig. 3", name][2] for name in ("static", "hindsight", "psoo-fcat")}
    assert shares["static"] is not None and shares["static"].mean == 0
    assert shares["hindsight"] is not None and shares["hindsight"].mean == 100
    assert shares["psoo-fcat"] is not None and 0 < shares["psoo-fcat"].mean < 100
    trees = {row.labels: row.values for row in tree_rows(results)}
    assert trees["mst-delay", "ocbr"][1] is not None and trees["mst-delay", "ocbr"][1].mean == 50
    assert lost_anywhere(results) == 0


@pytest.fixture(scope="module")
def page(results: PaperResults, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_paper_page(PAPER_PAGES["psoo-fcat"], results, tmp_path_factory.mktemp("paper"))


def test_the_page_has_every_claim_and_figure(page: Path) -> None:
    text = page.read_text()
    for number, each in enumerate(CLAIMS, 1):
        assert each.words in text and f'<a id="claim-{number}"></a>' in text
    for figure in (3, 4, 5, 6):
        image = page.parent / "psoo-fcat" / f"fig-{figure}.png"
        assert image.read_bytes().startswith(b"\x89PNG") and f"(psoo-fcat/fig-{figure}.png)" in text
    assert "are not available" in text, "bodies of tables and figures of the paper"
    assert "nan" not in re.findall(r"\w+", text.lower())


def test_every_table_of_the_page_is_even(page: Path) -> None:
    """All rows of a table have as many cells as its head."""
    tables = re.findall(r"(?:^\|.*\|\n)+", page.read_text(), re.MULTILINE)
    assert len(tables) == 10, "sizes, claims, four of our questions, three of deviations, decisions"
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1, table


def test_the_same_results_give_the_same_page(results: PaperResults, page: Path, tmp_path: Path) -> None:
    again = write_paper_page(PAPER_PAGES["psoo-fcat"], results, tmp_path)
    assert again.read_bytes() == page.read_bytes()
    for figure in (3, 6):
        image = Path("psoo-fcat") / f"fig-{figure}.png"
        assert (tmp_path / image).read_bytes() == (page.parent / image).read_bytes()


def test_the_page_is_plain(page: Path, checkout: Path) -> None:
    done = subprocess.run(
        [sys.executable, checkout / "docs" / "style-check", page], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_claims_have_names_of_their_own() -> None:
    assert len({each.name for each in CLAIMS}) == len(CLAIMS)
