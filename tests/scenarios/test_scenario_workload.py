"""The workload is what its parameters say."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest
from scenario_bench import Recorded

from schema.traces import read_trace

STILL = (
    *("manet", "--radio=ideal", "--nodes=30", "--mobility=grid", "--duration=40", "--warmup=10", "--drain=5"),
    "--captures=false",
)
"""A run whose workload is looked at. It is the same on all radios (test_scenario_pairing.py)."""


def wants(folder: Path) -> dict[int, list[str]]:
    """What each node subscribes to at the start, the primary topic first."""
    table = read_trace(folder / "subscriptions.trace")
    wanted = defaultdict(list)
    for node, topic, when in zip(table.rows["node"], table.column("filter"), table.rows["time_ns"], strict=True):
        if when == 0:
            wanted[int(node)].append(topic)
    return dict(wanted)


def test_events_lie_between_warmup_and_drain(recorded: Recorded) -> None:
    rows = read_trace(recorded(*STILL, "--event_rate=10") / "publications.trace").rows
    assert 10e9 <= rows["time_ns"].min() < 12e9
    assert 33e9 < rows["time_ns"].max() < 35e9
    assert len(rows) == pytest.approx(250, abs=4 * 250**0.5)  # Poisson, 25 s at 10 a second


def test_publishers_are_the_first_nodes_and_number_their_events(recorded: Recorded) -> None:
    rows = read_trace(recorded(*STILL, "--publishers=3") / "publications.trace").rows
    assert set(rows["publisher"]) == {0, 1, 2}
    for publisher in range(3):
        sequences = rows["sequence"][rows["publisher"] == publisher]
        assert list(sequences) == list(range(1, len(sequences) + 1))


def test_a_share_of_the_nodes_subscribes_to_so_many_topics(recorded: Recorded) -> None:
    wanted = wants(recorded(*STILL, "--subscribers=0.4", "--topics_per_node=3", "--publishers=5"))
    assert len(wanted) == 10  # 0.4 of the 25 that do not publish
    assert all(len(set(topics)) == 3 for topics in wanted.values())
    assert all(node >= 5 for node in wanted)


def test_related_topics_are_siblings_of_the_primary(recorded: Recorded) -> None:
    for topics in wants(recorded(*STILL, "--related=1", "--topics_per_node=3")).values():
        assert len({topic.rpartition(".")[0] for topic in topics}) == 1


def test_topics_have_the_words_and_the_depth_asked_for(recorded: Recorded) -> None:
    folder = recorded(*STILL, "--topic_depth=2", "--topic_branching=5", "--event_rate=50", "--zipf=0")
    topics = set(read_trace(folder / "publications.trace").column("topic"))
    assert len(topics) == 25
    assert all(topic.count(".") == 1 for topic in topics)
    assert "enemy.troop" in topics


def test_popularity_is_zipfs(recorded: Recorded) -> None:
    folder = recorded(*STILL, "--zipf=1", "--event_rate=200", "--topic_branching=3", "--subscribers=0")
    counts = Counter(read_trace(folder / "publications.trace").column("topic"))
    (_, first), (_, second), (_, third) = counts.most_common(3)
    assert first / second == pytest.approx(2, rel=0.2)
    assert first / third == pytest.approx(3, rel=0.2)


def test_churn_leaves_one_topic_for_another(recorded: Recorded) -> None:
    folder = recorded(*STILL, "--churn=30", "--topics_per_node=2")
    table = read_trace(folder / "subscriptions.trace")
    held = {node: set(topics) for node, topics in wants(folder).items()}
    changes = 0
    for row, topic in zip(table.rows, table.column("filter"), strict=True):
        if row["time_ns"] == 0:
            continue
        topics = held[int(row["node"])]
        if row["active"]:
            assert topic not in topics
            topics.add(topic)
            assert len(topics) == 2
        else:
            topics.remove(topic)
            changes += 1
    mean = 15 * 25 / 60 * 30  # of the 15 subscribers (half of 29, rounded up) in 25 s
    assert changes == pytest.approx(mean, abs=4 * mean**0.5)


def test_who_is_due_an_event_follows_from_the_subscriptions(recorded: Recorded) -> None:
    folder = recorded(*STILL, "--publishers=2")
    wanted = wants(folder)
    table = read_trace(folder / "publications.trace")
    expected = {
        (int(row["publisher"]), int(row["sequence"]), node)
        for row, topic in zip(table.rows, table.column("topic"), strict=True)
        for node, topics in wanted.items()
        if topic in topics
    }
    due = read_trace(folder / "due.trace").rows
    assert {(int(row["publisher"]), int(row["sequence"]), int(row["node"])) for row in due} == expected


@pytest.mark.parametrize("argument", ["--event_rate=20", "--churn=30", "--publishers=1", "--payload_bytes=9"])
def test_subscriptions_do_not_depend_on_the_rest_of_the_workload(recorded: Recorded, argument: str) -> None:
    assert wants(recorded(*STILL, argument)) == wants(recorded(*STILL))
