"""Two squads and a messenger between them, who leaves: a network of one's own, told of by callbacks in Python.

Node 0 of the left squad publishes, the right squad wants it all, and hears it through the messenger alone.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from ctypes import c_double, c_int64
from typing import Any

from pubsub import connect, core, include, manet, ns, schedule, std

include("ns3/constant-position-mobility-model.h", "ns3/names.h")

GAP = 400.0
"""Between the squads' centres, m; a radio reaches 250 m."""
SPREAD = 60.0
"""Radius of a squad, m."""
TOPIC = "enemy.troop.location"

delivered: Counter[int] = Counter()
"""Events by node."""


def place(node: Any, x: float, y: float) -> None:
    """Put a node somewhere, m."""
    position = ns.CreateObject[ns.ConstantPositionMobilityModel]()
    position.SetPosition(ns.Vector(x, y, 0))
    node.AggregateObject(position)


def place_all(nodes: Any, size: int) -> None:
    """Each squad on a circle, the messenger, who is the last node, half-way."""
    for i in range(size):
        angle = 2 * math.pi * i / size
        x, y = SPREAD * math.cos(angle), SPREAD * math.sin(angle)
        place(nodes.Get(i), x, y)
        place(nodes.Get(size + i), GAP + x, y)
    place(nodes.Get(2 * size), GAP / 2, 0)


def tell_delivery(node: int, event: Any, wanted: bool) -> None:
    """Connected to the trace source Deliver of every protocol instance."""
    if wanted:
        delivered[node] += 1
        now = ns.Simulator.Now().GetNanoSeconds()
        late = (now - event.publishedNs) / 1e6
        print(f"{now / 1e9:.6f} s: event {event.sequence} at node {node}, {event.hops} hops, {late:.3f} ms")


def tell_parent(node: int, change: Any) -> None:
    """Connected to ParentChange, which protocols with trees have."""
    parent = "none" if change.newParent == core.NO_NODE else change.newParent
    print(f"{ns.Simulator.Now().GetSeconds():.6f} s: node {node} has parent {parent}")


def main() -> None:
    """One run."""
    protocol = std.string("sp-nhop")
    size = c_int64(4)
    events = c_int64(20)
    leaves = c_double(25.0)
    radio = manet.AdhocRadioHelper()
    radio.SetRange(250.0)
    parameters = core.ScenarioParameters("two_squads.py", "two squads and a messenger between them, who leaves")
    parameters.Add("protocol", protocol, core.PubSubHelper.Protocols(), "", "routing protocol")
    parameters.Add("size", size, 1, 100, "nodes", "of a squad")
    parameters.Add("events", events, 1, 10000, "events", "published, one a second from 10 s on")
    parameters.Add("leaves", leaves, 0.0, 10000.0, "s", "when the messenger leaves the network")
    radio.AddTo(parameters)
    parameters.Parse(sys.argv)
    radio.Check(parameters)

    nodes = ns.NodeContainer(2 * size.value + 1)
    place_all(nodes, size.value)
    radio.Install(nodes)
    protocols = core.PubSubHelper(protocol)
    protocols.SetRange(radio.Range())
    protocols.Install(nodes)
    core.CheckStreams(radio.AssignStreams(core.FirstStream(core.StreamBlock.RADIO)))
    core.CheckStreams(core.PubSubHelper.AssignStreams(nodes, core.FirstStream(core.StreamBlock.PROTOCOL)))

    run = manet.RadioRun(parameters, nodes, radio)
    instances = [core.PubSubOf(nodes.Get(i)) for i in range(nodes.GetN())]
    for i, instance in enumerate(instances):
        connect(instance, "Deliver", tell_delivery, i)
        if ns.DynamicCast[manet.ShopParent](instance):
            connect(instance, "ParentChange", tell_parent, i)
    wanted = core.Filter.Parse(TOPIC).value()
    instances[0].Advertise([core.WeightedFilter(wanted, events.value)])
    for instance in instances[size.value : 2 * size.value]:
        instance.Subscribe(wanted)
    instances[-1].SetStopTime(ns.Seconds(leaves.value))
    content = core.Content(core.Topic.Parse(TOPIC).value())
    for i in range(events.value):
        schedule(ns.Seconds(10 + i), instances[0].Publish, content, 64)
    run.Simulate(10.0 + events.value + 2.0)
    run.PrintSummary()
    print("delivered:", ", ".join(f"{count} at node {node}" for node, count in sorted(delivered.items())))
    ns.Simulator.Destroy()


if __name__ == "__main__":
    main()
