"""The report of runs with stores: the map of brokers, the table of stores, and the figures of requests."""

from __future__ import annotations

import contextlib
import re
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path

import pytest
from made_stores import MS
from test_store_runs import PARAMETERS, REQUESTS, four_brokers
from written_run import write_plan, write_trace

from spark_analysis.experiment import analysis
from spark_analysis.experiment.analysis import analyse
from spark_analysis.report.data.inputs import read_inputs
from spark_analysis.report.data.request_replay import read_request_replays
from spark_analysis.report.data.store_network import StoreRow, read_store_map
from spark_analysis.report.data.story import Story
from spark_analysis.report.data.tree_layout import tree_layout
from spark_analysis.report.plots.broker_tree import broker_rows
from spark_analysis.run.measurement import measure_run


def measure_here(_spark: object, folder: Path, runs: list[analysis.Finished]) -> dict[tuple[str, int], object]:
    return {(run.variant, run.replication): measure_run(folder, run) for run in runs}


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two variants that do the same, two replications each; in the first run the store of b fails at the end."""
    folder = tmp_path_factory.mktemp("stores")
    write_plan(folder, ["protocol=a", "protocol=b"], 2, "wired")
    for variant in ("protocol=a", "protocol=b"):
        for replication in (1, 2):
            run = four_brokers().write(folder, variant, replication, PARAMETERS)
            if (variant, replication) == ("protocol=a", 1):
                states = [(0, 0, 1), (0, 2, 1), (0, 3, 1), (1090 * MS, 0, 0), (1200 * MS, 2, 0)]
                write_trace(run, "store_state", states, "wired")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "spark_session", lambda master: contextlib.nullcontext())
        patch.setattr(analysis, "measure_runs", measure_here)
        found = analyse(folder)
    assert found.checks_failed == 0 and not found.failed_runs
    assert "hop distance" in found.summary_text and "unanswered" in found.summary_text
    return folder


def test_the_map_of_a_run(analysed: Path) -> None:
    shown = read_store_map(Story(read_inputs(analysed)))
    assert shown is not None
    assert (shown.label, shown.replication) == ("a", 1)
    assert shown.requests == {0: 2, 1: 1, 2: 1, 3: 2}
    assert shown.stores == (
        StoreRow(0, ("b",), is_live=False, answered=2),
        StoreRow(2, ("a",), is_live=True, answered=2),
        StoreRow(3, ("a",), is_live=True, answered=1),
    ), "2 failed after the window"
    # Both ways: requests and answers, copies, and an advertisement from 2 to 1.
    assert shown.loads == {(0, 1): 3 + 4, (1, 2): 2 + 2 + 1, (2, 3): 2 + 2}
    rows = broker_rows(shown)
    assert len(rows) == 4 + 3
    assert rows[rows["what"] == "broker"]["topics"].sum() == 3


def test_the_replay_of_requests(analysed: Path) -> None:
    """Client 4 at broker 0 asks for what broker 2 keeps: two links there, two back, as the captures have them."""
    found = read_request_replays(Story(read_inputs(analysed)))
    assert [run.label for run in found.shown] == ["a", "b"] and not found.omitted
    run = found.shown[0]
    assert run.is_of_requests and run.every == 1 and run.x_m.shape == (1, 4)
    assert {tuple(sorted((node, parent))) for _, node, _, parent in run.parents.tolist()} == {(0, 1), (1, 2), (2, 3)}
    number = run.events[:, 0].tolist().index(200_000)
    assert run.events[number].tolist() == [200_000, 0] and run.topics[number] == "a"
    ways = [(sender, receiver) for _, sender, event, receiver in run.sent.tolist() if event == number]
    assert ways == [(0, 1), (1, 2), (2, 1), (1, 0)]
    assert run.due[run.due[:, 0] == number].tolist() == [[number, 2]]
    assert run.delivered[run.delivered[:, 2] == number][:, 1].tolist() == [0]
    assert len(run.events) == len(REQUESTS) == 1 + len(run.delivered), "one request has no answer"


def test_the_page_has_stores_requests_and_their_figures(analysed: Path) -> None:
    page = (analysed / "report" / "index.html").read_text()
    assert 'href="#stores"' in page and 'id="figure-broker-tree"' in page
    section = page[page.index('<section id="stores">') :]
    section = section[: section.index("</section>")]
    cells = [re.sub(r"<[^>]+>|&nbsp;", " ", row).split() for row in re.findall(r"<tr>(<td.*?)</tr>", section)]
    assert cells == [
        ["0", "failed", "1", "b", "2", "40.0", "%"],
        ["2", "live", "1", "a", "2", "40.0", "%"],
        ["3", "live", "1", "a", "1", "20.0", "%"],
    ]
    assert "6 requests in the measured window, 5 of them answered" in section
    figures = {file.stem for file in (analysed / "report" / "figures").iterdir()}
    assert {"broker-tree", "hop-distance", "responses", "store-load", "reassignment"} <= figures
    assert 'href="#request-replay"' in page and page.count('id="player"') == page.count('id="player-data"') == 1
    for metric in ("mean_hop_distance", "planned_hop_distance", "at_entries"):
        assert f'id="metric-{metric}"' in page


# ---- Places of the brokers on the map


def test_a_path_is_laid_out_from_its_middle_and_links_join_neighbouring_rings() -> None:
    nodes, links = range(7), list(pairwise(range(7)))
    places = tree_layout(nodes, links)
    assert places[3] == pytest.approx((0, 0))
    assert [round(hypot(*places[node])) for node in nodes] == [3, 2, 1, 0, 1, 2, 3]


def test_no_two_brokers_of_a_tree_share_a_place() -> None:
    links = [((node - 1) // 3, node) for node in range(1, 100)]
    places = tree_layout(range(100), links)
    near = min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(places.values(), 2))
    assert near > 0.2, "rings are 1 apart"
    for a, b in links:
        assert abs(hypot(*places[a]) - hypot(*places[b])) == pytest.approx(1)


def test_cycles_and_parts_that_are_not_linked_have_places() -> None:
    ring = [(node, (node + 1) % 6) for node in range(6)]
    places = tree_layout(range(9), [*ring, (6, 7)])
    assert len({(round(x, 6), round(y, 6)) for x, y in places.values()}) == 9
    assert tree_layout([5], []) == {5: pytest.approx((0, 0))}
    assert tree_layout([], []) == {}
