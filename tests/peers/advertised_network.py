"""A program: our brokers and their clients, each step of a plan a second after the one before.

    advertised_network.py PLAN CAPTURES

PLAN is a JSON file: `brokers`, how many; `links` between them; `kind`, Broker or OverlayBroker; `attributes` of the
brokers that are true or false; `clients`, each the number of its broker; and `steps`, each with `verb`, `client` and
`filter`, or with `verb`, `client`, `topic` and `attributes` of an event. Subscriptions follow advertisements.

Nodes 0 to brokers - 1 are the brokers, the clients follow. Every node is one link away from every other one's router.
CAPTURES gets the captures of all. Prints the deliveries as JSON: a client, the publisher's node, the event's number.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pubsub import broker, connect, core, include, ns, schedule, std

include("ns3/boolean.h", "ns3/config.h")
PAYLOAD = 10
STEP_S = 1


class Network:
    """Nodes with addresses, and what runs on them."""

    def __init__(self, plan: dict[str, Any], captures: str) -> None:
        self.brokers: int = plan["brokers"]
        size = self.brokers + len(plan["clients"])
        star = broker.BrokerGraph(size + 1)
        for node in range(size):
            star.AddLink(node, size)
        speed = broker.LinkSpeed()
        speed.delayNs, speed.rateBps = 10**6, 10**7
        self.graph = broker.Underlay(star, speed)
        self.underlay = broker.UnderlayNetwork(self.graph, std.vector["uint32_t"](range(size)), broker.Forwarding.LIGHT)
        self.underlay.Capture(captures, 65535, std.vector["uint32_t"](range(size)))
        self.book = ns.Create[broker.AddressBook]()
        self.apps: list[Any] = []

    def add(self, app: Any) -> None:
        """Install `app` on the next node. It sends every filter once."""
        node = len(self.apps)
        app.SetTransport(self.underlay.MakeTransport())
        app.AssignStreams(10 * node)
        self.underlay.GetBroker(node).AddApplication(app)
        self.apps.append(app)

    def link(self, a: int, b: int) -> None:
        """Make two nodes neighbours."""
        if hasattr(self.apps[a], "LinkTo") and b < self.brokers:
            self.apps[a].LinkTo(b)
            self.apps[b].LinkTo(a)
            return
        self.apps[a].Connect(b, self.underlay.GetAddress(b), b < self.brokers)
        self.apps[b].Connect(a, self.underlay.GetAddress(a), True)


def make_broker(network: Network, number: int, plan: dict[str, Any]) -> Any:
    """A broker of the plan's kind, not yet installed."""
    app = ns.CreateObject[getattr(broker, plan["kind"])]()
    for name, value in plan["attributes"].items():
        app.SetAttribute(name, ns.BooleanValue(value))
    if plan["kind"] == "OverlayBroker":
        network.book.Enter(number, network.underlay.GetAddress(number))
        app.SetAddressBook(network.book)
    return app


def build(plan: dict[str, Any], captures: str) -> Network:
    """All brokers and clients, with their links."""
    ns.Config.SetDefault("ns3::pubsub::broker::FilterEndpoint::RefreshPeriod", ns.TimeValue(ns.Seconds(0)))
    network = Network(plan, captures)
    for number in range(network.brokers):
        network.add(make_broker(network, number, plan))
    for a, b in plan["links"]:
        network.link(a, b)
    for client, at in enumerate(plan["clients"], network.brokers):
        network.add(ns.CreateObject[broker.BrokerClient]())
        network.link(at, client)
    return network


def parse(text: str) -> Any:
    return core.Filter.Parse(text).value()


def take(step: dict[str, Any], client: Any) -> None:
    """Have `client` do what `step` says."""
    if step["verb"] == "subscribe":
        client.Subscribe(parse(step["filter"]))
    elif step["verb"] == "advertise":
        topic = core.WeightedFilter()
        topic.filter, topic.count = parse(step["filter"]), 1
        client.Advertise(std.vector[core.WeightedFilter]([topic]))
    else:
        attributes = std.vector[core.EventAttribute]()
        for name, value in step["attributes"].items():
            attribute = core.EventAttribute()
            attribute.name, attribute.value = name, value
            attributes.push_back(attribute)
        client.Publish(core.Content(core.Topic.Parse(step["topic"]).value(), attributes), PAYLOAD)


def main() -> None:
    plan = json.loads(Path(sys.argv[1]).read_text())
    network = build(plan, sys.argv[2])
    deliveries: list[tuple[int, int, int]] = []

    def deliver(client: int, event: Any, is_wanted: bool) -> None:
        if is_wanted:
            deliveries.append((client, int(event.publisher), int(event.sequence)))

    for client in range(len(plan["clients"])):
        connect(network.apps[network.brokers + client], "Deliver", deliver, client)
    for number, step in enumerate(plan["steps"], 1):
        schedule(ns.Seconds(number * STEP_S), take, step, network.apps[network.brokers + step["client"]])
    ns.Simulator.Stop(ns.Seconds((len(plan["steps"]) + 2) * STEP_S))
    ns.Simulator.Run()
    network.underlay.CloseCaptures()
    ns.Simulator.Destroy()
    print(json.dumps(deliveries))


if __name__ == "__main__":
    main()
