"""TCP streams put together again: against a brute force over single bytes, and by hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_wired import WRAP, event, segments, some_messages

from schema.messages import MAGIC, decode
from spark_analysis.capture.wired.tcp_streams import MessageFramer, MessageStream, StreamQuality, TcpStream

STREAM = b"".join(some_messages(40))
FIRST = st.sampled_from([0, 1, 1000, WRAP // 2, WRAP - 1, WRAP - 700])


@st.composite
def captured(draw: st.DrawFn) -> tuple[int, int, list[tuple[int, bytes]]]:
    """The first sequence number, the length of a stream of random bytes, and segments of it, some missing, in any
    order, repeated and overlapping; repeated bytes may differ from those before."""
    length, first = draw(st.integers(1, 60)), draw(FIRST)
    spans = st.tuples(st.integers(0, length - 1), st.integers(1, 20), st.binary(min_size=20, max_size=20))
    parts = draw(st.lists(spans, max_size=25))
    cut = [(start, min(size, length - start), octets) for start, size, octets in parts]
    return first, length, [((first + start) % WRAP, octets[:size]) for start, size, octets in cut]


def runs_of(held: dict[int, int]) -> list[tuple[int, bytes]]:
    """(position, bytes) of each run of positions without a gap."""
    runs: list[tuple[int, bytes]] = []
    for position in sorted(held):
        if runs and position == runs[-1][0] + len(runs[-1][1]):
            runs[-1] = (runs[-1][0], runs[-1][1] + bytes([held[position]]))
        else:
            runs.append((position, bytes([held[position]])))
    return runs


@settings(max_examples=300)
@given(captured())
def test_any_segments_give_what_a_brute_force_gives(example: tuple[int, int, list[tuple[int, bytes]]]) -> None:
    first, _, parts = example
    stream, held = TcpStream(first), dict[int, int]()
    taken, repeated, late, highest = b"", 0, 0, 0
    for sequence, payload in parts:
        start = (sequence - first) % WRAP
        new = [at for at in range(start, start + len(payload)) if at not in held]
        late += bool(new) and start < highest
        highest = max(highest, start + len(payload))
        repeated += len(payload) - len(new)
        held |= {at: payload[at - start] for at in new}
        taken += stream.add(sequence, payload)
        runs = runs_of(held)
        assert taken == (runs[0][1] if runs and runs[0][0] == 0 else b"")
    runs = runs_of(held)
    behind = []
    while (more := stream.give_up_gap()) is not None:
        behind.append(more)
    expected = runs[1:] if runs and runs[0][0] == 0 else runs
    assert behind == [octets for _, octets in expected]
    quality = stream.quality
    assert (quality.segments, quality.repeated_bytes, quality.out_of_order) == (len(parts), repeated, late)
    assert quality.gaps == len(expected)
    assert quality.lost_bytes == (runs[-1][0] + len(runs[-1][1]) - len(held) if runs else 0)


@settings(max_examples=40)
@given(st.data(), FIRST)
def test_every_message_is_found_once_however_the_stream_is_cut(data: st.DataObject, first: int) -> None:
    """Several messages in a segment, a message across segments, repeated and swapped segments."""
    sizes = data.draw(st.lists(st.integers(1, 4000), min_size=1, max_size=20))
    parts = list(segments(STREAM, sizes * len(STREAM), first))
    draw = random.Random(data.draw(st.integers(0, 2**32)))
    if data.draw(st.booleans()):
        parts += draw.choices(parts, k=min(20, len(parts)))
        draw.shuffle(parts)
    stream = MessageStream(first)
    messages = [message for part in parts for message in stream.add(*part)]
    assert stream.finish() == []
    found = [(message.type.name, message.values) for message in messages]
    assert found == [decode(message) for message in some_messages(40)]
    assert [message.bytes for message in messages] == [len(message) for message in some_messages(40)]
    assert (stream.quality.gaps, stream.quality.skipped_bytes) == (0, 0)


@settings(max_examples=100)
@given(st.data())
def test_a_lost_segment_loses_its_messages_and_no_other(data: st.DataObject) -> None:
    """Each segment holds one message: those behind the gap are found as soon as the gap is given up."""
    whole = [event(number) for number in range(30)]
    lost = data.draw(st.sets(st.integers(0, 29), max_size=10))
    stream, at, found = MessageStream(7), 7, []
    for number, message in enumerate(whole):
        if number not in lost:
            found += stream.add(at, message)
        at += len(message)
    found += stream.finish()
    assert [message.values["sequence"] for message in found] == [number for number in range(30) if number not in lost]
    behind_last = max((number for number in range(30) if number not in lost), default=-1)
    missing = [number for number in lost if number < behind_last]
    assert stream.quality.lost_bytes == len(missing) * len(whole[0])
    assert stream.quality.skipped_bytes == 0


def test_a_message_whose_middle_is_lost_is_skipped() -> None:
    message = event(1, 2000)
    stream = MessageStream(0)
    assert stream.add(0, message[:500]) == []
    assert stream.add(900, message[900:] + event(2)) == []
    (found,) = stream.finish()
    assert found.values["sequence"] == 2
    skipped = 500 + len(message) - 900
    assert stream.quality == StreamQuality(segments=2, gaps=1, lost_bytes=400, skipped_bytes=skipped)


def test_what_is_held_behind_a_gap_is_bounded() -> None:
    stream = MessageStream(0, max_held_bytes=1000)
    message = event(5, 100)
    found = []
    for number in range(1, 20):
        found += stream.add(number * len(message), message)
    assert len(found) >= 19 - 1000 // len(message) and stream.quality.gaps == 1
    assert stream.quality.lost_bytes == len(message)


def test_a_segment_in_front_of_the_beginning_is_no_part_of_the_stream() -> None:
    stream = TcpStream(100)
    assert stream.add(90, b"0123456789") == b""
    assert stream.add(95, b"abcdefgh") == b"fgh"
    assert stream.quality.repeated_bytes == 15


@given(st.binary(max_size=300), st.integers(0, 300))
def test_garbage_between_messages_is_skipped_and_counted(garbage: bytes, cut: int) -> None:
    framer = MessageFramer()
    magic = MAGIC.to_bytes(2, "big")
    garbage = garbage.replace(magic, b"..").removesuffix(magic[:1])
    data = event(1) + garbage + event(2) + event(3)
    found = framer.add(data[:cut]) + framer.add(data[cut:])
    assert [message.values["sequence"] for message in found] == [1, 2, 3]
    assert framer.skipped_bytes == len(garbage)


@pytest.mark.parametrize("count", [1, 7])
def test_the_bytes_of_a_carriers_header_are_those_in_front_of_its_event(count: int) -> None:
    (found,) = MessageFramer().add(some_messages(60)[[m[3] for m in some_messages(60)].index(15)])
    assert found.header_bytes == 2 + 2 + 5 * len(found.values["header"]["destinations"])
    (plain,) = MessageFramer().add(event(count))
    assert plain.header_bytes == 0
