"""The evidence of links behind the page on traffic prediction: which links are taken, and what is computed of them."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from made_overlay_figures import PARAMETERS, experiment
from made_prediction_costs import made_costs
from written_run import write_plan, write_run

from spark_analysis.papers.comparison.claim import judge
from spark_analysis.papers.comparison.drawing import drawn_panels
from spark_analysis.papers.comparison.paper_page import write_paper_page
from spark_analysis.papers.comparison.paper_results import FigureResults, PaperResults
from spark_analysis.papers.pstpm import evidence, link_evidence, link_pictures, quantities
from spark_analysis.papers.pstpm.claims import CLAIMS
from spark_analysis.papers.pstpm.evidence import chosen_links, read_evidence, write_evidence
from spark_analysis.papers.pstpm.figures import PICTURES
from spark_analysis.papers.pstpm.questions import better_rows, chaos_rows, evidence_rows, skill_of_kinds
from spark_analysis.papers.registry import PAPER_PAGES
from spark_analysis.prediction.series.collection import NamedSeries, Place, SeriesName
from spark_analysis.prediction.series.link_series import LinkSeries, traffic_only

STEPS = 1003
STEP_S = 50.0
LINE = ((0, 1), (1, 2), (2, 3))
CLAIM = {claim.name: claim for claim in CLAIMS}


def here(_spark: object, work: Callable[[object], object], items: Sequence[object]) -> list[object]:
    return [work(item) for item in items]


def written(folder: Path, kind: str, steps: int = STEPS) -> Path:
    """One run of a line of four brokers: noise on every link towards 3, silence the other way."""
    random = np.random.default_rng(len(kind))
    rows = []
    for a, b in LINE:
        counts = random.poisson(60, steps)
        rows += [(step, a, b, int(counts[step]), 0, 0) for step in range(steps)]
        rows += [(step, b, a, 0, 0, 0) for step in range(steps)]
    tables = {"link_steps": rows, "overlay_links": [(0, a, b, 1, 0, 1) for a, b in LINE]}
    window = {"warmup": 0.0, "duration": steps * STEP_S}
    run: Path = write_run(folder, f"traffic={kind}", 1, tables, {}, window, "wired")
    return run


def planned(folder: Path, *kinds: str) -> Path:
    """The folder of the experiment, without its runs."""
    series = folder / "series"
    series.mkdir()
    write_plan(series, [f"traffic={kind}" for kind in kinds], 1, "wired")
    return series


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> PaperResults:
    folder = tmp_path_factory.mktemp("pstpm")
    series = planned(folder, "steady", "chaotic")
    for kind in ("steady", "chaotic"):
        written(series, kind)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evidence, "in_workers", here)
        patch.setattr(link_evidence, "_TEST", replace(link_evidence._TEST, surrogates=20))  # a tenth, for speed
        write_evidence(None, folder)  # type: ignore[arg-type]
        patch.setattr(evidence, "in_workers", None)
        write_evidence(None, folder)  # type: ignore[arg-type]  # the same runs are not evaluated again
    plan = FigureResults(experiment({}, 1, PARAMETERS), pd.DataFrame(), pd.DataFrame(), folder=series)
    return PaperResults({"series": plan, "fig-11": made_costs(), "kinds": made_costs(("daily", "churn"))})


def named(link: str, place: Place, series: LinkSeries) -> NamedSeries:
    return NamedSeries(SeriesName("made", "steady", 1, link), series, "steady", place)


def test_a_link_is_chosen_by_the_broker_that_forwards() -> None:
    noise = traffic_only(np.arange(5.0))
    quiet = traffic_only(np.array([0.0, 0.0, 0.0, 1.0, 0.0]))
    series = [
        named("0-1", Place.BORDER, noise),
        named("1-0", Place.INTERIOR, quiet),
        named("1-2", Place.INTERIOR, noise),
        named("2-1", Place.BORDER, quiet),
    ]
    for seed in range(5):
        assert [(each.place, each.name.link) for each in chosen_links(series, seed)] == [
            (Place.INTERIOR, "1-2"),
            (Place.BORDER, "0-1"),
        ]
    assert list(chosen_links([each for each in series if each.series is quiet], 1)) == []


def test_evidence_is_computed_again_only_for_other_runs_or_other_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where no run has a link with enough steps, and so the table has no row."""
    run = written(planned(tmp_path, "steady"), "steady", steps=10)
    evaluated: list[Sequence[object]] = []

    def counted(spark: object, work: Callable[[object], object], items: Sequence[object]) -> list[object]:
        evaluated.append(items)
        return here(spark, work, items)

    def again() -> int:
        write_evidence(None, tmp_path)  # type: ignore[arg-type]
        return len(evaluated)

    monkeypatch.setattr(evidence, "in_workers", counted)
    assert (again(), again()) == (1, 1)
    rows = read_evidence(tmp_path)
    assert rows.empty and {"kind", "place", "link", "exponent", "excluded"} <= set(rows.columns)
    os.utime(run / "link_steps.trace", (1, 1))
    assert (again(), again()) == (2, 2)
    monkeypatch.setattr(evidence, "source_digest", lambda *_: b"other code")
    assert (again(), again()) == (3, 3)


def test_each_run_gives_one_link_of_each_place(results: PaperResults) -> None:
    rows = read_evidence(results["series"].folder.parent)
    assert set(zip(rows["kind"], rows["place"], strict=True)) == {
        (kind, place) for kind in ("steady", "chaotic") for place in (Place.INTERIOR, Place.BORDER)
    }
    assert set(rows["excluded"]) == {""} and set(rows[rows["place"] == Place.BORDER]["link"]) == {"0-1"}


def test_noise_has_the_exponent_that_noise_has_and_is_not_chaotic(results: PaperResults) -> None:
    (steady, *_) = quantities.of_links(results, "exponent", Place.INTERIOR)["steady, interior"]
    (beside, *_) = quantities.of_links(results, "noise_exponent", Place.INTERIOR)["steady, interior"]
    assert steady == pytest.approx(beside, abs=0.03)
    assert quantities.share_chaotic(results, Place.INTERIOR) == {"steady, interior": [0.0]}
    assert all(chaotic == 0 for *_, chaotic, _ in chaos_rows(results))


def test_noise_misses_the_goal_that_its_leak_reaches(results: PaperResults) -> None:
    columns = (
        "exponent",
        "noise_exponent",
        "uniform_exponent",
        "loss",
        "noise_loss",
        "leaked_loss",
        "leaked_noise_loss",
    )
    for row in evidence_rows(results):
        values = dict(zip(columns, (each.mean for each in row.values if each), strict=True))
        assert 0.41 < values["uniform_exponent"] < 0.44
        assert values["loss"] > 0.01 and values["noise_loss"] > 0.01
        assert values["leaked_noise_loss"] < 0.001
    assert judge(CLAIM["goal-interior"], results).points[0].estimate.mean > 0.01


def test_every_predictor_has_a_skill_on_noise(results: PaperResults) -> None:
    table = {
        row.labels[0]: [each.mean for each in row.values if each] for row in skill_of_kinds(results, Place.INTERIOR)
    }
    assert table["last-value"] == [0, 0] and len(table) == len(better_rows(results))
    assert all(0.3 < skill < 0.6 for skill in table["ar"]), "the mean has half the error of the last value"
    assert all(count == 4 for *_, count in better_rows(results))


def test_figures_of_links_are_drawn_from_the_first_replication(results: PaperResults) -> None:
    of_links = [picture for picture in PICTURES if picture.folder == "series"]
    assert [picture.name for picture in of_links] == ["fig-1", "fig-2", *(f"fig-{n}" for n in range(5, 11))]
    for picture in of_links:
        (panel,) = drawn_panels(picture, results["series"])
        assert all(math.isfinite(point.estimate.mean) for curve in panel.curves for point in curve.points)
    actual = link_pictures.prediction_points(Place.INTERIOR)(results["series"])["actual"]
    assert [step for step, _ in actual] == list(range(950, 1000))


def test_the_page_has_every_claim_table_and_figure_and_is_the_same_each_time(
    results: PaperResults, tmp_path: Path
) -> None:
    paper = PAPER_PAGES["pstpm"]
    page = write_paper_page(paper, results, tmp_path)
    text = page.read_text()
    assert all(claim.words in text for claim in CLAIMS)
    assert "| steady | interior | 0." in text and "| daily | ocbr | network | 72" in text
    for picture in PICTURES:
        assert (tmp_path / "pstpm" / f"{picture.name}.png").read_bytes()[:4] == b"\x89PNG"
    again = tmp_path / "again"
    again.mkdir()
    assert write_paper_page(paper, results, again).read_bytes() == page.read_bytes()
