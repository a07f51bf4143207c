"""The wire description against itself, against garbage, and against the vectors that C++ is checked with."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema import vectors, wire


def test_vectors_of_the_cpp_suite_are_current() -> None:
    assert vectors.VECTORS.read_text(encoding="ascii").splitlines() == list(vectors.lines())


@pytest.mark.parametrize("line", list(vectors.lines(per_message=5, seed=2)), ids=lambda line: line.split()[0])
def test_decode_gives_back_what_was_encoded(line: str) -> None:
    name, data = line.split()[:2]
    decoded, values = wire.decode(bytes.fromhex(data))
    assert decoded == name
    assert wire.encode(name, values) == bytes.fromhex(data)


@given(st.binary(max_size=200))
def test_garbage_is_malformed_and_nothing_worse(data: bytes) -> None:
    with pytest.raises(wire.Malformed):
        wire.decode(b"PX" + data)


@given(st.sampled_from(list(vectors.lines())), st.data())
def test_every_cut_message_is_malformed(line: str, data: st.DataObject) -> None:
    whole = bytes.fromhex(line.split()[1])
    cut = data.draw(st.integers(min_value=0, max_value=len(whole) - 1))
    with pytest.raises(wire.Malformed):
        wire.decode(whole[:cut])


@given(st.sampled_from(list(vectors.lines())), st.data())
def test_flipped_bits_never_break_the_decoder(line: str, data: st.DataObject) -> None:
    message = bytearray.fromhex(line.split()[1])
    message[data.draw(st.integers(0, len(message) - 1))] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(wire.Malformed):
        wire.decode(bytes(message))
