"""Link layers: one file each, found by itself; link types that none has; which records are transmissions."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from made_captures import EVENT, capture, ethernet, ipv4, ipv6, ppp, radiotap, raw_ip, udp

import spark_analysis.capture.links  # noqa: F401
from schema.kinds import RADIO, WIRED, CaptureRole
from spark_analysis.capture import NotACapture, read_batches, read_capture
from spark_analysis.capture.layers.places import FREE_LAYER, PPP
from spark_analysis.capture.links.link_layer import (
    DuplicateLinkLayer,
    LinkLayer,
    link_layer_of,
    link_layers,
    malformed_layers,
    register_link_layer,
)
from spark_analysis.capture.transmissions import EVERY_RECORD, TransmissionRule, transmission_rule

FRAMES = {1: ethernet, 9: ppp, 101: raw_ip}
LINUX_COOKED = '''
"""Linux cooked capture (link type 113): 16 octets, of which the last two are an EtherType."""

from spark_analysis.capture.kernels.byte_numbers import u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.ethertypes import NOTHING
from spark_analysis.capture.layers.places import ETHERTYPE, FREE_LAYER, SOUND
from spark_analysis.capture.links.link_layer import LinkLayer, register_link_layer


@inlined
def _locate(data, at, end, sent_end, places):
    if at + 16 > end:
        return FREE_LAYER, NOTHING, at, end, sent_end
    places[ETHERTYPE] = at + 14
    return SOUND, u16(data, at + 14), at + 16, end, sent_end


register_link_layer(LinkLayer(113, "Linux cooked", _locate, FREE_LAYER, "a cooked header of 16 bytes"))
'''


def test_every_link_layer_has_its_number_in_the_tables() -> None:
    assert [(layer.link_type, layer.name) for layer in link_layers()] == [
        *((1, "Ethernet"), (9, "PPP"), (101, "raw IP"), (105, "802.11"), (127, "radiotap"))
    ]
    names = [name for name, _ in malformed_layers().values()]
    assert list(malformed_layers()) == list(range(1, FREE_LAYER))
    assert names[1:6] == ["radiotap", "802.11", "Ethernet", "PPP", "LLC"]


@pytest.mark.parametrize("link_type", [113, 0, 228, 65535])
def test_a_link_type_without_a_link_layer_is_refused(link_type: int) -> None:
    known = r"1 \(Ethernet\), 9 \(PPP\), 101 \(raw IP\), 105 \(802.11\), 127 \(radiotap\)"
    with pytest.raises(NotACapture, match=f"link type {link_type}, expected one of {known}"):
        read_capture(capture(link_type, [b"E" + bytes(40)]))
    with pytest.raises(NotACapture, match=r"x\.pcap: link type"):
        link_layer_of(link_type, "x.pcap")


@pytest.mark.parametrize(
    ("link_type", "layer", "reason"),
    [(9, None, "'PPP' and 'second' both have link type 9"), (113, PPP, "number 5, which PPP has")],
)
def test_a_link_type_or_a_number_cannot_be_taken_twice(link_type: int, layer: int | None, reason: str) -> None:
    before = link_layers()
    with pytest.raises(DuplicateLinkLayer, match=reason):
        register_link_layer(LinkLayer(link_type, "second", lambda *_: (0, 0, 0, 0, 0), layer))
    assert link_layers() == before


def test_a_new_link_layer_is_one_file(checkout: Path, tmp_path: Path) -> None:
    for package in ("schema", "spark_analysis"):
        shutil.copytree(checkout / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "spark_analysis/capture/links/linux_cooked.py").write_text(LINUX_COOKED)
    packets = [ipv4(udp()), ipv6(udp())]
    types = (0x0800, 0x86DD)
    heads = [struct.pack(">HHH8sH", 0, 1, 6, bytes(8), number) for number in types]
    frames = [head + packet for head, packet in zip(heads, packets, strict=True)]
    (tmp_path / "cooked.pcap").write_bytes(capture(113, [*frames, heads[0][:15]]))
    script = (
        "import json; from spark_analysis.capture import read_capture; read = read_capture('cooked.pcap').columns; "
        "print(json.dumps([read[name].tolist() for name in ('malformed', 'ethertype', 'udp_bytes', 'type')]))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    size = 8 + len(EVENT)
    assert json.loads(done.stdout) == [[0, 0, FREE_LAYER], [*types, 0], [size, size, 0], [1, 1, 0]]


@pytest.mark.parametrize("link_type", FRAMES)
def test_without_a_role_the_direction_of_a_wired_capture_is_unknown_and_never_a_reception(link_type: int) -> None:
    data = capture(link_type, FRAMES[link_type]())
    read = read_capture(data).columns["is_tx"]
    assert len(read) == len(FRAMES[link_type]())
    assert set(read.tolist()) == {None}
    assert pa.array(read).null_count == len(read)
    assert np.ma.count(read) == np.ma.count(~read) == 0
    for piece in read_batches(data, batch_bytes=100):
        assert set(piece.columns["is_tx"].tolist()) <= {None}


def test_the_role_of_a_capture_decides_what_its_transmissions_are() -> None:
    assert transmission_rule(RADIO.capture_role("radio"), ["10.0.0.1"]) is None
    assert transmission_rule(WIRED.capture_role("link"), []) is EVERY_RECORD
    broker = transmission_rule(WIRED.capture_role("broker"), ["10.0.0.1", "2001:DB8::1"])
    assert broker == TransmissionRule(False, frozenset({"10.0.0.1", "2001:db8::1"}))
    with pytest.raises(ValueError, match="no rule 'by colour'"):
        transmission_rule(CaptureRole("odd", "odd-{node}.pcap", "by colour"), [])


@pytest.mark.parametrize("link_type", FRAMES)
def test_every_record_of_a_link_direction_is_a_transmission(link_type: int) -> None:
    data = capture(link_type, FRAMES[link_type]())
    assert read_capture(data, ["is_tx"], rule=EVERY_RECORD).columns["is_tx"].all()


def test_a_broker_sends_what_has_its_own_source_address() -> None:
    """Of IPv4 and IPv6, of the addresses with the highest bit set, too; what has no address is not its own."""
    own, others = ("10.0.0.7", "240.0.0.1", "fe80::7", "2001:db8::7"), ("10.0.0.8", "fe80::8", "2001:db8::8")
    packets = []
    for source in (*own, *others):
        packed = ip_address(source).packed
        packet = bytearray(ipv4(udp()) if len(packed) == 4 else ipv6(udp()))
        start = 12 if len(packed) == 4 else 8
        packet[start : start + len(packed)] = packed
        packets.append(bytes(packet))
    rule = TransmissionRule(False, frozenset(own))
    read = read_capture(capture(101, [*packets, b"\x00"]), ["is_tx", "ipv4_source"], rule=rule).columns
    assert read["is_tx"].tolist() == [True] * 4 + [False] * 4
    assert read["ipv4_source"][0] == 0x0A000007


def test_radiotap_states_the_direction_whatever_the_rule() -> None:
    data = capture(127, radiotap())
    plain = read_capture(data).columns["is_tx"]
    assert np.array_equal(read_capture(data, rule=EVERY_RECORD).columns["is_tx"], plain)
    assert not np.ma.isMaskedArray(plain) and plain.any() and not plain.all()
