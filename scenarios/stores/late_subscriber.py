"""The six brokers of the store paper's Figs 1 and 2, and a client that comes too late: the bytes of `late-subscriber`.

        publisher                            client A, from --join on
            |                                    |
        broker 1 -- broker 2 -- broker 3 -- broker 4
                    str2: top_a     |
                                broker 5 -- broker 6
                                            str1: top_a, top_b

Client A gets what was published before it came, and callbacks on trace sources print it. Read the file beside
scratch/late-subscriber.cc, which it follows line by line.
"""

from __future__ import annotations

import sys
from ctypes import c_bool, c_double, c_int64
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the folder of the package pubsub

from pubsub import broker, connect, core, ns, schedule

BROKERS = 6
"""Of the figures; broker i of the paper is node i - 1."""
LINKS = ((1, 2), (2, 3), (3, 4), (3, 5), (5, 6))
FIRST_EVENT = 1.0
"""When the first event is published, s."""
INTERVAL = 0.1
"""Between two events, s."""
REQUEST = 0.5
"""From the coming of client A to its requests, s."""
LIVE_EVENT = 2.0
"""From its coming to the event that it gets at once, s."""
DRAIN = 2.0
"""After that event, s."""
PAYLOAD = 100
"""Of an event, bytes."""
TOPIC_A = "top_a"
"""Kept by both stores."""
TOPIC_B = "top_b"
"""Kept by str1 alone."""


def make_tree() -> Any:
    """The links of the figures."""
    tree = broker.BrokerGraph(BROKERS)
    for a, b in LINKS:
        tree.AddLink(a - 1, b - 1)
    return tree


def parse_filter(text: str) -> Any:
    """The filter that `text` says."""
    return core.Filter.Parse(text).value()


def install_store(at: Any, *topics: str) -> None:
    """Give broker `at` a store without limits that keeps `topics`."""
    at.InstallStore(ns.CreateObject[broker.EventStore]())
    for topic in topics:
        at.KeepTopic(parse_filter(topic))


def say(text: str) -> None:
    """Print a line with the simulated time."""
    print(f"{ns.Simulator.Now().GetNanoSeconds() / 1e9:.6f} s: {text}")


def print_kept(number: int, topic: Any, is_kept: bool) -> None:
    """Connected to Kept of every broker; `number` is the paper's."""
    say(f"broker {number} {'keeps' if is_kept else 'drops'} {topic.Text()}")


def print_served(number: int, request: Any, answers: int) -> None:
    """Connected to Served of every broker; `number` is the paper's."""
    say(f"broker {number} answers request {request.request} with {answers} events")


def print_requested(request: int, wanted: Any) -> None:
    """Connected to Requested of client A."""
    say(f"client A sends request {request} for {wanted.Text()}")


def print_responded(response: Any, event: Any) -> None:
    """Connected to Responded of client A."""
    number, store = response.request, response.store + 1
    say(f"client A gets stored event {event.sequence} for request {number} from broker {store}")


def print_completed(result: Any) -> None:
    """Connected to Completed of client A."""
    how = "answered" if result.isAnswered else "not answered"
    say(f"request {result.request} is {how}, {result.events} events over {result.hops} links between brokers")


def print_delivered(event: Any, is_wanted: bool) -> None:
    """Connected to Deliver of client A."""
    if is_wanted:
        say(f"client A gets new event {event.sequence} by its subscription")


def connect_sinks(network: Any, client: Any) -> None:
    """Have the stores and client A print what happens to them."""
    for i in range(BROKERS):
        connect(network.GetBroker(i), "Kept", print_kept, i + 1)
        connect(network.GetBroker(i), "Served", print_served, i + 1)
    connect(client, "Requested", print_requested)
    connect(client, "Responded", print_responded)
    connect(client, "Completed", print_completed)
    connect(client, "Deliver", print_delivered)


def schedule_publish(publisher: Any, when: float, topic: str) -> None:
    """Have an event published `when` seconds from the start."""
    schedule(ns.Seconds(when), publisher.Publish, core.Content(core.Topic.Parse(topic).value()), PAYLOAD)


def main() -> None:
    """One run."""
    events = c_int64(3)
    join = c_double(10.0)
    captures = c_bool(True)
    parameters = core.ScenarioParameters(
        "late_subscriber.py", "a client that asks stores for what was published before it came"
    )
    parameters.SetKind("wired")
    parameters.Add("events", events, 1, 10000, "events", "published on each topic, ten a second")
    parameters.Add("join", join, 0.0, 10000.0, "s", "when client A comes")
    parameters.Add("captures", captures, "write what each node sends on each link, as pcap")
    parameters.Parse(sys.argv)

    tree = make_tree()
    network = broker.BrokerNetwork(tree.Size(), tree.Links(), ns.DataRate("10Mbps"), ns.MilliSeconds(1))
    publisher = network.AddClient(0)
    client = network.AddClient(3)
    client.SetStartTime(ns.Seconds(join.value))
    core.CheckStreams(network.AssignStreams(core.FirstStream(core.StreamBlock.PROTOCOL)))

    run = broker.BrokerRun(parameters, network, tree, 65535 if captures.value else 0)
    connect_sinks(network, client)
    install_store(network.GetBroker(1), TOPIC_A)
    install_store(network.GetBroker(5), TOPIC_A, TOPIC_B)
    client.Subscribe(parse_filter(TOPIC_A))
    client.Subscribe(parse_filter(TOPIC_B))
    for i in range(events.value):
        schedule_publish(publisher, FIRST_EVENT + INTERVAL * i, TOPIC_A)
        schedule_publish(publisher, FIRST_EVENT + INTERVAL * i, TOPIC_B)
    for topic in (TOPIC_A, TOPIC_B):
        schedule(ns.Seconds(join.value + REQUEST), client.Request, parse_filter(topic))
    schedule_publish(publisher, join.value + LIVE_EVENT, TOPIC_A)
    run.Simulate(join.value + LIVE_EVENT + DRAIN)
    run.PrintRequests()
    ns.Simulator.Destroy()


if __name__ == "__main__":
    main()
