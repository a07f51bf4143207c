"""`stores`, brokers with stores: distances against the graph, closed forms, captures against traces, wrong usage."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scenario_bench import Program, Recorded
from scipy.sparse import coo_array
from scipy.sparse.csgraph import shortest_path

from schema.messages import decode_first, encode
from schema.traces import UNREACHABLE, read_trace

OVERHEAD = 8 + 20 + 2
"""Bytes of the headers of UDP, IPv4 and PPP."""
NS = 10**9
SHORT = ("--duration=8", "--warmup=3", "--drain=1")
SMALL = ("--brokers=30", *SHORT)
RUNS: dict[str, tuple[str, ...]] = {
    "seq": SMALL,
    "wrr, few requests near": (*SMALL, "--policy=wrr", "--locality=1", "--popularity=0", "--stores=6"),
    "grd_opt on a random tree": (*SMALL, "--policy=grd_opt", "--tree=prufer", "--gain=nearest"),
    "rnd, periodic": (*SMALL, "--policy=rnd", "--arrivals=periodic", "--tree=pa"),
    "moved topics": (*SMALL, "--stores=6", "--reassign=assignment", "--old_popularity=-1"),
    "moved stores": (*SMALL, "--stores=6", "--reassign=planning", "--old_popularity=-1", "--old_locality=-1"),
    "failed stores": (
        *("--brokers=30", "--stores=8", "--failed_stores=3", "--duration=16", "--warmup=11", "--drain=1"),
        *("--ns3::pubsub::broker::StoringBroker::AdvertisePeriod=2s", "--policy=wrr"),
    ),
    "ties in turn": (*SMALL, "--ns3::pubsub::broker::StoringBroker::AtChoice=RoundRobin", "--tree=star"),
}
"""Name -> arguments of runs in which every request must reach the nearest store."""


def rows(run: Path, table: str) -> np.ndarray[Any, Any]:
    return read_trace(run / f"{table}.trace", "wired").rows


def texts(run: Path, table: str, column: str) -> list[str]:
    return list(read_trace(run / f"{table}.trace", "wired").column(column))


def brokers_of(run: Path) -> set[int]:
    return set(rows(run, "brokers")["node"].tolist())


def broker_links(run: Path) -> list[tuple[int, int]]:
    """The directions of links between brokers, from the tables."""
    links, brokers = rows(run, "links"), brokers_of(run)
    pairs = zip(links["from_node"].tolist(), links["to_node"].tolist(), strict=True)
    return sorted(pair for pair in pairs if brokers.issuperset(pair))


def distances(run: Path) -> np.ndarray[Any, Any]:
    """Links on the shortest path between each two brokers, which have the first node ids."""
    brokers = len(brokers_of(run))
    senders, receivers = zip(*broker_links(run), strict=True)
    return shortest_path(coo_array((np.ones(len(senders)), (senders, receivers)), shape=(brokers, brokers)))


def frames(run: Path) -> Iterator[tuple[int, int, int, str, dict[str, Any]]]:
    """Sender, receiver, start of transmission in ns, message name and fields of every frame in the captures."""
    for path in sorted(run.glob("link-*.pcap")):
        _, sender, receiver = path.stem.split("-")
        data = path.read_bytes()
        magic, _, _, _, _, _, link = struct.unpack_from("<IHHiIII", data)
        assert magic == 0xA1B23C4D and link == 9, "nanoseconds, PPP"
        at = 24
        while at < len(data):
            seconds, nanoseconds, kept, length = struct.unpack_from("<IIII", data, at)
            assert kept == length
            message, values, _ = decode_first(data[at + 16 + OVERHEAD : at + 16 + kept])
            yield int(sender), int(receiver), seconds * NS + nanoseconds, message.name, values
            at += 16 + kept


@pytest.mark.parametrize("name", RUNS)
def test_every_request_reaches_the_nearest_live_store(name: str, recorded: Recorded) -> None:
    """Distances by scipy over the links, holders by the tables of placement and failures, hops from captures."""
    run = recorded("stores", *RUNS[name])
    brokers, distance = brokers_of(run), distances(run)
    broker_of = dict(zip(*(rows(run, "clients")[column].tolist() for column in ("node", "broker")), strict=True))
    crossed = Counter(
        (values["client"], values["request"])
        for sender, receiver, _, message, values in frames(run)
        if message == "request" and sender in brokers and receiver in brokers
    )
    requests = rows(run, "requests")
    assert len(requests) > 50
    for request, topic in zip(requests, texts(run, "requests", "filter"), strict=True):
        broker = broker_of[int(request["client"])]
        holders = live_holders(run, topic, int(request["time_ns"]))
        assert bool(holders) == bool(request["answered"]), "what is stored anywhere is found, and nothing else"
        if not holders:
            assert request["nearest_hops"] == UNREACHABLE and name == "failed stores"
            continue
        nearest = min(distance[broker, holder] for holder in holders)
        assert request["nearest_hops"] == nearest and request["attempts"] == 1
        assert request["hops"] == nearest == crossed[int(request["client"]), int(request["request"])]
    assert set(texts(run, "drops", "reason")) <= {"no store"}


def live_holders(run: Path, topic: str, time_ns: int) -> set[int]:
    """The brokers whose store keeps `topic` and answers at `time_ns`."""
    kept, live = {}, {}
    placement = rows(run, "placement")
    for row, name in zip(placement, texts(run, "placement", "topic"), strict=True):
        if row["time_ns"] <= time_ns and name == topic:
            kept[int(row["node"])] = bool(row["kept"])
    for row in rows(run, "store_state"):
        if row["time_ns"] <= time_ns:
            live[int(row["node"])] = bool(row["is_live"])
    return {node for node, is_kept in kept.items() if is_kept and live[node]}


def plan_at(folder: Path, broker: int) -> str:
    path = folder / "plan.txt"
    path.write_text(f"store {broker}\nreplica topic-1 {broker}\n")
    return f"--plan_file={path}"


@pytest.mark.parametrize(("tree", "mean"), [("path", (9 - 1) / 2), ("star", (9 - 1) / 9)])
def test_mean_distance_in_closed_form(tree: str, mean: float, program: Program, tmp_path: Path) -> None:
    """One store at the end of a path of N brokers: (N - 1) / 2 hops; at the hub of a star: (N - 1) / N."""
    arguments = (f"--tree={tree}", "--brokers=9", "--topics=1", "--policy=file", plan_at(tmp_path, 0))
    periodic = ("--arrivals=periodic", "--request_rate=2", "--rate_scale=1")
    done = program("stores", *arguments, *periodic, *SHORT, f"--out={tmp_path / 'run'}")
    assert done.returncode == 0, done.stderr
    hops = rows(tmp_path / "run", "requests")["hops"]
    assert len(hops) == 9 * 2 * 4 and hops.mean() == mean


def test_latency_to_the_nanosecond(program: Program, tmp_path: Path) -> None:
    """The sum of transmission times and delays of the request on its way, and of the response on its way back."""
    rate, delay = 10**6, 3 * 10**6
    arguments = ("--tree=path", "--brokers=6", "--topics=1", "--policy=file", plan_at(tmp_path, 5))
    slow = ("--arrivals=periodic", "--request_rate=0.1", "--rate_scale=1", f"--rate_bps={rate}", "--delay_us=3000")
    still = (
        "--ns3::pubsub::broker::StoringBroker::AdvertisePeriod=0s",
        "--ns3::pubsub::broker::FilterEndpoint::RefreshPeriod=0s",
    )
    done = program("stores", *arguments, *slow, *still, "--duration=24", "--warmup=3", f"--out={tmp_path / 'run'}")
    assert done.returncode == 0, done.stderr
    run = tmp_path / "run"
    broker_of = dict(zip(*(rows(run, "clients")[column].tolist() for column in ("node", "broker")), strict=True))
    published = rows(run, "publications")[0]
    requests = rows(run, "requests")
    assert len(requests) >= 6
    for request in requests:
        client, number, hops = int(request["client"]), int(request["request"]), int(request["hops"])
        brokers = [broker_of[client] + i for i in range(hops + 1)]
        base = {"node": 0, "client": client, "request": number}
        asked = [
            len(encode("request", {**base, "filter": "topic-1", "path": brokers[:passed]}))
            for passed in range(hops + 1)
        ]
        event = {
            **{"publisher": int(published["publisher"]), "sequence": int(published["sequence"]), "published_ns": 0},
            **{"hops": 0, "topic": "topic-1", "attributes": [], "payload_bytes": int(published["payload_bytes"])},
        }
        answered = [
            len(encode("response", {**base, **event, "header": {**base, **HEADER, "path": brokers[:left]}}))
            for left in range(hops, -1, -1)
        ]
        expected = sum((size + OVERHEAD) * 8 * NS // rate + delay for size in (*asked, *answered))
        assert request["completed_ns"] - request["time_ns"] == expected


HEADER = {"store": 5, "index": 0, "count": 1}


def test_the_tables_agree_with_the_captures(recorded: Recorded) -> None:
    run = recorded("stores", *RUNS["moved topics"])
    brokers = brokers_of(run)
    sent = Counter(rows(run, "transmissions")["type"].tolist())
    seen: Counter[str] = Counter()
    arrived = Counter()
    for _, receiver, _, message, values in frames(run):
        seen[message] += 1
        if message == "response" and receiver not in brokers:
            arrived[receiver] += 1
            assert values["header"]["path"] == [] and values["header"]["client"] == receiver
    assert sum(seen.values()) == sum(sent.values()) and len(seen) == len(sent) >= 7
    assert arrived == Counter(rows(run, "responses")["client"].tolist())
    copies = [values for _, _, _, name, values in frames(run) if name == "request" and values["client"] in brokers]
    assert copies, "topics moved as packets"


def test_one_event_of_each_topic_is_stored_as_often_as_planned(recorded: Recorded) -> None:
    """k = (20, 10, 7, 5, 4, 4, 3, 3, 3, 2): the copies of the paper's section 6.1.1 with min_k = 2."""
    run = recorded("stores", "--brokers=100", *SHORT, "--rate_scale=0.01", "--captures=false")
    kept = Counter(texts(run, "placement", "topic"))
    assert [kept[f"topic-{number}"] for number in range(1, 11)] == [20, 10, 7, 5, 4, 4, 3, 3, 3, 2]
    last = rows(run, "routing_tables")
    last = last[last["time_ns"] == last["time_ns"].max()]
    assert last["stored_events"].sum() == 61
    assert len(set(rows(run, "placement")["node"].tolist())) == 20


def test_the_tables_of_brokers_over_time(recorded: Recorded) -> None:
    """At the last look, the routes of `at` are those to the nearest live stores, and `st` has what stores keep."""
    run = recorded("stores", *RUNS["moved topics"])
    distance = distances(run)
    at: dict[tuple[int, str], set[tuple[int, int]]] = {}
    for row, topic in zip(rows(run, "at"), texts(run, "at", "topic"), strict=True):
        routes = at.setdefault((int(row["node"]), topic), set())
        (routes.add if row["present"] else routes.remove)((int(row["store"]), int(row["hops"])))
    last = int(rows(run, "at")["time_ns"].max())
    for (node, topic), routes in at.items():
        holders = live_holders(run, topic, last)
        nearest = min(distance[node, holder] for holder in holders)
        assert {hops for _, hops in routes} == {nearest} and {store for store, _ in routes} <= holders
    assert len(at) == 30 * 10
    sizes, counted = rows(run, "routing_tables"), Counter()
    sizes = sizes[sizes["time_ns"] == sizes["time_ns"].max()]
    for row in rows(run, "st"):
        counted[int(row["node"])] += 1 if row["present"] else -1
    assert {int(row["node"]): int(row["subscriptions"]) for row in sizes} == dict(counted)


def test_other_policies_change_neither_tree_nor_requests(recorded: Recorded) -> None:
    runs = [recorded("stores", *SMALL), recorded("stores", *SMALL, "--policy=grd_opt")]
    links, requests = ([rows(run, table) for run in runs] for table in ("links", "requests"))
    assert (links[0] == links[1]).all()
    keys = [sorted(zip(r["time_ns"].tolist(), r["client"].tolist(), strict=True)) for r in requests]
    assert keys[0] == keys[1] and len(keys[0]) > 100


def test_the_same_run_gives_the_same_bytes(program: Program, recorded: Recorded, tmp_path: Path) -> None:
    first = recorded("stores", *RUNS["moved stores"])
    assert program("stores", *RUNS["moved stores"], f"--out={tmp_path}").returncode == 0
    names = sorted(path.name for path in first.iterdir())
    assert names == sorted(path.name for path in tmp_path.iterdir()) and len(names) > 60
    assert all((first / name).read_bytes() == (tmp_path / name).read_bytes() for name in names)


def test_brokers_of_a_file(program: Program, tmp_path: Path) -> None:
    """A graph with a cycle is reduced to its breadth-first tree from the first broker."""
    (tmp_path / "net.gml").write_text(
        "graph [\n" + "".join(f'  node [ id {i} label "n{i}" ]\n' for i in range(5))
        + "".join(f"  edge [ source {a} target {b} ]\n" for a, b in ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0))) + "]\n"
    )  # fmt: skip
    arguments = ("--tree=file", f"--topology_file={tmp_path / 'net.gml'}", "--topics=2", "--min_copies=1")
    done = program("stores", *arguments, *SHORT, f"--out={tmp_path / 'run'}")
    assert done.returncode == 0, done.stderr
    assert [pair for pair in broker_links(tmp_path / "run") if pair[0] < pair[1]] == [(0, 1), (0, 4), (1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--tree=file",), "--tree=file and --topology_file=FILE go together"),
        (("--plan_file=x",), "--policy=file and --plan_file=FILE go together"),
        (("--policy=rnd", "--reassign=none"), "expected --policy=seq or --policy=wrr, not --policy=rnd"),
        (("--stores=1",), "have no room for 10 topics"),
        (("--brokers=6",), "the copies of the topics need 9 stores, there are 6 brokers"),
        (("--warmup=1",), "--warmup=1 is too short for stores to get their events; expected 2 or more"),
        (("--tree=file", "--topology_file=none.gml"), "none.gml"),
        (("--policy=best",), "--policy=best is not one of seq, wrr, grd_opt"),
    ],
)
def test_wrong_usage_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, program: Program, tmp_path: Path
) -> None:
    done = program("stores", *arguments, f"--out={tmp_path / 'run'}")
    assert done.returncode == 2 and not done.stdout
    assert sentence in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()
    checked = program("stores", *arguments, "--check")
    assert checked.returncode == 2 and checked.stderr == done.stderr
