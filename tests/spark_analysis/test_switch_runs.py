"""Runs of switches, written by hand: every metric and check, with numbers worked out here and in plain Python."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from made_sdn import EDGES, IN_FRONT, MS, PARAMETERS, T1, T2, TREE_1, TREE_2, Edge, S, SdnRun, known_answer
from made_stores import write_link
from written_run import write_plan, write_trace

from spark_analysis.graphs.steiner_size import UNREACHABLE_EDGES, hop_distances, steiner_edges
from spark_analysis.metrics.catalogue import metrics_of
from spark_analysis.metrics.wired.sdn.policies import denied_clusters, specificity
from spark_analysis.run.measurement import Measurement, measure_run
from spark_analysis.run.packet_store import packets_file
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import read_plan, read_run

SDN_METRICS = [metric.name for metric in metrics_of("wired") if 900 <= metric.order < 1000]
WINDOW_NS = (2 * S, 12 * S)


def written(folder: Path, run: SdnRun) -> Path:
    write_plan(folder, ["protocol=a"], 1, "wired")
    return run.write(folder, "protocol=a", 1, PARAMETERS)


def measured(folder: Path) -> Measurement:
    found = measure_run(folder, read_plan(folder).finished[0])
    assert not found.damage
    return found


def values(folder: Path) -> dict[str, float]:
    return {row["metric"]: row["value"] for row in measured(folder).metrics}


def checks(folder: Path) -> dict[str, tuple[int, int]]:
    rows = measured(folder).checks
    return {row["check"]: (row["trace_value"], row["pcap_value"]) for row in rows if "sent" not in row["check"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, known_answer())
    return tmp_path


# ---- The run with known numbers


SIZE = len(known_answer().frames[0, 6][0][1])
"""Bytes of a frame with an event of topic a; one of a.b has two more."""
LOADS = {
    (0, 1): 7 * SIZE + 7 * (SIZE + 2),
    (1, 2): 7 * SIZE + 7 * (SIZE + 2),
    (2, 3): 5 * SIZE + 5 * (SIZE + 2),
    (0, 3): SIZE,
    (1, 4): 0,
    (2, 4): 7 * (SIZE + 2),
    (3, 5): 6 * SIZE + 6 * (SIZE + 2),
    (4, 5): SIZE + 2,
}
"""Bytes on each edge in the measured window: five events of each topic before the failure, one that is lost, one after
the repair. A lost one crosses 0-1 and 1-2, that of a.b also 2-4. After the repair an event of a goes 0-1-2 and 0-3-5,
one of a.b 0-1-2-4-5-3."""


def test_every_metric_of_the_known_answer(folder: Path) -> None:
    found = values(folder)
    load = {edge: octets * 8 / 10 for edge, octets in LOADS.items()}
    frames = {"events": 7 * 4 + 7 * 5, "deliveries": 7 * 2 + 7 * 3 - 2 - 2}
    expected = {
        "min_residual": min(rate * 1e6 - load[edge] for edge, rate in EDGES.items()),
        "link_fairness": sum(load.values()) ** 2 / (8 * sum(each**2 for each in load.values())),
        "total_link_load_bps": sum(load.values()),
        "tree_cost_ratio": (5 * 4 + 2 + 4 + 5 * 5 + 3 + 5) / (7 * 2 + 7 * 3),
        "flow_entries": (2 + 2 + 2 + 4 + 1 + 0) / 6,
        "flow_entries_max": 4,
        "group_entries": (2 + 2 + 2 + 2 + 1 + 0) / 6,
        "code_bits_max": 3,
        "stored_edges": 6,
        "edges_examined": 30 + 14,
        "repair_time_s": 0.3,
        "outage_s": 0.2,
        "flow_mods": 3,
        "join_latency_s": 0.04,
        "subscription_changes": 1,
        "false_deliveries": 1,
        "queue_drops": 1,
        "topic_load_error": (50 + 10 + 0) / (100 + 90 + 10),
        "forbidden_transmissions": 0,
    }
    assert frames["deliveries"] == 31
    header = found.pop("header_bytes_per_delivery")
    assert {name: found[name] for name in expected} == pytest.approx(expected)
    assert set(expected) | {"header_bytes_per_delivery"} == set(SDN_METRICS)
    assert header == pytest.approx(header_bytes(known_answer()) / (31 + 2 + 3))
    assert found["lost_notifications"] == 4
    assert found["control_bytes"] == 60 + 104 + 104 + 80 + 80 + 300 + 96
    busiest = max(octets * 8 / (10 * EDGES[edge] * 1e6) for edge, octets in LOADS.items() if edge != (0, 3))
    assert found["max_link_utilisation"] == pytest.approx(busiest), "links of hosts and controllers do not count"


def header_bytes(run: SdnRun) -> int:
    return sum(len(octets) - 200 for frames in run.frames.values() for _, octets in frames)


def test_captures_agree_with_overlays_and_with_the_counters_of_ports(folder: Path) -> None:
    found = checks(folder)
    quiet = 5 * 4 + 5 * 5
    assert found["frames of events between clusters"] == (quiet, quiet)
    assert found["events on their overlay alone"] == (10, 10)
    assert found["loads of edges by the counters of ports"] == (8 * 10 - 4, 8 * 10 - 4)
    assert found["due deliveries found in a capture"] == (32 + 4, 32 + 4)


def test_an_event_off_its_overlay_or_twice_on_it_shows(tmp_path: Path) -> None:
    run = known_answer()
    time_ns, octets = run.frames[6, 7][2]
    run.frames[6, 9].append((time_ns, octets))
    again, twice = run.frames[7, 8][4]
    run.frames[7, 8].append((again + 1, twice))
    written(tmp_path, run)
    found = checks(tmp_path)
    assert found["frames of events between clusters"] == (45, 47)
    assert found["events on their overlay alone"] == (10, 8)


def test_counters_that_miss_a_share_of_the_traffic_show(tmp_path: Path) -> None:
    run = known_answer()
    for number in range(200):
        run.publish(5400 * MS + number * MS, 0, 100 + number, T1, TREE_1, {3, 5})
    run.tables["edge_loads"].clear()
    run.counted([second * S for second in range(1, 12)], factor=0.9)
    written(tmp_path, run)
    compared, agreeing = checks(tmp_path)["loads of edges by the counters of ports"]
    assert (compared, agreeing) == (76, 76 - 4), "200 frames less a tenth on four edges in one period"


def test_a_forbidden_cluster_shows(tmp_path: Path) -> None:
    """Cluster 4 is denied all of a but a.b: an event of a that is sent there counts on its way in, and at its host."""
    run = known_answer()
    run.publish(7 * S, 0, 50, T1, TREE_2, {3, 5}, also={4})
    run.publish(7500 * MS, 4, 51, T1, (), ())
    written(tmp_path, run)
    assert values(tmp_path)["forbidden_transmissions"] == 2
    assert values(tmp_path)["false_deliveries"] == 2


def test_rules_the_most_specific_wins_and_deny_before_allow() -> None:
    rules = [
        ("#", 1, "deny", 5),
        ("a.#", 1, "allow", 6),
        ("a.b", 1, "deny", 7),
        ("a.b", 1, "allow", 8),
        ("a.b.#", 2, "deny", 9),
    ]
    assert denied_clusters(rules, "x") == {1: 5}
    assert denied_clusters(rules, "a") == denied_clusters(rules, "a.c") == {}
    assert denied_clusters(rules, "a.b") == {1: 7, 2: 9}
    assert denied_clusters(rules, "a.b.c") == {2: 9}
    assert specificity("a.#", "ab") is None and specificity("a", "a.b") is None
    assert specificity("a.#", "a") == (1, False)


def test_a_run_without_captures_has_what_traces_tell(folder: Path) -> None:
    run = Path(read_plan(folder).finished[0].path)
    for file in run.glob("*.pcap"):
        file.unlink()
    missing = {"min_residual", "link_fairness", "total_link_load_bps", "tree_cost_ratio", "header_bytes_per_delivery"}
    missing |= {"false_deliveries", "forbidden_transmissions"}
    assert set(values(folder)) & set(SDN_METRICS) == set(SDN_METRICS) - missing
    assert not measured(folder).checks


def test_loads_are_not_told_where_a_trunk_has_no_capture(folder: Path) -> None:
    run = Path(read_plan(folder).finished[0].path)
    (run / "link-6-7.pcap").unlink()
    found = values(folder)
    assert not {"min_residual", "total_link_load_bps", "tree_cost_ratio"} & set(found)


def test_no_value_for_switches_where_there_are_none(tmp_path: Path) -> None:
    run = SdnRun()
    kept = {"nodes", "links"}
    run.tables = defaultdict(list, {name: rows for name, rows in run.tables.items() if name in kept})
    written(tmp_path, run)
    assert not {*SDN_METRICS, "lost_notifications", "control_bytes"} & set(values(tmp_path))
    assert not checks(tmp_path)


def test_a_failure_that_nothing_repairs_lasts_to_the_end(folder: Path) -> None:
    run = Path(read_plan(folder).finished[0].path)
    write_trace(run, "route_updates", [(0, "start", MS, MS, 2 * MS, 1, 30, 1, 1, 5)], "wired")
    write_trace(run, "deliveries", [], "wired")
    found = values(folder)
    assert "repair_time_s" not in found
    assert found["outage_s"] == pytest.approx(1.6), "the last event is published 1.6 s after the failure"
    write_trace(run, "failures", [(8 * S, "link", 2, 3, 9 * S)], "wired")
    assert values(folder)["outage_s"] == pytest.approx(0.2), "what is lost after the link is back is not its harm"


# ---- Smallest trees


def brute_force(nodes: int, edges: list[Edge], terminals: set[int]) -> int:
    """The edges of the smallest connected set of edges that has all terminals, by trying sets of edges."""
    for size in range(len(edges) + 1):
        for chosen in itertools.combinations(edges, size):
            reached = {min(terminals)}
            for _ in chosen:
                reached |= {b for a, b in chosen if a in reached} | {a for a, b in chosen if b in reached}
            if terminals <= reached:
                return size
    return UNREACHABLE_EDGES


@pytest.mark.parametrize("seed", range(20))
def test_smallest_trees_of_random_graphs(seed: int) -> None:
    draw = random.Random(seed)
    pairs = list(itertools.combinations(range(7), 2))
    edges = draw.sample(pairs, draw.randint(5, 11))
    terminals = set(draw.sample(range(7), draw.randint(2, 5)))
    assert steiner_edges(hop_distances(7, edges), sorted(terminals)) == brute_force(7, edges, terminals)


def test_terminals_at_one_node_need_no_edge_and_those_of_two_parts_no_tree() -> None:
    distance = hop_distances(30, [(node, node + 1) for node in range(29)])
    assert steiner_edges(distance, [4]) == steiner_edges(distance, [4, 4]) == 0
    assert steiner_edges(distance, range(0, 24, 2)) == 22
    assert steiner_edges(hop_distances(4, [(0, 1), (2, 3)]), [0, 2]) >= UNREACHABLE_EDGES


# ---- Random runs, once more in plain Python


def random_run(draw: random.Random) -> SdnRun:
    """A random graph and events on random trees, some of them to nobody, in and before the measured window."""
    clusters = draw.randint(4, 6)
    path = [(node, node + 1) for node in range(clusters - 1)]
    more = [pair for pair in itertools.combinations(range(clusters), 2) if pair not in path]
    edges = path + draw.sample(more, draw.randint(0, len(more)))
    run = SdnRun({edge: draw.randint(1, 9) for edge in edges})
    for number in range(40):
        tree = spanning_tree(draw, clusters, edges)
        wanting = set(draw.sample(range(clusters), draw.randint(0, clusters - 1)))
        also = set(draw.sample(range(clusters), draw.randint(0, 2))) - wanting
        host = draw.randrange(clusters)
        time_ns = draw.randrange(12 * S)
        run.publish(time_ns, host, number, draw.choice((T1, T2)), tree, wanting, also, payload=draw.randint(0, 400))
    for _ in range(30):
        run.control(draw.randrange(13 * S), draw.choice(("openflow", "server")), draw.choice(("flow_mod", "x")), 50)
        run.tables["flow_tables"].append(
            (draw.randrange(13 * S), run.switch(draw.randrange(clusters)), draw.randint(0, 9), draw.randint(0, 9), 1)
        )
    return run


def spanning_tree(draw: random.Random, clusters: int, edges: list[Edge]) -> set[Edge]:
    part = list(range(clusters))
    found = set()
    for a, b in draw.sample(edges, len(edges)):
        if part[a] != part[b]:
            found.add((a, b))
            part = [part[a] if each == part[b] else each for each in part]
    return found


class Plainly:
    """The metrics by their definitions, one loop at a time, from what was made and not from any file."""

    def __init__(self, run: SdnRun) -> None:
        self.run = run
        self.due = {(row[0], row[1], row[2]) for row in run.tables["due"]}

    def sent(self, role: str) -> Iterator[tuple[int, int, int, int, int, int]]:
        """Time, sender, receiver, bytes, publisher and sequence of each frame on a link of this role."""
        roles = {row[:2]: row[2] for row in self.run.tables["link_roles"]}
        for (start, end), frames in self.run.frames.items():
            if roles[start, end] == role:
                for time_ns, octets in frames:
                    message = octets[IN_FRONT:]
                    yield (
                        *(time_ns, start, end, len(octets)),
                        *(int.from_bytes(message[at : at + 4]) for at in (8, 12)),
                    )

    def loads(self) -> dict[Edge, float]:
        found: Counter[Edge] = Counter()
        for time_ns, start, end, octets, *_ in self.sent("trunk"):
            if WINDOW_NS[0] <= time_ns <= WINDOW_NS[1]:
                a, b = sorted((start, end))
                found[a - self.run.clusters, b - self.run.clusters] += octets
        return {edge: found[edge] * 8 / 10 for edge in self.run.edges}

    def tree_cost(self) -> float:
        clusters, edges = self.run.clusters, list(self.run.edges)
        crossed = Counter((publisher, number) for *_, publisher, number in self.sent("trunk"))
        frames = needed = 0
        for time_ns, publisher, number, *_ in self.run.tables["publications"]:
            if WINDOW_NS[0] <= time_ns <= WINDOW_NS[1]:
                ends = {node for p, n, node in self.due if (p, n) == (publisher, number)} | {publisher}
                frames += crossed[publisher, number]
                needed += brute_force(clusters, edges, ends)
        return frames / needed

    def last_sizes(self, column: int) -> list[int]:
        found = {self.run.switch(cluster): 0 for cluster in range(self.run.clusters)}
        for row in sorted(self.run.tables["flow_tables"], key=lambda row: row[0]):
            if row[0] <= WINDOW_NS[1]:
                found[row[1]] = row[column]
        return list(found.values())

    def metrics(self) -> dict[str, float]:
        loads = self.loads()
        payload = {row[1:3]: row[5] for row in self.run.tables["publications"]}
        everything = [*self.sent("trunk"), *self.sent("host")]
        wrong = {
            (publisher, number, end)
            for _, _, end, _, publisher, number in self.sent("host")
            if end < self.run.clusters and end != publisher and (publisher, number, end) not in self.due
        }
        in_window = [row for row in self.run.tables["control_messages"] if WINDOW_NS[0] <= row[0] <= WINDOW_NS[1]]
        made = len(self.run.tables["deliveries"])
        return {
            "min_residual": min(rate * 1e6 - loads[edge] for edge, rate in self.run.edges.items()),
            "link_fairness": sum(loads.values()) ** 2 / (len(loads) * sum(load**2 for load in loads.values())),
            "total_link_load_bps": sum(loads.values()),
            "tree_cost_ratio": self.tree_cost(),
            "flow_entries": sum(self.last_sizes(2)) / self.run.clusters,
            "flow_entries_max": max(self.last_sizes(2)),
            "group_entries": sum(self.last_sizes(3)) / self.run.clusters,
            "flow_mods": sum(row[3:5] == ("openflow", "flow_mod") for row in in_window),
            "control_bytes": sum(row[5] for row in in_window),
            "false_deliveries": len(wrong),
            "header_bytes_per_delivery": sum(each[3] - payload[each[4:]] for each in everything) / made,
        }


@pytest.mark.parametrize("seed", range(8))
def test_random_runs(tmp_path: Path, seed: int) -> None:
    run = random_run(random.Random(seed))
    written(tmp_path, run)
    found = values(tmp_path)
    expected = Plainly(run).metrics()
    assert {name: found[name] for name in expected} == pytest.approx(expected, rel=1e-12)


def test_the_load_of_an_edge_with_parallel_trunks(tmp_path: Path) -> None:
    """Two more trunks of 1 Mbit/s between 0 and 1 add to its capacity, and what they carry to its load."""
    run = known_answer()
    extra = 30
    for start, end in ((6, extra), (extra, 6)):
        run.tables["links"].append((start, end, 10**6, MS))
        run.tables["link_roles"].append((start, end, "trunk", int(start != 6), int(start == 6)))
        run.frames[start, end] = [(3 * S, run.frames[0, 6][0][1])]
    run.tables["nodes"].append((extra, "more", ""))
    written(tmp_path, run)
    with contextlib.closing(RunTables(read_run(read_plan(tmp_path).finished[0]), packets(tmp_path))) as tables:
        measured(tmp_path)
        ((capacity, up, down),) = tables.query(
            "SELECT capacity_bps, bytes_up, bytes_down FROM edge_use WHERE a = 0 AND b = 1"
        ).fetchall()
    assert capacity == 11e6
    assert (up, down) == (LOADS[0, 1] + SIZE, SIZE)


def packets(folder: Path) -> Path:
    return packets_file(folder, "protocol=a", 1)


def test_overlays_of_a_source_serve_its_events_alone(tmp_path: Path) -> None:
    run = known_answer()
    run.tables["topic_trees"] = [row for row in run.tables["topic_trees"] if row[1] == T2]
    run.tree(100 * MS, T1, TREE_1, source=0)
    run.tree(100 * MS, T1, set(EDGES) - TREE_1, source=3)
    written(tmp_path, run)
    assert checks(tmp_path)["events on their overlay alone"] == (10, 10)
    assert np.isclose(values(tmp_path)["tree_cost_ratio"], 59 / 35)
    write_link(tmp_path / "runs" / "protocol=a" / "1" / "link-8-10.pcap", [])
    assert checks(tmp_path)["events on their overlay alone"] == (10, 5), "2-4 belongs to the overlay of a.b alone"
    assert len(TREE_2) == 5
