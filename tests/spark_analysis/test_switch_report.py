"""The report of runs of switches: maps, overlays, failures and the replay, in files and in a browser."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from itertools import combinations
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from chromium import Chromium
from made_sdn import EDGES, FAILED, MS, PARAMETERS, REPAIRED_1, T1, T2, TREE_1, TREE_2, S, known_answer
from system_tools import needs
from test_switch_runs import LOADS
from written_run import write_plan

from spark_analysis.experiment import analysis
from spark_analysis.experiment.analysis import analyse
from spark_analysis.graphs.graph_layout import graph_layout
from spark_analysis.report.data.inputs import read_inputs
from spark_analysis.report.data.sdn.cluster_map import edge_shares, read_cluster_map
from spark_analysis.report.data.sdn.repairs import read_repairs
from spark_analysis.report.data.sdn.switch_replay import read_switch_replays
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.sdn.topic_trees import chosen_topics
from spark_analysis.report.plots.sdn.cluster_maps import class_ends, edge_rows, load_rank, topic_tree_rows
from spark_analysis.run.measurement import measure_run

PART = "document.querySelector('#player [data-part={}]')"


def measure_here(_spark: object, folder: Path, runs: list[analysis.Finished]) -> dict[tuple[str, int], object]:
    return {(run.variant, run.replication): measure_run(folder, run) for run in runs}


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two variants that do the same, two replications each."""
    folder = tmp_path_factory.mktemp("switches")
    write_plan(folder, ["protocol=a", "protocol=b"], 2, "wired")
    for variant in ("protocol=a", "protocol=b"):
        for replication in (1, 2):
            known_answer().write(folder, variant, replication, PARAMETERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis, "spark_session", lambda master: contextlib.nullcontext())
        patch.setattr(analysis, "measure_runs", measure_here)
        found = analyse(folder)
    assert found.checks_failed == 0 and not found.failed_runs
    assert "min residual" in found.summary_text and "flow entries" in found.summary_text
    return folder


def test_the_map_has_every_edge_with_its_load(analysed: Path) -> None:
    shown = read_cluster_map(Story(read_inputs(analysed)))
    assert shown is not None and (shown.label, shown.replication) == ("a", 1)
    assert shown.capacities == {edge: rate * 1e6 for edge, rate in sorted(EDGES.items())}
    assert shown.loads == pytest.approx({edge: octets * 8 / 10 for edge, octets in LOADS.items()})
    rows = edge_rows(shown)
    assert rows["load_bps"].sum() == pytest.approx(sum(LOADS.values()) * 8 / 10)
    ends = class_ends(shown)
    busiest = max(EDGES, key=lambda edge: LOADS[edge] / EDGES[edge])
    assert load_rank(shown, busiest, ends) == 4 and load_rank(shown, (1, 4), ends) == 0


def test_overlays_are_those_of_the_end_with_who_publishes_and_subscribes(analysed: Path) -> None:
    shown = read_cluster_map(Story(read_inputs(analysed)))
    assert shown is not None
    by_name = {one.topic: one for one in shown.topics}
    assert by_name[T1].edges == REPAIRED_1
    assert by_name[T2].edges == (TREE_2 - {FAILED}) | {(4, 5)}
    assert by_name[T2].publishers == {0} and by_name[T2].subscribers == {3, 4, 5}
    assert [one.topic for one in chosen_topics(shown)] == [T1, T2]
    assert len(topic_tree_rows(chosen_topics(shown))) == 4 + 5


def test_the_load_of_edges_by_rank(analysed: Path) -> None:
    shares = edge_shares(Story(read_inputs(analysed)))
    one = shares[(shares["variant"] == "protocol=a") & (shares["replication"] == 2)]
    expected = sorted((100 * LOADS[edge] * 8 / 10 / (EDGES[edge] * 1e6) for edge in EDGES), reverse=True)
    assert one["value"].tolist() == pytest.approx(expected)
    assert one["rank"].tolist() == list(range(1, 9))


def test_a_failure_with_its_times(analysed: Path) -> None:
    (repair,) = read_repairs(analysed / "runs" / "protocol=a" / "1", 12 * S)
    assert repair.what == "link 2–3" and repair.restored_ns is None
    times = [repair.after_ms(each) for each in (repair.detected_ns, repair.computed_ns, repair.installed_ns)]
    assert times == [150, 160, 300]
    assert (repair.topics, repair.flow_mods, repair.lost) == (2, 4, 4)
    assert not read_repairs(analysed / "runs" / "protocol=a" / "1", 7 * S)


def test_the_replay_has_edges_overlays_and_frames(analysed: Path) -> None:
    first, second = read_switch_replays(Story(read_inputs(analysed))).shown
    assert first.label == "a" and second.label == "b" and first.is_of_switches
    assert first.names == tuple(range(6)) and first.x_m.shape == (1, 6)
    assert len(first.links) == 8 + 1 and first.links[-1].tolist() == [8_000_000, 2, 3, 0]
    assert first.tree_topics == (T1, T2)
    joined = {(topic, a, b) for _, topic, a, b, present in first.trees.tolist() if present}
    assert len(joined) == 4 + 5 + 2 and (0, 0, 3) in joined and (1, 4, 5) in joined
    event = next(at for at, row in enumerate(first.events.tolist()) if row[0] == 2_600_000)
    ways = {(row[1], row[3]) for row in first.sent.tolist() if row[2] == event}
    assert ways == {(0, 1), (1, 2), (2, 3), (3, 5), (2, 4)}
    assert np.array_equal(first.heard[:, [0, 3, 2, 1]], first.sent)
    (period,) = first.periods
    assert period.label == "link 2–3 fails, 4 deliveries lost"
    assert [time for time, _ in period.steps] == [8_000_000, 8_150_000, 8_160_000, 8_300_000]
    assert period.end_us == 8_500_000 and period.zero_us - period.start_us == 200_000


def test_the_page_has_the_map_the_overlays_and_the_failure(analysed: Path) -> None:
    page = (analysed / "report" / "index.html").read_text()
    for name in ("cluster-map", "topic-trees", "edge-ranks"):
        assert f'id="figure-{name}"' in page and (analysed / "report" / "figures" / f"{name}.png").stat().st_size
    section = page[page.index('<section id="clusters">') :]
    section = section[: section.index("</section>")]
    cells = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr>(<td.*?)</tr>", section)]
    assert cells == [["link", "2–3", "8.000", "150.0", "160.0", "300.0", "2", "4", "4"]]
    figures = {file.stem for file in (analysed / "report" / "figures").iterdir()}
    assert {"edge-load", "switch-state", "route-effort", "failure-harm", "change-effort", "data-plane"} <= figures
    assert 'href="#switch-replay"' in page and page.count('id="player"') == page.count('id="player-data"') == 1


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as chromium:
        yield chromium


@needs("chromium")
def test_a_failure_and_its_repair_in_the_browser(analysed: Path, browser: Chromium) -> None:
    page = analysed / "report" / "index.html"
    browser.look(1200)
    browser.complaints.clear()
    browser.open(page, "#switch-replay")
    status = f"{PART.format('status')}.textContent"
    offered = browser.run(f"[...{PART.format('event')}.options].map((one) => one.textContent)")
    assert offered[:2] == ["the whole run", "8.0 s: link 2–3 fails, 4 deliveries lost"]
    set_to(browser, "event", -2)
    set_to(browser, "tree", 0)
    seen = []
    for place in (0, 300, 550, 1000):
        set_to(browser, "slider", place, "input")
        seen.append((browser.run(status), browser.run("document.querySelector('canvas').toDataURL()")))
    words = [text for text, _ in seen]
    assert "before the failure; the overlay of “a” has 4 edges" in words[0]
    assert "link 2–3 fails; the overlay" in words[1] and "learns" not in words[1]
    assert "the server learns of it after 150 ms" in words[2] and "the overlay of “a” has 3 edges" not in words[3]
    assert "the last switch confirms; 4 changes of flow tables after 300 ms" in words[3]
    assert len({picture for _, picture in seen}) == 3, "routes are new before the third and the same in the fourth"
    set_to(browser, "event", 3)
    set_to(browser, "slider", 1000, "input")
    assert "a host of cluster 0 published “a.b” at 2.6 s; it crossed 5 edges; 3 of the 3 clusters" in browser.run(
        status
    )
    set_to(browser, "event", -1)
    set_to(browser, "run", 1)
    assert "shown so far" in browser.run(status)
    assert browser.complaints == []
    for width in (390, 1200):
        browser.look(width)
        assert browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def set_to(browser: Chromium, part: str, value: object, event: str = "change") -> None:
    """What a person does with a control."""
    control = PART.format(part)
    browser.run(f"{control}.value = {value!r}, {control}.dispatchEvent(new Event({event!r}))")


# ---- Places of clusters


def test_neighbours_are_nearer_than_others_and_none_share_a_place() -> None:
    ring = [(node, (node + 1) % 12) for node in range(12)]
    places = graph_layout(range(12), ring)
    apart = {
        (a, b): hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]) for a, b in combinations(places, 2)
    }
    linked = [apart[min(edge), max(edge)] for edge in ring]
    assert max(linked) < min(far for pair, far in apart.items() if pair not in {tuple(sorted(edge)) for edge in ring})
    assert min(apart.values()) > 0.1 and max(abs(x) for place in places.values() for x in place) <= 1 + 1e-9


def test_graphs_of_one_node_and_of_parts_have_places() -> None:
    assert graph_layout([7], []) == {7: (0.0, 0.0)}
    places = graph_layout(range(4), [(0, 1), (2, 3)])
    assert len({(round(x, 3), round(y, 3)) for x, y in places.values()}) == 4
    linked = [hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]) for a, b in ((0, 1), (2, 3))]
    assert linked[0] == pytest.approx(linked[1], rel=0.05), "no part is squashed"
    assert len(TREE_1) == 4 and MS
