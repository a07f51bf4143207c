"""Runs of brokers with stores, written by hand: requests, their hops, metrics and checks, with numbers worked out here.

clients   4     5     6     7          each with a link to its broker
          |     |     |     |
brokers   0 --- 1 --- 2 --- 3          links of 1 Mbit/s and 1 ms
stores    b           a     (a)        3 copies a from 2 at 1.0 s
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from made_stores import MS, RATE, StoreNetwork, write_link
from written_run import write_plan, write_trace

from schema.traces import NO_NODE, UNREACHABLE, tables_of
from spark_analysis.metrics.catalogue import metrics_of
from spark_analysis.run.measurement import Measurement, measure_run
from spark_analysis.run.packet_store import packets_file
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import read_plan, read_run
from spark_analysis.run.stores.nearest_stores import StoreStates, distances, planned_hops

PARAMETERS = {"warmup": 0.1, "duration": 1.1}
"""The measured window is one second."""
PATH = [(0, 1), (1, 2), (2, 3)]
REQUESTS = [
    # sent, client, number, topic, attempts, answered, store, hops, nearest, after
    (50, 5, 1, "a", 1, 1, 2, 1, 1, 10),
    (200, 4, 1, "a", 1, 1, 2, 2, 2, 10),
    (300, 6, 1, "a", 1, 1, 2, 0, 0, 2),
    (400, 7, 1, "b", 1, 1, 0, 3, 3, 20),
    (500, 5, 2, "b", 2, 1, 0, 1, 1, 204),
    (600, 4, 2, "c", 2, 0, NO_NODE, 0, UNREACHABLE, 400),
    (1080, 7, 2, "a", 1, 1, 3, 0, 0, 3),
]
"""Times in ms. The first is sent in the warm-up; 5's second is sent twice; no store keeps c."""


def four_brokers(time_to_live: int = 1) -> StoreNetwork:
    net = StoreNetwork(4, PATH, time_to_live)
    tables = net.tables
    tables["publications"] = [(0, 4, 1, "a", "", 20), (0, 4, 2, "b", "", 20)]
    tables["due"] = [(4, 1, 2, 3), (4, 2, 0, 1)]
    kept_a = net.event(0, (4, 0, 1, 2), 1, "a")
    kept_b = net.event(20 * MS, (4, 0), 2, "b")
    tables["deliveries"] = [(kept_b, 0, 4, 2, 1, 1, kept_b), (kept_a, 2, 4, 1, 1, 3, kept_a)]
    again = net.event(40 * MS, (2, 1), 1, "a")
    tables["drops"] = [(again, 1, "duplicate", 20)]  # and the next one gets lost in 3
    net.event(60 * MS, (2, 3), 1, "a")
    net.send(70 * MS, (2, 3), "advertise", ADVERTISE)
    net.send(150 * MS, (2, 1), "advertise", ADVERTISE)
    for sent, client, number, topic, attempts, answered, store, hops, nearest, after in REQUESTS:
        done = (sent + after) * MS
        row = (sent * MS, client, number, topic, attempts, answered, store, answered, hops, nearest, done)
        tables["requests"].append(row)
        if answered:
            tables["responses"].append((done, client, number, store, 0, 4, 1, hops + 1))
    for sent, way, number, topic in (
        *((50, (5, 1, 2), 1, "a"), (200, (4, 0, 1, 2), 1, "a"), (300, (6, 2), 1, "a"), (400, (7, 3, 2, 1, 0), 1, "b")),
        *((700, (5, 1, 0), 2, "b"), (1080, (7, 3), 2, "a")),
    ):
        net.respond(net.request(sent * MS, way, number, topic), way[::-1], number, 1)
    net.request(500 * MS, (5, 1, 0), 2, "b")
    net.request(600 * MS, (4, 0), 2, "c")
    net.request(800 * MS, (4, 0), 2, "c")
    copied = net.respond(net.request(1000 * MS, (3, 2), 1, "a"), (2, 3), 1, 1, client=3)
    tables["placement"] = [(0, 0, "b", 1), (0, 2, "a", 1), (copied, 3, "a", 1)]
    tables["store_state"] = [(0, 0, 1), (0, 2, 1), (0, 3, 1)]
    tables["routing_tables"] = [
        (second * 10**9, broker, 1, entries, 0)
        for second, sizes in ((0, (9, 9, 9, 9)), (1, (2, 2, 2, 3)))
        for broker, entries in enumerate(sizes)
    ]
    for table in ("transmissions", "requests", "responses"):
        tables[table].sort()
    return net


ADVERTISE = {"store": 2, "sequence": 1, "hops": 0, "lifetime_ms": 0, "topics": ["a"]}


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    write_plan(tmp_path, ["protocol=a"], 1, "wired")
    four_brokers().write(tmp_path, "protocol=a", 1, PARAMETERS)
    return tmp_path


def measured(experiment: Path) -> Measurement:
    found = measure_run(experiment, read_plan(experiment).finished[0])
    assert not found.damage
    return found


def checks(experiment: Path) -> dict[str, tuple[int, int]]:
    return {row["check"]: (row["trace_value"], row["pcap_value"]) for row in measured(experiment).checks}


def test_every_metric_of_a_run_with_stores(experiment: Path) -> None:
    net = four_brokers()
    values = {row["metric"]: row["value"] for row in measured(experiment).metrics}
    advertise = size_of(net, 2, 1, 150)
    copy = size_of(net, 3, 2, 1000) + size_of(net, 2, 3, 1001)
    assert {name: values[name] for name in STORE_METRICS} == {
        "mean_hop_distance": (2 + 0 + 3 + 1 + 0) / 5,
        "planned_hop_distance": (2 + 0 + 3 + 1 + 0) / 5,
        "ont_req_hops_s": 2 + 0 + 3 + 2 + 0,
        "response_latency_p50_s": pytest.approx(0.010),
        "response_latency_p95_s": pytest.approx(0.020 + 0.8 * 0.184),
        "unanswered_ratio": pytest.approx(1 / 6),
        "stores_installed": 3,
        "store_load_fairness": pytest.approx((2 + 2 + 1) ** 2 / (3 * (4 + 4 + 1))),
        "max_link_load": 4,
        "control_bytes_per_request": pytest.approx(advertise / 6),
        "at_entries": 9 / 4,
        "reassign_bytes": copy,
        "reassign_time_s": pytest.approx(copy * 8 / RATE + 0.002),
    }
    assert values["link_frames_per_delivery"] == 6 / 2
    assert values["link_loss_ratio"] == 1 / 6
    assert values["control_bytes"] == advertise - IN_FRONT
    in_every_run = {metric.name for metric in metrics_of("wired") if metric.in_every_run}
    assert set(values) == {*in_every_run, *STORE_METRICS, "control_bytes"}


STORE_METRICS = [metric.name for metric in metrics_of("wired") if 400 <= metric.order < 600]


IN_FRONT = 2 + 20 + 8
"""Bytes of PPP, IPv4 and UDP."""


def size_of(net: StoreNetwork, start: int, end: int, ms: int) -> int:
    """Bytes of the first frame on a link direction at or after a moment."""
    return len(next(octets for time_ns, octets in sorted(net.frames[start, end]) if time_ns >= ms * MS))


@pytest.mark.parametrize("time_to_live", [1, 64])
def test_events_that_brokers_send_on_keep_or_drop_are_not_lost(time_to_live: int, tmp_path: Path) -> None:
    """A broker is known to be addressed by a time to live of 1, or else by all of its addresses."""
    write_plan(tmp_path, ["protocol=a"], 1, "wired")
    four_brokers(time_to_live).write(tmp_path, "protocol=a", 1, PARAMETERS)
    rows = {(row["node"], row["link_to"]): row for row in measured(tmp_path).links}
    lost = {way: row["lost_events"] for way, row in rows.items() if row["lost_events"]}
    assert lost == {(2, 3): 1}
    assert all(row["event_frames"] == row["reordered_events"] == 0 for row in rows.values()), "responses are no events"


def test_captures_agree_with_traces_and_with_the_plan(experiment: Path) -> None:
    assert {name: both for name, both in checks(experiment).items() if not name.startswith("sent")} == {
        "due deliveries found in a capture": (2, 2),
        "links that requests crossed": (7, 7),
        "requests to the nearest store": (6, 6),
        "responses that reached clients": (6, 6),
    }
    assert all(trace == pcap for trace, pcap in checks(experiment).values())


def test_a_request_that_no_link_carried_shows(experiment: Path) -> None:
    run = Path(read_plan(experiment).finished[0].path)
    frames = four_brokers().frames[1, 2]
    write_link(run / "link-1-2.pcap", [each for each in frames if not 200 * MS <= each[0] < 300 * MS])
    found = checks(experiment)
    assert found["links that requests crossed"] == (7, 6)
    assert found["requests to the nearest store"] == (6, 5)
    write_link(run / "link-0-4.pcap", [])
    assert checks(experiment)["responses that reached clients"] == (6, 5)


def test_the_plan_is_checked_without_what_the_program_wrote_of_distances(experiment: Path) -> None:
    """A program that sends requests too far and writes that distance as the nearest shows."""
    run = Path(read_plan(experiment).finished[0].path)
    write_trace(run, "placement", [(0, 0, "b", 1), (0, 2, "a", 1), (0, 1, "a", 1)], "wired")
    found = checks(experiment)
    assert found["links that requests crossed"] == (7, 7)
    assert found["requests to the nearest store"] == (6, 3), "4 and 5 had a nearer store, 7 another one"


def test_frames_of_each_request(experiment: Path) -> None:
    measured(experiment)
    run = read_run(read_plan(experiment).finished[0])
    with contextlib.closing(RunTables(run, packets_file(experiment, "protocol=a", 1))) as tables:
        rows = tables.query(
            "SELECT client, request, attempts, request_frames, hops, response_frames FROM request_hops ORDER BY ALL"
        ).fetchall()
        ((size,),) = tables.query("SELECT request_bytes FROM request_hops WHERE client = 5 AND request = 2").fetchall()
    assert rows == [
        *((3, 1, 1, 1, 1, 1), (4, 1, 1, 2, 2, 2), (4, 2, 2, 0, 0, 0), (5, 1, 1, 1, 1, 1)),
        *((5, 2, 2, 2, 1, 1), (6, 1, 1, 0, 0, 0), (7, 1, 1, 3, 3, 3), (7, 2, 1, 0, 0, 0)),
    ]
    assert size == 4 * size_of(four_brokers(), 5, 1, 500)


def test_a_run_without_captures_has_what_traces_tell(experiment: Path) -> None:
    run = Path(read_plan(experiment).finished[0].path)
    for file in run.glob("*.pcap"):
        file.unlink()
    found = measured(experiment)
    missing = {"mean_hop_distance", "ont_req_hops_s", "max_link_load", "control_bytes_per_request"}
    missing |= {"reassign_bytes", "reassign_time_s"}
    assert {row["metric"] for row in found.metrics} & set(STORE_METRICS) == set(STORE_METRICS) - missing
    assert not found.checks


def test_no_value_for_requests_where_no_program_makes_any(tmp_path: Path) -> None:
    write_plan(tmp_path, ["protocol=a"], 1, "wired")
    net = StoreNetwork(2, [(0, 1)])
    net.write(tmp_path, "protocol=a", 1, PARAMETERS)
    found = measured(tmp_path)
    assert not {row["metric"] for row in found.metrics} & set(STORE_METRICS)
    assert not found.checks


# ---- The distance by the plan


def planned(**tables: list[tuple[object, ...]]) -> list[tuple[int, int, int | None]]:
    """The planned hops of the requests in trace tables; the tables that are not given have no rows."""
    with duckdb.connect() as database:
        for name in ("broker_links", "clients", "placement", "requests", "store_state"):
            of = {"broker_links": "links"}.get(name, name)
            columns = list(tables_of("wired")[of])
            rows = tables.get(name, [])
            kinds = {"str": pa.string(), "f64": pa.float64()}
            arrays = {
                column: pa.array([row[at] for row in rows], kinds.get(kind, pa.int64()))
                for at, (column, kind) in enumerate(columns)
            }
            database.register(name, pa.table(arrays))
        return [tuple(row.values()) for row in planned_hops(database).to_pylist()]


def asked(time_ns: int, client: int, number: int, topic: str) -> tuple[object, ...]:
    return (time_ns, client, number, topic, 1, 1, 0, 1, 0, 0, 0)


STAR = [way for leaf in (1, 2, 3) for way in ((0, leaf, 1, 1), (leaf, 0, 1, 1))]
CLIENTS: list[tuple[object, ...]] = [(10 + broker, broker) for broker in range(4)]


def test_the_nearest_store_changes_with_placement_and_failures() -> None:
    """0 is the hub of a star; 1 keeps a, then 2 as well, then 1 fails and comes back, then 1 drops it."""
    hops = planned(
        broker_links=[*STAR],
        clients=CLIENTS,
        placement=[(5, 1, "a", 1), (20, 2, "a", 1), (60, 1, "a", 0)],
        store_state=[(5, 1, 1), (5, 2, 1), (30, 1, 0), (50, 1, 1)],
        requests=[asked(time, 11, number, "a") for number, time in enumerate((0, 10, 25, 30, 50, 60))],
    )
    assert hops == [(11, 0, None), (11, 1, 0), (11, 2, 0), (11, 3, 2), (11, 4, 0), (11, 5, 2)]


def test_distance_to_a_store_at_the_hub_of_a_star_and_at_the_end_of_a_path() -> None:
    star = planned(
        broker_links=[*STAR],
        clients=CLIENTS,
        placement=[(0, 0, "a", 1)],
        requests=[asked(1, 10 + broker, 1, "a") for broker in range(4)],
    )
    assert sum(hops or 0 for _, _, hops in star) == 3, "(N - 1) / N on average"
    path = [way for a, b in PATH for way in ((a, b, 1, 1), (b, a, 1, 1))]
    line = planned(
        broker_links=[*path],
        clients=CLIENTS,
        placement=[(0, 3, "a", 1)],
        requests=[asked(1, 10 + broker, 1, "a") for broker in range(4)],
    )
    assert [hops for _, _, hops in line] == [3, 2, 1, 0], "(N - 1) / 2 on average"


def test_stores_keep_subtrees_and_a_text_that_is_no_filter_has_no_store() -> None:
    states = StoreStates()
    states.change(1, "a.#", True)
    states.change(2, "a.b", True)
    assert states.live_holders("a.b[speed>3]") == {1, 2}
    assert states.live_holders("a.c") == {1}
    assert states.live_holders("a.b.c") == {1}
    assert states.live_holders("a.b.#") == {1}
    assert states.live_holders("x y") == frozenset()
    states.change(1, None, False)
    assert states.live_holders("a.b") == {2}


def test_distances_reach_only_what_is_linked() -> None:
    assert distances({0: frozenset({1}), 1: frozenset({0}), 2: frozenset()}, [0]) == {0: 0, 1: 1}
