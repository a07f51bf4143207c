"""The report of runs with an overlay: curves, the tree before and after, and the replay of moves."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from chromium import Chromium
from made_overlays import MS, PARAMETERS, OverlayRun, S, four_overlay_brokers
from system_tools import needs
from test_overlay_runs import AFTER, BEFORE
from written_run import write_plan

from spark_analysis.experiment import analysis
from spark_analysis.experiment.analysis import analyse
from spark_analysis.report.data.inputs import read_inputs
from spark_analysis.report.data.overlay.move_replay import read_move_replays
from spark_analysis.report.data.overlay.overlay_curves import OverlayCurves
from spark_analysis.report.data.overlay.overlay_map import read_overlay_map
from spark_analysis.report.data.replay import MISSING_INDEX
from spark_analysis.report.data.story import Story
from spark_analysis.report.page.player import player_data
from spark_analysis.report.plots.overlay.before_after import load_class, load_edges, overlay_rows
from spark_analysis.run.measurement import measure_run

FIGURES = {
    *("overlay-cost", "overlay-reconfigurations", "overlay-degrees", "overlay-link-loads", "overlay-before-after"),
    "overlay-on-underlay",
    *("overlay-cost-parts", "overlay-reconfiguration", "overlay-harm", "overlay-paths"),
}


def measure_here(_spark: object, folder: Path, runs: list[analysis.Finished]) -> dict[tuple[str, int], object]:
    return {(run.variant, run.replication): measure_run(folder, run) for run in runs}


def static_overlay() -> OverlayRun:
    """The same brokers and links; nothing moves."""
    run = OverlayRun({0: 1, 1: 2, 2: 3, 3: 4}, {10: 0, 11: 3})
    for a, b, cost in ((0, 1, 5), (1, 2, 6), (2, 3, 7)):
        run.link(0, a, b, cost)
    for time_s in (2, 4, 6, 8):
        run.publish(time_s * S, 10, time_s, (0, 1, 2, 3))
        run.deliver(time_s * S + 5 * MS, 11, 10, time_s, 3)
    run.tables["due"] = [(10, time_s, 11, 3) for time_s in (2, 4, 6, 8)]
    return run


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A strategy that moves a broker and one that does not, two replications each."""
    folder = tmp_path_factory.mktemp("results") / "overlay"
    folder.mkdir()
    write_plan(folder, ["protocol=ocbr", "protocol=static"], 2, "wired")
    for replication in (1, 2):
        four_overlay_brokers().write(folder, "protocol=ocbr", replication, PARAMETERS)
        static_overlay().write(folder, "protocol=static", replication, PARAMETERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "spark_session", lambda master: contextlib.nullcontext())
        patch.setattr(analysis, "measure_runs", measure_here)
        found = analyse(folder)
    assert found.checks_failed == 0 and not found.failed_runs
    assert "cost per tick" in found.summary_text and "reconfigurations" in found.summary_text
    return folder


@pytest.fixture(scope="module")
def story(analysed: Path) -> Story:
    return Story(read_inputs(analysed))


def test_the_page_has_the_overlay_and_its_figures(analysed: Path) -> None:
    page = (analysed / "report" / "index.html").read_text()
    for section in ("overlay", "move-replay"):
        assert f'href="#{section}"' in page and f'<section id="{section}">' in page
    assert {file.stem for file in (analysed / "report" / "figures").iterdir()} >= FIGURES
    assert page.count('id="player"') == page.count('id="player-data"') == 1
    assert "static is not shown: its overlay did not change." in page
    assert 'id="stores"' not in page and 'id="request-replay"' not in page
    assert 'id="metric-overlay_cost"' in page and "mean_hop_distance" not in page


def test_curves_over_time_are_means_of_steps(story: Story) -> None:
    curves = OverlayCurves(story.inputs)
    cost = curves.cost["protocol=ocbr"]
    assert cost.at.tolist() == [0, 2, 4, 6] and cost.n == 2
    assert cost.mean.tolist() == [(BEFORE + 17 / 2) / 2, 9 / 4, (2 * AFTER - 11) / 2, (2 * AFTER + 1) / 2]
    assert cost.low.tolist() == cost.mean.tolist(), "both replications are alike"
    assert curves.cost["protocol=static"].mean.tolist() == [BEFORE / 2] * 4
    done = curves.reconfigurations["protocol=ocbr"]
    assert (done.at.tolist(), done.mean.tolist()) == ([2, 4, 6, 8], [0, 1, 1, 1]), "at the ends of the steps"
    assert curves.stage_changes == (4.0,)


def test_curves_over_brokers_and_links(story: Story) -> None:
    curves = OverlayCurves(story.inputs)
    degree = curves.degree["protocol=ocbr"]
    assert (degree.at.tolist(), degree.mean.tolist()) == ([1, 2], [100, 50])
    assert curves.first_degree is not None and curves.first_degree.mean.tolist() == [100, 50]
    assert curves.link_load["protocol=ocbr"].mean.tolist() == [5, 5, 4, 1]
    assert curves.link_load["protocol=static"].mean.tolist() == [4, 4, 4]


def test_the_tree_before_and_after(story: Story) -> None:
    shown = read_overlay_map(story)
    assert shown is not None
    assert (shown.label, shown.replication, shown.moves) == ("ocbr", 1, 1)
    assert shown.before.links == [(0, 1), (1, 2), (2, 3)]
    assert shown.after.links == [(0, 1), (0, 2), (2, 3)]
    assert shown.before.loads == {0: 0, 1: 0.5, 2: 0.5, 3: 0.5}, "an event in the first step of two seconds"
    assert shown.after.loads == {0: 0, 1: 0, 2: 1, 3: 1}, "two in the last"
    edges = load_edges(shown)
    assert edges == pytest.approx([0.04, 0.16, 0.36, 0.64])
    assert [load_class(load, edges) for load in (0, 0.04, 0.5, 1)] == [0, 0, 3, 4]
    rows = overlay_rows(shown)
    assert len(rows) == 2 * (4 + 3)
    assert rows[rows["what"] == "broker"]["notifications_per_s"].sum() == 1.5 + 2


def test_the_replay_of_moves(story: Story) -> None:
    found = read_move_replays(story)
    assert found.omitted == (("static", "its overlay did not change"),)
    (run,) = found.shown
    assert run.is_of_moves and not run.is_of_requests and run.every == 1 and run.names == (0, 1, 2, 3)
    assert run.events.tolist() == [[4_000_000, 2]] and run.topics == ("leaves 1 for 0",)
    assert run.sent[:, :3].tolist() == [[4_150_000, broker, 0] for broker in (0, 1, 2)], "locks"
    assert run.heard.tolist() == [[4_700_000, 2, 0, 0]] and run.delivered.tolist() == [[4_700_000, 0, 0]]
    assert run.gains.tolist() == [[30_000, 24_000]]
    assert run.parents[:, [0, 1, 3]].tolist() == [
        *([0, 1, 0], [0, 2, 1], [0, 3, 2]),
        *([4_500_000, 2, 0], [5_000_000, 3, MISSING_INDEX], [5_250_000, 3, 2]),
    ]
    data = json.loads(player_data(found.shown))
    assert data["runs"][0]["changes"] and "names" in data["shared"][0]


@needs("chromium")
def test_the_player_tells_each_move(analysed: Path) -> None:
    with Chromium() as browser:
        browser.look(1200)
        browser.open(analysed / "report" / "index.html")
        part = "document.querySelector('#player [data-part={}]')"
        told = part.format("status") + ".textContent"
        slider, event = part.format("slider"), part.format("event")
        options = browser.run(f"[...{event}.options].map((option) => option.textContent)")
        assert options == ["the whole run", "4.0 s: broker 2 leaves 1 for 0, predicted −30, evaluated −24"]
        browser.run(f"{slider}.value = 1000, {slider}.dispatchEvent(new Event('input'))")
        assert "executed so far: 1 of 1 move;" in browser.run(told)
        browser.run(f"{event}.value = 0, {event}.dispatchEvent(new Event('change'))")
        browser.run(f"{slider}.value = 500, {slider}.dispatchEvent(new Event('input'))")
        assert "3 locks granted; not executed yet" in browser.run(told)
        browser.run(f"{slider}.value = 1000, {slider}.dispatchEvent(new Event('input'))")
        assert browser.run(told).endswith("predicted −30, evaluated −24; 3 locks granted; executed.")
        assert not browser.complaints
