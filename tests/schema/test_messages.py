"""The tables of messages: encoding, garbage, the vectors that C++ is compared with, and the registry's rules."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema import vectors
from schema.messages import (
    CARRIERS,
    COMMON_BYTES,
    MESSAGES,
    NAMES,
    REGISTRY,
    DuplicateMessage,
    Field,
    Malformed,
    MessageRegistry,
    MessageType,
    decode,
    encode,
)
from schema.messages.__main__ import layouts
from schema.messages.families.event import EVENT


def test_vectors_of_the_cpp_suite_are_current() -> None:
    for module in vectors.MODULES:
        written = vectors.vectors_of(module).read_text(encoding="ascii").splitlines()
        assert written == list(vectors.lines(module=module))


@pytest.mark.parametrize("line", list(vectors.lines(per_message=5, seed=2)), ids=lambda line: line.split()[0])
def test_decode_gives_back_what_was_encoded(line: str) -> None:
    name, data = line.split()[:2]
    decoded, values = decode(bytes.fromhex(data))
    assert decoded == name
    assert encode(name, values) == bytes.fromhex(data)


@given(st.binary(max_size=200))
def test_garbage_is_malformed_and_nothing_worse(data: bytes) -> None:
    with pytest.raises(Malformed):
        decode(b"PX" + data)


@given(st.sampled_from(list(vectors.lines())), st.data())
def test_every_cut_message_is_malformed(line: str, data: st.DataObject) -> None:
    whole = bytes.fromhex(line.split()[1])
    cut = data.draw(st.integers(min_value=0, max_value=len(whole) - 1))
    with pytest.raises(Malformed):
        decode(whole[:cut])


@given(st.sampled_from(list(vectors.lines())), st.data())
def test_flipped_bits_never_break_the_decoder(line: str, data: st.DataObject) -> None:
    message = bytearray.fromhex(line.split()[1])
    message[data.draw(st.integers(0, len(message) - 1))] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(Malformed):
        decode(bytes(message))


def test_messages_are_numbered_without_a_gap_and_named_once() -> None:
    assert list(NAMES) == list(range(1, len(NAMES) + 1))
    assert list(NAMES.values()) == list(MESSAGES)


def test_exactly_the_messages_that_end_with_an_event_carry_one() -> None:
    with_event = [message.number for message in REGISTRY if message.fields[-len(EVENT) :] == EVENT]
    assert list(CARRIERS) == with_event == [1, 8, 14, 15, 25, 30, 60]


@pytest.mark.parametrize("second", [MessageType("second", 7, ()), MessageType("first", 8, ())], ids=["number", "name"])
def test_a_number_or_a_name_cannot_be_taken_twice(second: MessageType) -> None:
    registry = MessageRegistry()
    registry.add(MessageType("first", 7, ()))
    with pytest.raises(DuplicateMessage, match=f"message '{second.name}' has type number {second.number}, but 'first'"):
        registry.add(second)
    assert [message.number for message in registry] == [7]


@pytest.mark.parametrize("number", [0, 256])
def test_a_type_number_has_one_octet_and_is_not_zero(number: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 255"):
        MessageRegistry().add(MessageType("first", number, ()))


def test_a_family_with_a_number_that_is_taken_fails_on_import(tmp_path: Path, checkout: Path) -> None:
    """A module in the folder of families is found without any other entry."""
    shutil.copytree(checkout / "schema", tmp_path / "schema", ignore=shutil.ignore_patterns("__pycache__"))
    family = tmp_path / "schema" / "messages" / "families" / "new_family.py"
    script = "import schema.messages as m; print(m.NAMES[m.TYPES['ping']])"
    text = (
        "from schema.messages.codec import Field\n"
        "from schema.messages.registry import REGISTRY, MessageType\n"
        'REGISTRY.add(MessageType("ping", NUMBER, (Field("sequence", "u32"),)))\n'
    )
    for number, found in (("200", "ping\n"), ("16", "")):
        family.write_text(text.replace("NUMBER", number))
        done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.stdout == found
        assert ("DuplicateMessage" in done.stderr) == (not found)


def test_the_listing_has_the_offset_of_every_field_in_front_of_the_first_of_variable_length() -> None:
    assert "\n   16  u64      published_ns     simulated time of publication\n" in "\n".join(layouts())
    known = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
    for message in REGISTRY:
        listing = "\n".join(layouts()).partition(f"\n{message.name} (type")[2].partition("\n\n")[0].splitlines()[1:]
        top = [line.split() for line in listing if not line.startswith(" " * 6 + " ")]
        assert [words[1:3] for words in top] == [[field.kind, field.name] for field in message.fields]
        at: int | None = COMMON_BYTES
        for words, field in zip(top, message.fields, strict=True):
            assert words[0] == ("?" if at is None else str(at))
            at = at + known[field.kind] if at is not None and field.kind in known else None


def test_a_field_between_others_moves_those_behind_it() -> None:
    registry = MessageRegistry()
    registry.add(MessageType("ping", 9, (Field("first", "u8"), Field("added", "u16"), Field("last", "u8"))))
    data = registry.encode("ping", {"node": 1, "first": 2, "added": 3, "last": 4})
    assert data[COMMON_BYTES:] == bytes([2, 0, 3, 4])
    assert registry.decode(data) == ("ping", {"node": 1, "first": 2, "added": 3, "last": 4})
