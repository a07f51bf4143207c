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


IN_WORDS = {  # the first vocabulary's words, by those of the second
    **{"hostile": "enemy", "coalition": "alliance", "civilian": "civil"},
    **{"infantry": "troop", "plane": "aircraft", "ammunition": "munitions"},
    **{"state": "status", "position": "location", "number": "count"},
}


def in_first_vocabulary(topic: str) -> str:
    return ".".join(IN_WORDS.get(word, word) for word in topic.split("."))


def test_a_second_vocabulary_names_the_same_interests_and_events(recorded: Recorded) -> None:
    """Only names differ: the same node gets the same events, whatever each of them is called."""
    options = (*STILL, "--event_rate=20", "--topics_per_node=2", "--protocol=flooding")
    one, two = recorded(*options), recorded(*options, "--vocabularies=2")
    topics = [read_trace(folder / "publications.trace").column("topic") for folder in (one, two)]
    assert [in_first_vocabulary(topic) for topic in topics[1]] == list(topics[0])
    foreign = sum(topic.split(".")[0] in IN_WORDS for topic in topics[1])
    assert foreign / len(topics[1]) == pytest.approx(0.5, abs=0.1)
    for node, wanted in wants(two).items():
        own, others = wanted[::2], wanted[1::2]
        assert [in_first_vocabulary(topic) for topic in own] == wants(one)[node]
        assert [in_first_vocabulary(topic) for topic in others] == wants(one)[node]
        assert len({topic.split(".")[0] in IN_WORDS for topic in own}) == 1, "each node speaks one vocabulary"
    assert len({wanted[0].split(".")[0] in IN_WORDS for wanted in wants(two).values()}) == 2, "both are spoken"
    due = [read_trace(folder / "due.trace").rows for folder in (one, two)]
    assert (due[0] == due[1]).all()


def test_churn_changes_all_names_of_a_topic(recorded: Recorded) -> None:
    folder = recorded(*STILL, "--churn=30", "--topics_per_node=2", "--vocabularies=2")
    table = read_trace(folder / "subscriptions.trace")
    changes = defaultdict(set)
    for row, topic in zip(table.rows, table.column("filter"), strict=True):
        if row["time_ns"] > 0:
            changes[int(row["time_ns"]), int(row["node"]), bool(row["active"])].add(topic)
    assert changes
    for names in changes.values():
        assert len(names) == 2 and len({in_first_vocabulary(name) for name in names}) == 1


def test_subscribers_of_a_squad_share_their_first_topic(recorded: Recorded) -> None:
    folder = recorded(*STILL, "--squads=4", "--topics_per_node=2", "--subscribers=1", "--zipf=0")
    first = {node: topics[0] for node, topics in wants(folder).items()}
    assert 1 < len(set(first.values())) <= 4
    positions = read_trace(folder / "positions.trace").rows
    at = {int(row["node"]): complex(row["x_m"], row["y_m"]) for row in positions if row["time_ns"] == 0}
    # A squad is near its leader, so the nearest neighbour is mostly in the same one; among 27 topics drawn for each
    # node alone that would happen to one node in 27.
    nearest = {node: min(set(first) - {node}, key=lambda other: abs(at[other] - at[node])) for node in first}
    assert sum(first[node] == first[nearest[node]] for node in first) > 0.6 * len(first)
    alone = wants(recorded(*STILL, "--topics_per_node=2", "--subscribers=1", "--zipf=0"))
    assert set(alone) == set(first), "the same nodes subscribe"
