"""The known answer of SDNPS's Algorithms 1 to 3 on six clusters, by packets in a run.

Edges with their capacities: 01:10, 12:8, 23:6, 03:4, 14:5, 24:9, 35:7, 45:3. Topic t1: cluster 0 publishes, 3 and 5
subscribe, load 2. Its child t1.t2: cluster 4 subscribes, too, load 1. Then edge 23 fails.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_bench import Program
from sdn_capture import Edge, crossings, event_rows, network, overlays, publications

from schema.traces import NO_NODE

S = 10**9
UNIT_BPS = 100_000
CAPACITY = {(0, 1): 10, (1, 2): 8, (2, 3): 6, (0, 3): 4, (1, 4): 5, (2, 4): 9, (3, 5): 7, (4, 5): 3}
FIRST = {"t1": {(0, 1), (1, 2), (2, 3), (3, 5)}, "t1.t2": {(0, 1), (1, 2), (2, 3), (3, 5), (2, 4)}}
REPAIRED = {"t1": {(0, 1), (1, 2), (0, 3), (3, 5)}, "t1.t2": {(0, 1), (1, 2), (2, 4), (4, 5), (3, 5)}}
"""t1 joins its halves by 0-3 and t1.t2 by 5-4."""
RESIDUAL = {(0, 1): 7, (1, 2): 5, (2, 3): 3, (0, 3): 4, (1, 4): 5, (2, 4): 8, (3, 5): 4, (4, 5): 3}
AFTER = {(0, 1): 7, (1, 2): 5, (0, 3): 2, (1, 4): 5, (2, 4): 8, (3, 5): 4, (4, 5): 2}
PAYLOAD = 200
FAILS_S = 12


def frame_bits(topic: str) -> int:
    """Of an event on a link: PPP, IPv6, UDP, the common header, the event's fields and its payload."""
    return 8 * (2 + 40 + 8 + 8 + 21 + len(topic) + PAYLOAD)


@pytest.fixture(scope="module")
def run(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("known")
    # Clusters are numbered in the order in which the file first names them: c0 is 0, and so on.
    edges = "".join(f"c{a} c{b} 1 {units * UNIT_BPS}\n" for (a, b), units in CAPACITY.items())
    (folder / "edges.txt").write_text(edges)
    lines = (
        f"publish 0 t1 {2 * UNIT_BPS / frame_bits('t1')} {PAYLOAD}",
        f"publish 0 t1.t2 {UNIT_BPS / frame_bits('t1.t2')} {PAYLOAD}",
        "subscribe-branch 3 t1",
        "subscribe-branch 5 t1",
        "subscribe 4 t1.t2",
    )
    (folder / "workload.txt").write_text("".join(f"{line}\n" for line in lines))
    failed = list(CAPACITY).index((2, 3))
    out = folder / "run"
    done = program(
        *("sdn", "--topology=file", f"--topology_file={folder}/edges.txt", f"--workload_file={folder}/workload.txt"),
        *("--period_s=100", "--warmup=5", "--drain=1", "--duration=20", f"--out={out}"),
        *("--failure=link", f"--failure_which={failed}", f"--failure_s={FAILS_S}"),
    )
    assert done.returncode == 0, done.stderr
    return out


def crossed(folder: Path, topic: str, from_s: float, to_s: float) -> set[Edge]:
    parts = network(folder)
    return {
        parts.edge(each.link)
        for each in crossings(folder)
        if each.topic == topic and from_s * S <= each.time_ns < to_s * S and parts.role[each.link] == "trunk"
    }


@pytest.mark.parametrize("topic", FIRST)
def test_events_cross_the_overlays_of_algorithms_1_and_2(run: Path, topic: str) -> None:
    assert crossed(run, topic, 5, FAILS_S) == FIRST[topic]
    assert overlays(run, 11 * S)[topic, NO_NODE] == FIRST[topic]


@pytest.mark.parametrize("topic", REPAIRED)
def test_events_cross_the_overlays_that_algorithm_3_mends(run: Path, topic: str) -> None:
    assert crossed(run, topic, FAILS_S + 1, 25) == REPAIRED[topic]
    assert overlays(run, 19 * S)[topic, NO_NODE] == REPAIRED[topic]


@pytest.mark.parametrize(("time_s", "expected"), [(11, RESIDUAL), (19, AFTER)])
def test_residuals_are_those_of_the_known_answer(run: Path, time_s: int, expected: dict[Edge, int]) -> None:
    """The capacity of an edge less the registered loads of the topics whose overlay has it."""
    at = overlays(run, time_s * S)
    for edge, residual in expected.items():
        used = {topic: edge in at[topic, NO_NODE] for topic in FIRST}
        assert CAPACITY[edge] - 2 * used["t1"] - used["t1.t2"] == residual, edge


def test_the_registered_loads_are_two_units_and_one(run: Path) -> None:
    """The model's frame is the one on the link, so that the file's rates are the loads that the answer has."""
    sizes = {each.topic: each.bytes * 8 for each in crossings(run)}
    assert sizes == {topic: frame_bits(topic) for topic in FIRST}


def test_all_that_is_due_comes_before_the_failure_and_after_the_repair(run: Path) -> None:
    due, got = event_rows(run, "due"), event_rows(run, "deliveries")
    repaired = FAILS_S + 1
    counted = 0
    for each in publications(run):
        if not FAILS_S - 0.1 <= each.time_ns / S < repaired:
            assert got[each.event] == due[each.event]
            counted += len(due[each.event])
    assert counted > 500
