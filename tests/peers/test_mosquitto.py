"""Our brokers against Mosquitto, an MQTT broker: who gets which event, and what a late subscriber gets.

An MQTT topic has `/` where ours has `.`, and `a/#` matches `a` and all below it in both. These differences are by
design, and a test shows each that can be shown:

- MQTT has a wildcard for one level, `+`; we have none.
- MQTT permits empty levels, and any character in a word; our words are letters, digits, `_` and `-`. So there are no
  topics that begin with `$`, which `#` leaves out in MQTT.
- An MQTT server retains a message for each topic name. Our store keeps a history for each filter that it was given:
  with MaxEvents=1, one event for `a.#`, not one for each topic below.
- MQTT has no predicates on attributes.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from broker_runs import deliver, request_late
from mqtt import END, READY, Server, messages, serve, wait_for
from system_tools import needs

from pyharness.programs.checkout import Checkout

pytestmark = needs("mosquitto", "mosquitto_sub")

WORDS = "abc"
SUBSCRIBERS, EVENTS = 40, 100


def random_topic(rng: random.Random, most: int = 4) -> str:
    return ".".join(rng.choices(WORDS, k=rng.randint(1, most)))


def random_filter(rng: random.Random) -> str:
    """A topic, a subtree or everything."""
    kind = rng.random()
    if kind < 0.05:
        return "#"
    return random_topic(rng, 3) + (".#" if kind < 0.7 else "")


def in_mqtt(text: str) -> str:
    """A topic or filter of ours as MQTT writes it."""
    return text.replace(".", "/")


@pytest.fixture
def server() -> Iterator[Server]:
    with serve() as running:
        yield running


def matched(filters: list[str], topics: list[str]) -> list[list[int]]:
    """For each filter the numbers, from 1, of the topics that it matches, as topic-filter computes it."""
    pairs = "".join(f"{wanted} # {topic}\n" for wanted in filters for topic in topics)
    done = subprocess.run(
        [Checkout.here().programs / "topic-filter", "--batch=true"],
        input=pairs,
        capture_output=True,
        text=True,
        check=True,
    )
    answers = iter(json.loads(line)["matches"] for line in done.stdout.splitlines())
    return [[number for number, _ in enumerate(topics, 1) if next(answers)] for _ in filters]


def received(server: Server, folder: Path, filters: list[str], topics: list[str]) -> list[list[int]]:
    """For each filter the numbers of the events that its subscriber gets from Mosquitto."""
    outputs = [folder / f"subscriber-{i}" for i in range(len(filters))]
    with ExitStack() as subscribers:
        for output, wanted in zip(outputs, filters, strict=True):
            subscribers.enter_context(server.subscriber(output, in_mqtt(wanted)))
        wait_for(READY, *outputs)
        for number, topic in enumerate(topics, 1):
            server.publish(in_mqtt(topic), str(number))
        server.publish(END, "yes")
        wait_for(END, *outputs)
        return [[int(text) for _, text in messages(output)] for output in outputs]


def test_the_same_subscribers_get_the_same_events(server: Server, tmp_path: Path) -> None:
    rng = random.Random(2011)
    filters = [random_filter(rng) for _ in range(SUBSCRIBERS)]
    topics = [random_topic(rng) for _ in range(EVENTS)]
    pairs = {(wanted, topic) for wanted in filters for topic in topics}
    theirs = received(server, tmp_path, filters, topics)
    assert len(pairs) >= 1000 and 0.1 < sum(map(len, theirs)) / (SUBSCRIBERS * EVENTS) < 0.9
    assert any(wanted == f"{topic}.#" for wanted, topic in pairs), "the root of a subtree itself"
    assert matched(filters, topics) == theirs
    # In a simulated network of six brokers, as packets; it also keeps the order in which one publisher publishes.
    assert deliver(tmp_path, filters, topics) == theirs


def test_a_late_subscriber_gets_the_last_event_of_each_topic(server: Server, tmp_path: Path) -> None:
    rng = random.Random(55)
    wanted = sorted({random_topic(rng, 3) for _ in range(30)})
    topics = [topic for topic in wanted for _ in range(rng.randint(0, 3))]
    rng.shuffle(topics)
    for number, topic in enumerate(topics, 1):
        server.publish(in_mqtt(topic), str(number), "-r")
    output = tmp_path / "late"
    with server.subscriber(output, *map(in_mqtt, wanted)):
        wait_for(READY, output)
        server.publish(END, "yes")
        wait_for(END, output)
        retained = dict(messages(output))
    theirs = [[int(retained[in_mqtt(topic)])] if in_mqtt(topic) in retained else [] for topic in wanted]
    last = {topic: number for number, topic in enumerate(topics, 1)}
    assert 5 < len(last) < len(wanted) and len(last) < len(topics), "some topics have no event, some have several"
    assert theirs == [[last[topic]] if topic in last else [] for topic in wanted]
    assert request_late(tmp_path, kept=wanted, topics=topics, requests=wanted) == theirs


def test_a_subtree_is_one_history_of_a_store_and_many_topics_of_mqtt(server: Server, tmp_path: Path) -> None:
    topics = ["a.b", "a.c", "a.b"]
    for number, topic in enumerate(topics, 1):
        server.publish(in_mqtt(topic), str(number), "-r")
    output = tmp_path / "late"
    with server.subscriber(output, "a/#"):
        wait_for(READY, output)
        server.publish(END, "yes")
        wait_for(END, output)
        assert sorted(messages(output)) == [("a/b", "3"), ("a/c", "2")]
    assert request_late(tmp_path, kept=["a.#"], topics=topics, requests=["a.#"]) == [[3]]


@pytest.mark.parametrize("wanted", ["+", "a.+", "$SYS.#", "a..b", "a. b"])
def test_what_only_mqtt_has_is_no_filter_of_ours(wanted: str) -> None:
    done = subprocess.run(
        [Checkout.here().programs / "topic-filter", f"--filter={wanted}"], capture_output=True, text=True
    )
    assert done.returncode == 2 and "is no filter" in done.stderr


def test_everything_is_all_topics_but_those_of_the_mqtt_server(server: Server, tmp_path: Path) -> None:
    output = tmp_path / "everything"
    with server.subscriber(output, "#"):
        wait_for(READY, output)
        server.publish("$SYS/news", "1")
        server.publish("a", "2")
        server.publish(END, "yes")
        wait_for(END, output)
        assert messages(output) == [("a", "2")]
