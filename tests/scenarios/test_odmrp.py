"""What ODMRP's control costs on networks at rest without losses: the closed form of docs/protocols/odmrp.md."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from scenario_bench import Recorded
from scenario_outcome import read_outcome

from benchmarks.odmrp_validation import figures
from schema.messages import NAMES, TYPES
from schema.traces import read_trace

NETWORKS = {
    "grid": ("--mobility=grid", "--nodes=49"),
    "sparse grid": ("--mobility=grid", "--nodes=36", "--width=1300", "--height=1300", "--subscribers=0.2"),
    "uniform": ("--mobility=uniform", "--nodes=60"),
    "all are members": ("--mobility=uniform", "--nodes=60", "--subscribers=1", "--RngRun=2"),
    "split": ("--mobility=uniform", "--nodes=30", "--width=1200", "--height=1200", "--RngRun=2"),
}
ONE_GROUP = ("--publishers=1", "--topic_depth=1", "--topic_branching=1", "--topics_per_node=1")
REFRESH_NS = 3_000_000_000
TIMEOUT_NS = 9_000_000_000
CLOSE_NS = 200_000_000


def transmissions(run: Path) -> dict[str, list[tuple[int, int, int]]]:
    """Time, sender and next hop of every frame, by message."""
    sent: dict[str, list[tuple[int, int, int]]] = {name: [] for name in NAMES.values()}
    for row in read_trace(run / "transmissions.trace").rows:
        sent[NAMES[int(row["type"])]].append((int(row["time_ns"]), int(row["node"]), int(row["next_hop"])))
    return sent


@pytest.fixture(params=NETWORKS)
def run(request: pytest.FixtureRequest, recorded: Recorded) -> Path:
    call = ("manet", "--protocol=odmrp", "--radio=ideal", "--captures=false", "--duration=60", *ONE_GROUP)
    folder: Path = recorded(*call, *NETWORKS[request.param])
    return folder


def test_everything_arrives(run: Path) -> None:
    outcome = read_outcome(run)
    assert len(outcome.due) > 30
    assert all(outcome.arrived(event) for event in outcome.due)


def test_a_query_is_one_transmission_of_each_node_that_can_be_reached(run: Path) -> None:
    queries = transmissions(run)["join_query"]
    reachable = read_outcome(run).component[0]
    rounds = sum(node == 0 for _, node, _ in queries)
    assert Counter(node for _, node, _ in queries) == dict.fromkeys(reachable, rounds)
    published = sorted(int(time) for time in read_trace(run / "publications.trace").rows["time_ns"])
    due, expected = 0, 0
    for time in published:
        if time >= due:
            due, expected = time + REFRESH_NS, expected + 1
    assert rounds == expected


def test_replies_are_one_of_each_node_of_the_tree_but_for_repetitions(run: Path) -> None:
    """A reply to a node that has replied already is repeated once, and acknowledged: nothing else answers it."""
    sent = transmissions(run)
    starts = [time for time, node, _ in sent["join_query"] if node == 0]
    members = {int(row["node"]) for row in read_trace(run / "subscriptions.trace").rows}
    reachable = members & read_outcome(run).component[0]
    assert reachable
    assert not sent["unreachable"]
    for begin, end in zip(starts, [*starts[1:], 10**12], strict=True):
        replies = [(node, to) for time, node, to in sent["join_reply"] if begin <= time < end]
        acks = Counter(to for time, _, to in sent["reply_ack"] if begin <= time < end)
        next_hop = dict(replies)
        tree = set(reachable)
        for member in reachable:
            at = member
            while at != 0:
                tree.add(at)
                at = next_hop[at]
        count = Counter(node for node, _ in replies)
        assert set(count) == tree
        repeated = {node for node in tree if count[node] > 1}
        assert all(count[node] == 2 for node in repeated)
        assert acks == dict.fromkeys(repeated | {node for node in tree if next_hop[node] == 0}, 1)
        assert all(next_hop[node] != 0 for node in repeated)


def test_an_event_is_one_transmission_of_the_publisher_and_of_each_node_in_the_forwarding_group(run: Path) -> None:
    """Who was named by a reply in the last 9 s, not looking at events close to when somebody comes in or goes out."""
    sent, outcome = transmissions(run), read_outcome(run)
    named = [(time, to) for time, _, to in sent["join_reply"] if to != 0]
    rows = read_trace(run / "transmissions.trace").rows
    plain = rows[(rows["type"] == TYPES["event"]) & (rows["node"] == 0)]
    checked = 0
    for time, sequence in zip(plain["time_ns"].tolist(), plain["sequence"].tolist(), strict=True):
        ages = [time - asked for asked, _ in named]
        if not any(-CLOSE_NS < age < CLOSE_NS or abs(age - TIMEOUT_NS) < CLOSE_NS for age in ages):
            group = {to for asked, to in named if 0 < time - asked < TIMEOUT_NS}
            assert outcome.senders[0, sequence] == dict.fromkeys(group | {0}, 1)
            checked += 1
    assert checked > len(plain) / 3


def test_the_figures_of_the_validation_page_are_these_counts(run: Path) -> None:
    """benchmarks.odmrp_validation reads the same tables in another way."""
    outcome, sent, found = read_outcome(run), transmissions(run), figures(run)
    events = len(outcome.due)
    frames = sum(outcome.sent(event) for event in outcome.due)
    assert found["delivered"] == pytest.approx(100 * outcome.deliveries / sum(map(len, outcome.due.values())))
    assert found["reachable"] == 100
    assert found["frames"] == pytest.approx(frames / events)
    assert found["data"] == pytest.approx(frames / outcome.deliveries)
    assert found["all"] == pytest.approx(sum(map(len, sent.values())) / outcome.deliveries)
    assert found["control"] == pytest.approx((len(sent["join_reply"]) + len(sent["reply_ack"])) / events)
