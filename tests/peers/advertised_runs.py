"""Runs of advertised_network.py, and what their captures show."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from routing_plans import Plan
from waiting import PATIENCE_S

from pyharness.programs.checkout import Checkout
from schema.messages import Value, decode

PROGRAM = Path(__file__).with_name("advertised_network.py")
RAW_IP = 101
FIRST_ADDRESS = bytes((10, 0, 0, 1))
"""Of broker 0; each further node has the next one."""
ADD, REPLACE = 1, 2
"""Actions of an overlay's messages with filters."""
FILTERS = {
    "ov_advertise": "advertisement",
    "ov_subscribe": "subscription",
    "announce": "advertisement",
    "subscribe": "subscription",
    "unsubscribe": "unsubscription",
    "unannounce": "unadvertisement",
}
"""Kind of each message with filters."""


@dataclass(frozen=True)
class Crossing:
    """A filter or a publication that has crossed a link between two brokers."""

    kind: str
    sender: int
    receiver: int
    name: str
    """The text of the filter, or the name of the publication."""
    origin: int | None = None
    """Broker of the filter's clients, where the message names it."""


@dataclass(frozen=True)
class Run:
    """What a run has shown."""

    crossings: Counter[Crossing]
    deliveries: Counter[tuple[str, str]]
    """Client and publication."""


def run(plan: Plan, kind: str, attributes: dict[str, bool], folder: Path) -> Run:
    """Carry `plan` out in a network of our brokers of class `kind`."""
    captures, file = folder / "captures", folder / "plan.json"
    captures.mkdir()
    clients = list(plan.clients)
    steps = [_step(step.verb, clients.index(step.client), step.filter, step.topic, step.values) for step in plan.steps]
    given = {"brokers": plan.brokers, "links": plan.links, "kind": kind, "attributes": attributes}
    file.write_text(json.dumps({**given, "clients": list(plan.clients.values()), "steps": steps}))
    done = subprocess.run(
        [sys.executable, PROGRAM, file, captures],
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE_S,
        env={**os.environ, "PYTHONPATH": str(Checkout.here().scenarios)},
    )
    assert done.returncode == 0, done.stderr
    names = _publications(plan)
    crossings = Counter(each for record in _received(captures, plan.brokers) for each in _crossings(*record, names))
    deliveries = Counter((clients[to], names[publisher, number]) for to, publisher, number in json.loads(done.stdout))
    return Run(crossings, deliveries)


def _step(verb: str, client: int, wanted: str, topic: str, values: Any) -> dict[str, Any]:
    if verb == "publish":
        return {"verb": verb, "client": client, "topic": topic, "attributes": values}
    return {"verb": verb, "client": client, "filter": wanted}


def _publications(plan: Plan) -> dict[tuple[int, int], str]:
    """Publisher's node and number of each publication -> its name."""
    clients, counts, names = list(plan.clients), Counter[str](), {}
    for step in plan.of("publish"):
        counts[step.client] += 1
        names[plan.brokers + clients.index(step.client), counts[step.client]] = step.name
    return names


def _received(captures: Path, brokers: int) -> Iterator[tuple[int, int, str, dict[str, Value]]]:
    """Sender, receiver, type and fields of every message from one broker to another."""
    for node in range(brokers):
        data = (captures / f"broker-{node}.pcap").read_bytes()
        assert struct.unpack_from("<II", data, 16) == (65535, RAW_IP)
        at = 24
        while at < len(data):
            kept, length = struct.unpack_from("<II", data, at + 8)
            assert kept == length, "cut short"
            datagram = data[at + 16 : at + 16 + kept]
            at += 16 + kept
            sender, receiver = _node(datagram[12:16]), _node(datagram[16:20])
            if receiver == node and sender < brokers:
                yield sender, receiver, *decode(datagram[28:])


def _node(address: bytes) -> int:
    return int.from_bytes(address) - int.from_bytes(FIRST_ADDRESS)


def _crossings(
    sender: int, receiver: int, message: str, fields: dict[str, Value], names: dict[tuple[int, int], str]
) -> Iterator[Crossing]:
    if message in FILTERS:
        assert fields.get("action", ADD) in (ADD, REPLACE), "nothing ends in a plan"
        for text in fields["filters"]:
            yield Crossing(FILTERS[message], sender, receiver, text, fields.get("origin"))
    elif "sequence" in fields:
        name = names[fields["publisher"], fields["sequence"]]
        yield Crossing("publication", sender, receiver, name)
    else:
        assert message == "ov_ack", message
