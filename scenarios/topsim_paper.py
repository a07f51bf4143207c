"""The five nodes of the TopSim paper's Fig. 4 as radios, driven by Python: the same bytes as `topsim-paper`.

        2 --- 3         1 publishes enemy.troop.location, 3 wants it.
       /       \\        5 wants enemy.aircraft.status.
      1         4       4 joins late. It wants enemy.troop.status and, as the paper assumes,
       \\       /        the related enemy.troop.location: under 3, or under 5?
        5 ----+

Read it beside scratch/topsim-paper.cc, which it follows line by line.
"""

from __future__ import annotations

import math
import sys
from ctypes import c_int64
from typing import Any

from pubsub import core, include, manet, ns, schedule, std

include("ns3/config.h", "ns3/constant-position-mobility-model.h", "ns3/names.h", "ns3/uinteger.h")

NODES = 5
"""Of the figure."""
SIDE = 200.0
"""Of the pentagon, m; its diagonals are 324 m."""
JOIN = 20.0
"""When node 4 joins, s."""
FIRST_EVENT = 40.0
"""When events begin, s."""
INTERVAL = 0.1
"""Between two events, s."""
DRAIN = 2.0
"""After the last event, s."""
TOPIC = "enemy.troop.location"


def place_on_ring(nodes: Any) -> None:
    """Put the nodes on a regular pentagon, numbered along the ring."""
    radius = SIDE / (2 * math.sin(math.pi / NODES))
    for i in range(NODES):
        place = ns.CreateObject[ns.ConstantPositionMobilityModel]()
        angle = 2 * math.pi * i / NODES
        place.SetPosition(ns.Vector(radius * math.cos(angle), radius * math.sin(angle), 0))
        nodes.Get(i).AggregateObject(place)
        ns.Names.Add(str(i + 1), nodes.Get(i))


def parse_filter(text: str) -> Any:
    """The filter that `text` says."""
    return core.Filter.Parse(text).value()


def parent_of(node: Any) -> int | None:
    """Its parent in the publisher's tree; none under a protocol without trees."""
    tree = ns.DynamicCast[manet.ShopParent](core.PubSubOf(node))
    parent = int(tree.GetParent(0)) if tree else core.NO_NODE
    return None if parent == core.NO_NODE else parent


def print_tree(nodes: Any, run: Any) -> None:
    """Each node's parent and what it relayed."""
    topic = core.Topic.Parse(TOPIC).value()
    total = 0
    for i in range(NODES):
        wanted = core.PubSubOf(nodes.Get(i)).GetInherent().Matches(topic)
        overhead = run.EventsSent(i) * (1 if wanted else 2)
        parent = parent_of(nodes.Get(i))
        total += overhead
        print(f"node {i + 1}: parent {'none' if parent is None else parent + 1}, overhead {overhead}")
    print(f"O(E) {total}")


def main() -> None:
    """One run."""
    protocol = std.string("topsim")
    events = c_int64(100)
    payload_bytes = c_int64(64)
    radio = manet.AdhocRadioHelper()
    radio.SetRange(250.0)
    parameters = core.ScenarioParameters("topsim_paper.py", "the five nodes of the TopSim paper's Fig. 4 as radios")
    parameters.Add("protocol", protocol, core.PubSubHelper.Protocols(), "", "routing protocol")
    parameters.Add("events", events, 1, 60000, "events", f"published on {TOPIC}")
    parameters.Add("payload_bytes", payload_bytes, 0, 1400, "bytes", "payload of an event")
    radio.AddTo(parameters)
    # The paper's newcomer knows the events when it chooses: beacons that leave them out would have it choose without.
    ns.Config.SetDefault("ns3::ShopParent::AdvertiseEvery", ns.UintegerValue(1))
    parameters.Parse(sys.argv)
    radio.Check(parameters)

    nodes = ns.NodeContainer(NODES)
    place_on_ring(nodes)
    radio.Install(nodes)
    protocols = core.PubSubHelper(protocol)
    protocols.SetRange(radio.Range())
    protocols.Install(nodes)
    core.CheckStreams(radio.AssignStreams(core.FirstStream(core.StreamBlock.RADIO)))
    core.CheckStreams(core.PubSubHelper.AssignStreams(nodes, core.FirstStream(core.StreamBlock.PROTOCOL)))

    run = manet.RadioRun(parameters, nodes, radio)
    publisher = core.PubSubOf(nodes.Get(0))
    publisher.Advertise([core.WeightedFilter(parse_filter(TOPIC), events.value)])
    for node, topic in ((2, TOPIC), (4, "enemy.aircraft.status"), (3, "enemy.troop.status"), (3, TOPIC)):
        core.PubSubOf(nodes.Get(node)).Subscribe(parse_filter(topic))
    core.PubSubOf(nodes.Get(3)).SetStartTime(ns.Seconds(JOIN))
    content = core.Content(core.Topic.Parse(TOPIC).value())
    for i in range(events.value):
        schedule(ns.Seconds(FIRST_EVENT + INTERVAL * i), publisher.Publish, content, payload_bytes.value)
    run.Simulate(FIRST_EVENT + INTERVAL * events.value + DRAIN)
    run.PrintSummary()
    print_tree(nodes, run)
    ns.Simulator.Destroy()


if __name__ == "__main__":
    main()
