"""The program sdn: what crosses its links, from captures, against overlays, policies and a closed form."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest
from scenario_bench import Recorded
from sdn_capture import (
    PPP_BYTES,
    Crossing,
    Event,
    crossings,
    event_rows,
    network,
    overlay_of,
    overlays,
    publications,
)

from schema.traces import read_trace

S = 10**9
SMALL = (
    *("--clusters=8", "--degree=4", "--hosts_per_cluster=2", "--publishers=4", "--subscribers=1"),
    *("--topic_branching=3", "--topics_per_node=2", "--branches=0.3", "--event_rate=2", "--rate_bps=100000000"),
    *("--warmup=5", "--drain=1", "--duration=16", "--representative_copy=false"),
)
SHARED = ("sdnps", "flooding", "core", "steiner", "load-steiner")
OVERLAYS = (*SHARED, "spt")
SHAPES = {
    "one switch per cluster": (),
    "rings and trunks": ("--switches_per_cluster=3", "--trunks=2"),
}


@pytest.fixture(params=OVERLAYS)
def run(request: pytest.FixtureRequest, recorded: Recorded) -> Path:
    folder: Path = recorded("sdn", *SMALL, f"--strategy={request.param}")
    return folder


def by_event(folder: Path) -> dict[Event, list[Crossing]]:
    found: dict[Event, list[Crossing]] = {each.event: [] for each in publications(folder)}
    for crossing in crossings(folder):
        found[crossing.event].append(crossing)
    return found


def test_each_due_host_gets_each_event_once(run: Path) -> None:
    due, got = event_rows(run, "due"), event_rows(run, "deliveries")
    assert sum(map(len, due.values())) > 50
    assert got == due


def check_crossings(folder: Path) -> int:
    """Assert that each event crosses each edge of its overlay once and no other; count the trunks crossed."""
    parts, crossed = network(folder), by_event(folder)
    trunks = 0
    for published in publications(folder):
        publisher = published.event[0]
        expected = overlay_of(overlays(folder, published.time_ns), published.topic, parts.cluster_of[publisher])
        mine = crossed[published.event]
        edges = Counter(parts.edge(each.link) for each in mine if parts.role[each.link] == "trunk")
        assert edges == dict.fromkeys(expected, 1), (published, edges, expected)
        assert max(Counter(frozenset(each.link) for each in mine).values()) == 1, "a link is crossed twice"
        trunks += len(edges)
    return trunks


def test_each_event_crosses_each_edge_of_its_overlay_once_and_no_other(run: Path) -> None:
    assert check_crossings(run) > 50


def test_the_same_with_rings_of_switches_and_parallel_trunks(recorded: Recorded) -> None:
    folder = recorded("sdn", *SMALL, *SHAPES["rings and trunks"])
    assert check_crossings(folder) > 50
    assert event_rows(folder, "deliveries") == event_rows(folder, "due")


def test_only_subscribed_hosts_get_an_event(run: Path) -> None:
    parts, due = network(run), event_rows(run, "due")
    for event, mine in by_event(run).items():
        to_hosts = {each.link[1] for each in mine if each.link[1] in parts.hosts}
        from_hosts = {each.link[0] for each in mine if each.link[0] in parts.hosts}
        assert from_hosts == {event[0]}
        assert due[event] <= to_hosts, event


def test_bytes_of_each_edge_are_the_load_of_the_model(run: Path) -> None:
    """The model: an edge carries the bytes of every event of each topic whose overlay has it."""
    parts = network(run)
    carried: Counter[tuple[int, int]] = Counter()
    size: dict[Event, int] = {}
    for crossing in crossings(run):
        if parts.role[crossing.link] == "trunk":
            carried[parts.edge(crossing.link)] += crossing.bytes
        elif crossing.link[0] == crossing.event[0]:
            size[crossing.event] = crossing.bytes
    expected: Counter[tuple[int, int]] = Counter()
    for published in publications(run):
        known = overlays(run, published.time_ns)
        for edge in overlay_of(known, published.topic, parts.cluster_of[published.event[0]]):
            expected[edge] += size[published.event]
    assert carried == expected and carried.total() > 10_000


def test_idle_latency_is_the_closed_form(run: Path) -> None:
    """Sum over the links of (bytes + 2) * 8 / rate + delay, for `bytes` of IP and PPP's 2."""
    parts, crossed = network(run), by_event(run)
    deliveries = read_trace(run / "deliveries.trace").rows
    longest = 0
    for row in deliveries:
        event = int(row["publisher"]), int(row["sequence"])
        onto = {each.link[1]: each for each in crossed[event]}
        node, latency, links = int(row["node"]), 0.0, 0
        while node != event[0]:
            link, length = onto[node].link, onto[node].bytes
            latency += length * 8 * 1e9 / parts.rate_bps[link] + parts.delay_ns[link]
            node, links = link[0], links + 1
        assert abs(int(row["age_ns"]) - latency) <= links, (row, latency)
        assert int(row["hops"]) == links
        longest = max(longest, links)
    assert longest > 3


def test_no_event_loops(run: Path) -> None:
    """The hop limit falls by one from link to link, so a packet on a loop would be seen with two limits."""
    for mine in by_event(run).values():
        arrived = {each.link[1]: each.hop_limit for each in mine}
        for each in mine:
            if each.link[0] in arrived:
                assert each.hop_limit == arrived[each.link[0]] - 1


def test_a_frame_is_as_long_as_its_headers_and_its_message(run: Path) -> None:
    first = crossings(run)[0]
    assert first.destination.startswith("ff1") and first.bytes > PPP_BYTES + 48


POLICY = """\
<policy>
  <rule topic="a0.#" cluster="2" level="cluster" action="deny"/>
  <rule topic="a1.#" cluster="5" level="broker" action="deny"/>
</policy>
"""


@pytest.mark.parametrize("strategy", ["sdnps", "load-steiner", "spt"])
def test_no_event_crosses_a_forbidden_cluster(
    recorded: Recorded, tmp_path_factory: pytest.TempPathFactory, strategy: str
) -> None:
    file = tmp_path_factory.getbasetemp() / "policy.xml"
    file.write_text(POLICY)
    free = recorded("sdn", *SMALL, f"--strategy={strategy}")
    bound = recorded("sdn", *SMALL, f"--strategy={strategy}", f"--policy={file}")

    def forbidden(folder: Path) -> int:
        parts = network(folder)
        return sum(
            each.topic.startswith("a0")
            and parts.role[each.link] != "host"
            and 2 in {parts.cluster_of[node] for node in each.link}
            for each in crossings(folder)
        )

    assert forbidden(free) > 0, "else the test would see nothing"
    assert forbidden(bound) == 0
    due = event_rows(bound, "due")
    assert event_rows(bound, "deliveries") == due
    clusters = network(bound).cluster_of
    for published in publications(bound):
        reached = {clusters[host] for host in due[published.event]}
        assert not (published.topic.startswith("a0") and 2 in reached)
        assert not (published.topic.startswith("a1") and 5 in reached)
    rules = read_trace(bound / "policy_rules.trace")
    assert set(rules.rows["cluster"].tolist()) == {2, 5}


@pytest.mark.parametrize("dataplane", ["lipsin", "bier"])
def test_routes_in_packets_deliver_the_same(recorded: Recorded, dataplane: str) -> None:
    folder = recorded("sdn", *SMALL, f"--dataplane={dataplane}")
    due, got = event_rows(folder, "due"), event_rows(folder, "deliveries")
    assert got == due and sum(map(len, due.values())) > 50
    parts = network(folder)
    trunks = 0
    for event, mine in by_event(folder).items():
        clusters = {parts.cluster_of[host] for host in {*due[event], event[0]}}
        entered = {parts.cluster_of[each.link[1]] for each in mine if parts.role[each.link] == "trunk"}
        assert clusters - {parts.cluster_of[event[0]]} <= entered, "captures show how the event got to its receivers"
        trunks += len(entered)
    assert trunks > 50


@pytest.mark.parametrize(("dataplane", "added"), [("topic", 0), ("lipsin", 40), ("bier", 24)])
def test_frames_between_switches_have_the_bytes_of_their_route(recorded: Recorded, dataplane: str, added: int) -> None:
    folder = recorded("sdn", *SMALL, f"--dataplane={dataplane}")
    role = network(folder).role
    for mine in by_event(folder).values():
        (size,) = {each.bytes for each in mine if role[each.link] == "host"}
        assert {each.bytes for each in mine if role[each.link] != "host"} <= {size + added}


def test_workloads_are_paired(recorded: Recorded) -> None:
    folders = [recorded("sdn", *SMALL, f"--strategy={strategy}") for strategy in (*OVERLAYS, "unicast", "brokers")]
    for table in ("publications", "due", "subscriptions", "hosts", "switches"):
        first = read_trace(folders[0] / f"{table}.trace")
        assert len(first.rows), table
        for folder in folders[1:]:
            assert (folder / f"{table}.trace").read_bytes() == (folders[0] / f"{table}.trace").read_bytes(), table


@pytest.mark.parametrize("strategy", ["unicast", "brokers"])
def test_rivals_deliver_on_the_same_switches(recorded: Recorded, strategy: str) -> None:
    folder = recorded("sdn", *SMALL, f"--strategy={strategy}")
    assert event_rows(folder, "deliveries") == event_rows(folder, "due")
    parts = network(folder)
    ends: dict[Event, set[int]] = defaultdict(set)
    for each in crossings(folder):
        if parts.role[each.link] == "host":
            ends[each.event] |= set(each.link)
    assert all(ends.values())


def test_brokers_take_their_time(recorded: Recorded) -> None:
    """Each broker on the way adds its processing to the latency of an idle network."""
    quick = recorded("sdn", *SMALL, "--strategy=brokers")
    slow = recorded("sdn", *SMALL, "--strategy=brokers", "--processing_us=500")
    before, after = (read_trace(folder / "deliveries.trace").rows for folder in (quick, slow))
    key = ["publisher", "sequence", "node"]
    hops = {tuple(row[key]): (int(row["age_ns"]), int(row["hops"])) for row in before}
    for row in after:
        age, links = hops[tuple(row[key])]
        brokers = links - 1
        assert int(row["age_ns"]) - age == brokers * 500_000
    assert len(after) == len(before) > 50
