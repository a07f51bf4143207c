"""Networks of our brokers, driven by Python as scenarios are, for comparisons with other people's brokers.

Each function writes its input to a file, simulates, and returns what the simulation printed as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from pyharness.programs.checkout import Checkout

NETWORK = """
import json, sys
from pathlib import Path
from pubsub import broker, connect, core, include, ns, schedule

given = json.loads(Path(sys.argv[1]).read_text())
tree = broker.BrokerGraph(6)
for a, b in ((0, 1), (1, 2), (2, 3), (2, 4), (4, 5)):
    tree.AddLink(a, b)
network = broker.BrokerNetwork(tree.Size(), tree.Links(), ns.DataRate("10Mbps"), ns.MilliSeconds(1))
publisher = network.AddClient(0)

def parse(text):
    return core.Filter.Parse(text).value()

def publish(when, topic):
    schedule(ns.Seconds(when), publisher.Publish, core.Content(core.Topic.Parse(topic).value()), 10)

def simulate(duration):
    network.AssignStreams(1)
    ns.Simulator.Stop(ns.Seconds(duration))
    ns.Simulator.Run()
"""
SUBSCRIPTIONS = """
delivered = [[] for _ in given["filters"]]
for i, text in enumerate(given["filters"]):
    client = network.AddClient(i % tree.Size())
    client.Subscribe(parse(text))
    connect(client, "Deliver", lambda i, event, wanted: delivered[i].append(int(event.sequence)), i)
for number, topic in enumerate(given["topics"]):
    publish(1 + 0.01 * number, topic)
simulate(3 + 0.01 * len(given["topics"]))
print(json.dumps(delivered))
"""
LATE_REQUESTS = """
include("ns3/uinteger.h")
store = ns.CreateObject[broker.EventStore]()
store.SetAttribute("MaxEvents", ns.UintegerValue(1))
network.GetBroker(5).InstallStore(store)
for text in given["kept"]:
    network.GetBroker(5).KeepTopic(parse(text))
late = network.AddClient(3)
found = [[] for _ in given["requests"]]
answered = []
connect(late, "Responded", lambda response, event: found[response.request - 1].append(int(event.sequence)))
connect(late, "Completed", lambda result: answered.append(bool(result.isAnswered)))
for number, topic in enumerate(given["topics"]):
    publish(1 + 0.01 * number, topic)
comes = 2 + 0.01 * len(given["topics"])
late.SetStartTime(ns.Seconds(comes))
for number, text in enumerate(given["requests"]):
    schedule(ns.Seconds(comes + 0.1 + 0.01 * number), late.Request, parse(text))
simulate(comes + 10)
assert answered == [True] * len(given["requests"]), answered
print(json.dumps(found))
"""


def deliver(folder: Path, filters: list[str], topics: list[str]) -> list[list[int]]:
    """Publish an event on each of `topics`; return, for each of `filters`, the events that its subscriber got.

    Each filter has a client of its own, spread over six brokers. Events are numbered from 1.
    """
    return _simulate(folder, SUBSCRIPTIONS, filters=filters, topics=topics)


def request_late(folder: Path, kept: list[str], topics: list[str], requests: list[str]) -> list[list[int]]:
    """Publish an event on each of `topics`; return what a client gets that comes later, for each of `requests`.

    One store keeps the last event of each of the filters `kept`. Events are numbered from 1.
    """
    return _simulate(folder, LATE_REQUESTS, kept=kept, topics=topics, requests=requests)


def _simulate(folder: Path, text: str, **given: list[str]) -> list[list[int]]:
    script, file = folder / "network.py", folder / "given.json"
    script.write_text(NETWORK + text)
    file.write_text(json.dumps(given))
    done = subprocess.run(
        [sys.executable, script, file],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(Checkout.here().scenarios)},
    )
    assert done.returncode == 0, done.stderr
    numbers: list[list[int]] = json.loads(done.stdout)
    return numbers
