"""Runs of brokers with stores made by hand: messages go from neighbour to neighbour, as brokers send them on."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address
from itertools import pairwise
from pathlib import Path
from typing import Any

from written_run import write_run

from schema.messages import CARRIERS, PORT, TYPES, encode
from schema.traces import NO_NODE

MS = 1_000_000
RATE = 1_000_000
"""Bit/s of every link; each has a delay of 1 ms."""


class StoreNetwork:
    """A tree of brokers 0 to n - 1 with one client each, n to 2n - 1; what it sends is captured and traced."""

    def __init__(self, brokers: int, tree: Sequence[tuple[int, int]], time_to_live: int = 1) -> None:
        """With a time to live of 1, as brokers use it, the table of nodes has one address of each, else all."""
        self.brokers = brokers
        self.time_to_live = time_to_live
        ends = [*tree, *((broker, brokers + broker) for broker in range(brokers))]
        self.address: dict[tuple[int, int], str] = {}
        """Node and neighbour -> the node's address on their link."""
        for number, (a, b) in enumerate(ends, 1):
            self.address[a, b], self.address[b, a] = f"10.1.{number}.1", f"10.1.{number}.2"
        self.frames: dict[tuple[int, int], list[tuple[int, bytes]]] = {way: [] for way in self.address}
        self.tables: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
        self.tables["links"] = [(*way, RATE, MS) for way in self.address]
        for node in range(2 * brokers):
            own = [address for (start, _), address in self.address.items() if start == node]
            listed = own[:1] if time_to_live == 1 else own
            self.tables["nodes"].append((node, str(node), " ".join(listed)))
        self.tables["brokers"] = [(broker, broker) for broker in range(brokers)]
        self.tables["clients"] = [(brokers + broker, broker) for broker in range(brokers)]

    def send(self, time_ns: int, way: Sequence[int], name: str, values: Mapping[str, Any]) -> int:
        """Send a message along the nodes of `way`, each time as soon as it has arrived; when it is there."""
        for start, end in pairwise(way):
            message = encode(name, {"node": start, **values})
            octets = self._packet(message, self.address[start, end], self.address[end, start])
            self.frames[start, end].append((time_ns, octets))
            event = (values["publisher"], values["sequence"]) if TYPES[name] in CARRIERS else (NO_NODE, 0)
            self.tables["transmissions"].append((time_ns, start, TYPES[name], *event, len(message), end))
            time_ns += len(octets) * 8 * 10**9 // RATE + MS
        return time_ns

    def event(self, time_ns: int, way: Sequence[int], sequence: int, topic: str) -> int:
        """Send event `sequence` of the first client."""
        return self.send(time_ns, way, "event", self.about(sequence, topic))

    def request(self, time_ns: int, way: Sequence[int], number: int, topic: str, client: int | None = None) -> int:
        """Send a request along `way`, from its client if no other is given."""
        about = {"client": way[0] if client is None else client, "request": number, "filter": topic, "path": []}
        return self.send(time_ns, way, "request", about)

    def respond(self, time_ns: int, way: Sequence[int], number: int, sequence: int, client: int | None = None) -> int:
        """Send the stored event `sequence` along `way`, which begins at the store."""
        asking = way[-1] if client is None else client
        header = {"client": asking, "request": number, "store": way[0], "index": 0, "count": 1, "path": [*way[1:-1]]}
        return self.send(time_ns, way, "response", {"header": header, **self.about(sequence, "a")})

    def about(self, sequence: int, topic: str) -> dict[str, Any]:
        event = {"publisher": self.brokers, "sequence": sequence, "published_ns": 0, "hops": 1, "topic": topic}
        return {**event, "attributes": [], "payload_bytes": 20}

    def write(self, results: Path, variant: str, replication: int, parameters: Mapping[str, Any]) -> Path:
        """Write the run."""
        run: Path = write_run(results, variant, replication, self.tables, {}, parameters, "wired")
        for (start, end), frames in self.frames.items():
            write_link(run / f"link-{start}-{end}.pcap", frames)
        return run

    def _packet(self, message: bytes, source: str, destination: str) -> bytes:
        """The message in UDP, IPv4 and PPP."""
        udp = struct.pack(">HHHH", PORT, PORT, 8 + len(message), 0) + message
        addresses = int(IPv4Address(source)), int(IPv4Address(destination))
        return (
            struct.pack(">HBBHHHBBHII", 0x21, 0x45, 0, 20 + len(udp), 0, 0, self.time_to_live, 17, 0, *addresses) + udp
        )


def write_link(file: Path, frames: Sequence[tuple[int, bytes]]) -> None:
    """Write the capture of a link direction."""
    data = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 9)
    for time_ns, octets in sorted(frames):
        data += struct.pack("<IIII", time_ns // 10**9, time_ns % 10**9, len(octets), len(octets)) + octets
    file.write_bytes(data)
