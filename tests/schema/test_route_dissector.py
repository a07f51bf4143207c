"""Routes in packets as Wireshark shows them, against the plain decoder: sound ones, and ones with octets changed."""

from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import Any

import pytest
from system_tools import needs
from test_dissector import dissected_layers

from schema.messages import PORT, encode
from schema.routes.headers import BitsRoute, FilterRoute, NoRoute, bits_route, filter_route

_EVENT = {"publisher": 3, "sequence": 9, "published_ns": 5, "hops": 2, "topic": "a.b", "attributes": []}
MESSAGE = encode("event", {"node": 7, **_EVENT, "payload_bytes": 8})
UDP = struct.pack(">HHHH", PORT, PORT, 8 + len(MESSAGE), 0) + MESSAGE


def ipv6(payload: bytes, following: int, draw: random.Random) -> bytes:
    word = 0x60000000 | draw.randrange(8)
    return struct.pack(">IHBB", word, len(payload), following, draw.randrange(1, 256)) + draw.randbytes(32) + payload


def bit_string(draw: random.Random) -> bytes:
    code = draw.randint(1, 5)
    octets = 4 << code
    words = struct.pack(">IIHH", 1 << 12 | draw.randrange(512), 5 << 28 | code << 20, 6, draw.randrange(99))
    return bytes([17, octets // 8 + 1, 0x3E, 12 + octets]) + words + draw.randbytes(octets)


def write(file: Path, packets: list[bytes]) -> None:
    """A capture of raw IP."""
    header = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 101)
    records = (struct.pack("<IIII", at, 0, len(each), len(each)) + each for at, each in enumerate(packets))
    file.write_bytes(header + b"".join(records))


def shown_route(tree: dict[str, Any], kind: str) -> tuple[dict[str, int], int, set[int]]:
    """The numbers, the filter or the bit string, and the egresses."""
    names = {name: int(text) for name, text in tree.items() if name.startswith(f"pubsub_route.{kind}.")}
    whole = tree["pubsub_route.filter" if kind == "filter" else "pubsub_route.bit_string"]
    egresses = tree.get("pubsub_route.egress", [])
    return (
        {name.rpartition(".")[2]: number for name, number in names.items()},
        int(whole.replace(":", ""), 16),
        {int(each) for each in (egresses if isinstance(egresses, list) else [egresses])},
    )


@needs("tshark")
def test_wireshark_shows_filters(tmp_path: Path) -> None:
    draw = random.Random(1)
    packets = [ipv6(ipv6(UDP, 17, draw), 41, draw) for _ in range(50)]
    write(tmp_path / "filters.pcap", packets)
    shown = list(dissected_layers(tmp_path / "filters.pcap"))
    assert len(shown) == len(packets)
    for packet, layers in zip(packets, shown, strict=True):
        route: FilterRoute = filter_route(packet[:40])
        values, whole, _ = shown_route(layers["pubsub_route"], "filter")
        assert (values, whole) == (dict(route.values), route.filter)
        assert int(layers["pubsub_route"]["pubsub_route.ones"]) == route.filter.bit_count()
        assert layers["pubsub"]["pubsub.event.sequence"] == "9"


@needs("tshark")
@pytest.mark.parametrize("is_broken", [False, True], ids=["sound", "broken"])
def test_wireshark_shows_bit_strings_and_only_those(is_broken: bool, tmp_path: Path) -> None:
    draw = random.Random(2)
    headers = [bit_string(draw) for _ in range(200 if is_broken else 50)]
    if is_broken:
        # The lengths stay: with another one the packet is another packet.
        headers = [each[:at] + draw.randbytes(1) + each[at + 1 :] for each in headers for at in (draw.choice(PARTS),)]
    packets = [ipv6(each + UDP, 0, draw) for each in headers]
    write(tmp_path / "bits.pcap", packets)
    shown = list(dissected_layers(tmp_path / "bits.pcap"))
    assert len(shown) == len(packets)
    good = 0
    for header, layers in zip(headers, shown, strict=True):
        try:
            route: BitsRoute = bits_route(header)
        except NoRoute:
            assert "pubsub_route" not in layers, header.hex()
            continue
        values, whole, egresses = shown_route(layers["pubsub_route"], "bits")
        assert (values, egresses) == (dict(route.values), route.egresses)
        assert whole == int.from_bytes(header[16:], "big")
        good += 1
    assert good == len(packets) if not is_broken else 0 < good < len(packets)


PARTS = (2, 4, 7, 8, 9, 13, 16)
"""Octets of the type, of all words and of the bit string."""


def test_a_cut_header_is_no_route() -> None:
    whole = bit_string(random.Random(3))
    for length in range(len(whole)):
        with pytest.raises(NoRoute):
            bits_route(whole[:length])
