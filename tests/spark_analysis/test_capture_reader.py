"""The capture reader: by hand, against tshark on captures of real runs, and on bytes that are broken in every way."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from system_tools import needs

from pyharness.programs.checkout import Checkout
from schema.messages import PORT, TYPES, VERSION, decode, encode
from spark_analysis.capture import CaptureQuality, NotACapture, read_capture
from spark_analysis.capture.layers.message_offsets import offset_of

EVENT = {
    "node": 7,
    "publisher": 3,
    "sequence": 9,
    "published_ns": 1,
    "hops": 2,
    "topic": "a.b",
    "attributes": [],
    "payload_bytes": 4,
}
LEAVE = {"node": 8, "root": 3, "parent": 1}


def ip_header(protocol: int, fragment: int = 0, options: bytes = b"") -> bytes:
    """An IPv4 header from 10.0.0.1 to 10.255.255.255; `fragment`: offset in units of 8 bytes."""
    size = 0x45 + len(options) // 4
    return struct.pack(">BBHHHBBHII", size, 0, 0, 0, fragment, 64, protocol, 0, 0x0A000001, 0x0AFFFFFF) + options


def frame(message: bytes, received: bool = True) -> bytes:
    """A radiotap record of an 802.11 broadcast with `message` in IPv4/UDP, FCS included."""
    signal = struct.pack("<bb", -70, -90) if received else b""
    present = 0b111 | (0b1100000 if received else 0)  # time stamp, flags, rate, and signal and noise if received
    tap = struct.pack("<BBHIQBB", 0, 0, 8 + 10 + len(signal), present, 5, 0x10, 12) + signal
    mac = struct.pack("<HH", 0x0008, 0) + b"\xff" * 6 + bytes(5) + b"\x05" + b"\xff" * 6 + struct.pack("<H", 77 << 4)
    udp = struct.pack(">HHHH", 5, PORT, 8 + len(message), 0)
    packet = bytes.fromhex("aaaa030000000800") + ip_header(17) + udp + message
    return tap + mac + packet + bytes(4)


def capture(*frames: bytes, order: str = "<", nanoseconds: bool = True) -> bytes:
    magic = 0xA1B23C4D if nanoseconds else 0xA1B2C3D4
    records = b"".join(struct.pack(f"{order}IIII", 3, 4, len(f), len(f)) + f for f in frames)
    return struct.pack(f"{order}IHHiIII", magic, 2, 4, 0, 0, 65535, 127) + records


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("nanoseconds", [True, False])
def test_columns_of_a_capture_made_by_hand(order: str, nanoseconds: bool) -> None:
    sent, received = frame(encode("event", EVENT), False), frame(encode("leave", LEAVE))
    read = read_capture(capture(sent, received, order=order, nanoseconds=nanoseconds))
    columns = {name: values.tolist() for name, values in read.columns.items()}
    assert read.quality == CaptureQuality(good=2)
    assert columns["time_ns"] == [3_000_000_000 + 4 * (1 if nanoseconds else 1000)] * 2
    assert columns["is_tx"] == [True, False]
    assert columns["type"] == [TYPES["event"], TYPES["leave"]]
    assert columns["sender"] == [7, 8]
    assert columns["publisher"] == [3, 0xFFFFFFFF]
    assert columns["sequence"] == [9, 0]
    assert columns["hops"] == [2, 0]
    assert columns["rate_kbps"] == [6000, 6000]
    assert columns["source"] == [5, 5]
    assert columns["frame"] == [77, 77]
    assert columns["bytes"] == [len(sent) - 18, len(received) - 20]


def test_a_capture_cut_short_keeps_its_good_prefix_and_says_so() -> None:
    whole = capture(frame(encode("leave", LEAVE)), frame(encode("event", EVENT)))
    cut = read_capture(whole[:-5])
    assert cut.quality.good == 1
    assert cut.quality.truncated == 1
    assert cut.quality.bytes_skipped == 16 + len(frame(encode("event", EVENT))) - 5


def test_a_huge_length_ends_the_reading_and_is_counted() -> None:
    data = bytearray(capture(frame(encode("leave", LEAVE))))
    data[24 + 8 : 24 + 12] = struct.pack("<I", 2**31)
    assert read_capture(bytes(data)).quality == CaptureQuality(oversized=1, bytes_skipped=len(data) - 24)


def test_somebody_elses_packet_is_good_and_an_event_cut_short_is_not() -> None:
    read = read_capture(capture(frame(b"hello, world, not ours"), frame(encode("event", EVENT)[:12])))
    assert read.quality == CaptureQuality(good=1, undecodable=1)
    assert read.columns["type"].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("at", "value", "good"),
    [(0, 0, 2), (2, VERSION + 1, 1), (3, 99, 1)],
    ids=["magic, so not ours", "version", "type"],
)
def test_a_message_of_no_known_kind_is_kept_as_kind_0(at: int, value: int, good: int) -> None:
    message = bytearray(encode("leave", LEAVE))
    message[at] = value
    read = read_capture(capture(frame(bytes(message)), frame(encode("leave", LEAVE))))
    assert read.quality == CaptureQuality(good=good, undecodable=2 - good)
    assert read.columns["type"].tolist() == [0, TYPES["leave"]]


def test_a_capture_without_radiotap_has_no_rate_and_no_direction() -> None:
    sent = frame(encode("event", EVENT), received=False)
    bare = bytearray(capture(sent[18:]))
    bare[20:24] = struct.pack("<I", 105)
    read = read_capture(bytes(bare))
    assert read.quality == CaptureQuality(good=1)
    assert read.columns["is_tx"].tolist() == [None]
    assert read.columns["rate_kbps"].tolist() == [0]
    assert read.columns["sender"].tolist() == [7]
    assert read.columns["bytes"].tolist() == [len(sent) - 18]


def test_a_qos_frames_longer_header_is_stepped_over() -> None:
    sent = bytearray(frame(encode("event", EVENT), received=False))
    sent[18] |= 0x80
    sent[18 + 24 : 18 + 24] = b"\0\0"
    assert read_capture(capture(bytes(sent))).columns["sequence"].tolist() == [9]


@given(st.binary(max_size=400), st.sampled_from([105, 127]))
def test_any_bytes_behind_a_capture_s_header_are_accounted_for(data: bytes, link: int) -> None:
    read = read_capture(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, link) + data)
    quality = read.quality
    assert quality.good + quality.undecodable == len(read.columns["type"])
    assert (quality.truncated + quality.oversized == 1) == (quality.bytes_skipped > 0)
    assert len(data) == quality.bytes_skipped or len(read.columns["type"]) > 0


@pytest.mark.parametrize("data", [b"", b"\xd4\xc3\xb2\xa1", b"x" * 100])
def test_what_is_no_capture_is_refused(data: bytes) -> None:
    with pytest.raises(NotACapture):
        read_capture(data)


@given(st.integers(24, 400), st.integers(0, 255), st.integers(24, 400))
def test_broken_bytes_are_counted_and_never_fatal(at: int, value: int, cut: int) -> None:
    good = capture(*[frame(encode(name, values)) for name, values in (("event", EVENT), ("leave", LEAVE))] * 2)
    data = bytearray(good)
    data[min(at, len(data) - 1)] = value
    broken = bytes(data[: max(24, cut)])
    read = read_capture(broken)
    assert read.quality.good + read.quality.undecodable == len(read.columns["type"])
    assert read.quality.bytes_skipped <= len(broken) - 24


def test_offsets_come_from_the_description_of_the_wire() -> None:
    data = encode("event", EVENT)
    at = offset_of("event", "sequence")
    assert struct.unpack_from(">I", data, at) == (9,)


@needs("tshark")
@pytest.mark.parametrize("radio", ["wifi", "ideal"])
def test_columns_equal_tsharks(radio: str, tmp_path: Path) -> None:
    program = Checkout.here().programs / "topsim-paper"
    subprocess.run([program, "--events=20", f"--radio={radio}", f"--out={tmp_path}"], check=True, capture_output=True)
    fields = ["frame.time_epoch", "frame.len", "radiotap.length", "wlan.sa", "wlan.seq", "wlan.fc.retry", "udp.payload"]
    for file in sorted(tmp_path.glob("*.pcap")):
        command = ["tshark", "-r", str(file), "-T", "fields", *(word for field in fields for word in ("-e", field))]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        columns = read_capture(file).columns
        assert len(said) == len(columns["time_ns"]) > 0
        for index, line in enumerate(said):
            time, length, tap, source, sequence, retry, payload = line.split("\t")
            seconds, fraction = time.split(".")
            assert int(seconds) * 10**9 + int(fraction.ljust(9, "0")) == columns["time_ns"][index]
            assert int(length) - int(tap) == columns["bytes"][index]
            assert int(source.replace(":", ""), 16) == columns["source"][index]
            assert int(sequence) == columns["frame"][index]
            assert (retry in ("1", "True")) == columns["retry"][index]
            name, values = decode(bytes.fromhex(payload))
            assert TYPES[name] == columns["type"][index]
            assert values["node"] == columns["sender"][index]
            if name == "event":
                assert (values["sequence"], values["hops"]) == (columns["sequence"][index], columns["hops"][index])


def test_sent_frames_of_a_radio_are_its_own(tmp_path: Path) -> None:
    program = Checkout.here().programs / "topsim-paper"
    subprocess.run([program, "--events=5", f"--out={tmp_path}"], check=True, capture_output=True)
    for file in tmp_path.glob("*.pcap"):
        columns = read_capture(file).columns
        own = columns["sender"] == int(file.stem.removeprefix("radio-"))
        assert np.array_equal(columns["is_tx"], own)
