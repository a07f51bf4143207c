"""Wireshark's reader against ours: every field of golden captures, of a real run, and of messages that are broken."""

from __future__ import annotations

import json
import os
import random
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from system_tools import needs

from pyharness.programs.checkout import Checkout
from schema import captures, dissector, vectors
from schema.messages import COMMON, MESSAGES, REGISTRY, Field, Malformed, MessageRegistry, Value, decode
from schema.messages.families.event import event_carrier

needs_tshark = needs("tshark")
Tree = dict[str, Any]


SAMPLES = MessageRegistry()
"""One message with every kind of field, which no message of ours has."""
SAMPLES.add(
    event_carrier(
        "sample",
        250,
        Field("octets", "bytes16"),
        Field("length", "u8"),
        Field("weights", "counted", (Field("weight", "u64"),), count="length"),
        Field("rows", "list8", (Field("cells", "list16", (Field("cell", "text"),)),)),
        Field("inner", "sized", (Field("small", "u8"), Field("topic", "topic"))),
    )
)


def tshark(*options: str) -> str:
    """What tshark prints with our dissector. For root, Wireshark 4.4 runs no Lua script: so run it as a user who may
    read what root may."""
    nobody = [
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
        "--inh-caps=+dac_override",
        "--ambient-caps=+dac_override",
    ]
    dropped = ["env", "HOME=/nonexistent", "setpriv", *nobody] if os.geteuid() == 0 else []
    done = subprocess.run([*dropped, "tshark", *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def dissected_layers(capture: Path, program: Path = dissector.DISSECTOR) -> Iterator[Tree]:
    """What the dissector makes of each frame."""
    options = ["-X", f"lua_script:{program}", "-T", "json", "--no-duplicate-keys", "-J", "udp pubsub pubsub_route"]
    shown = tshark("-r", str(capture), *options)
    assert "Lua Error" not in shown
    for frame in json.loads(shown):
        yield frame["_source"]["layers"]


def dissected(capture: Path, program: Path = dissector.DISSECTOR) -> Iterator[tuple[bytes, Tree]]:
    """Each frame's UDP payload, and what the dissector makes of it."""
    for layers in dissected_layers(capture, program):
        yield bytes.fromhex(layers["udp"]["udp.payload"].replace(":", "")), layers["pubsub"]


def message_in(tree: Tree, registry: MessageRegistry = REGISTRY) -> tuple[str, dict[str, Value]]:
    """The message as decode gives it."""
    (known,) = (known for known in registry if known.number == int(tree["pubsub.type"]))
    name = known.name
    message = values_in(tree, known.fields, f"pubsub.{name}")
    payload = tree.get(f"pubsub.{name}.payload", "").replace(":", "")
    assert len(payload) == 2 * message.get("payload_bytes", 0)
    return name, {"node": int(tree["pubsub.node"]), **message}


def values_in(tree: Tree, fields: tuple[Field, ...], prefix: str) -> dict[str, Value]:
    return {field.name: value_in(tree, field, f"{prefix}.{field.name}") for field in fields}


def value_in(tree: Tree, field: Field, key: str) -> Value:
    # A field with a value of its own has what is in it beside itself.
    inside = (tree.get(key) or {}) if field.kind == "counted" else tree.get(f"{key}_tree", {})
    if field.kind.startswith("u"):
        return int(tree[key])
    if field.kind in ("topic", "text"):
        return tree[key]
    if field.kind == "bytes16":
        return "x" + tree[key].replace(":", "")
    if field.kind == "sized":
        return values_in(inside, field.items, key)
    if len(field.items) == 1 and not field.items[0].items:
        alone = field.items[0]
        items = [value_in({"item": item}, alone, "item") for item in as_list(inside, f"{key}.{alone.name}")]
    else:
        items = [values_in(item, field.items, key) for item in as_list(inside, "_ws.lua.text")]
        items = [item[field.items[0].name] for item in items] if len(field.items) == 1 else items
    assert field.kind == "counted" or int(tree[key]) == len(items)
    return items


def as_list(tree: Tree, key: str) -> list[Any]:
    """All that has the name `key`: tshark writes one of them without a list."""
    found = tree.get(key, [])
    return found if isinstance(found, list) else [found]


def is_malformed(tree: Tree) -> bool:
    return '"pubsub.malformed"' in json.dumps(tree)


def good_ones(frames: Iterator[tuple[bytes, Tree]], registry: MessageRegistry = REGISTRY) -> int:
    """The number of messages that `registry` decodes. Asserts that the dissector marks exactly the others malformed."""
    good = 0
    for data, tree in frames:
        try:
            decoded = registry.decode(data)
        except Malformed:
            assert is_malformed(tree), data.hex()
            continue
        assert not is_malformed(tree), data.hex()
        assert message_in(tree, registry) == decoded
        good += 1
    return good


def mutants(count: int, registry: MessageRegistry = REGISTRY) -> Iterator[bytes]:
    """Messages with octets changed, cut off or added."""
    draw = random.Random(1)
    whole = [bytes.fromhex(line.split()[1]) for line in vectors.lines(per_message=20, seed=3, registry=registry)]
    for _ in range(count):
        data = bytearray(draw.choice(whole))
        how = draw.randrange(4)
        if how == 0:
            del data[draw.randrange(1, len(data)) :]
        elif how == 1:
            data += draw.randbytes(draw.randrange(1, 5))
        else:
            for _ in range(how - 1):
                data[draw.randrange(len(data))] = draw.choice((0, 1, 10, 46, 127, 128, 255, draw.randrange(256)))
        yield bytes(data)


def test_the_dissector_is_current() -> None:
    assert dissector.DISSECTOR.read_text(encoding="ascii") == dissector.dissector(), "./waf python -m schema.dissector"


@pytest.mark.parametrize("name", MESSAGES)
def test_golden_captures_are_current(name: str) -> None:
    file = captures.GOLDEN / f"{name}.pcap"
    assert file.is_file() and file.read_bytes() == captures.golden(name), "./waf python -m schema.captures"


@needs_tshark
@pytest.mark.parametrize("file", sorted(captures.GOLDEN.glob("*.pcap")), ids=lambda file: file.stem)
def test_tshark_shows_every_field_of_a_golden_capture(file: Path) -> None:
    frames = list(dissected(file))
    assert len(frames) >= 7
    for data, tree in frames:
        assert not is_malformed(tree)
        assert message_in(tree) == decode(data)


@needs_tshark
def test_tshark_shows_every_field_of_any_message(tmp_path: Path) -> None:
    messages = [bytes.fromhex(line.split()[1]) for line in vectors.lines(per_message=60, seed=2)]
    (tmp_path / "any.pcap").write_bytes(captures.capture(messages))
    frames = list(dissected(tmp_path / "any.pcap"))
    assert [data for data, _ in frames] == messages
    for data, tree in frames:
        assert not is_malformed(tree)
        assert message_in(tree) == decode(data)


def names_and_help(fields: tuple[Field, ...], prefix: str) -> Iterator[tuple[str, str]]:
    for field in fields:
        yield f"{prefix}.{field.name}", field.help
        yield from names_and_help(field.items, f"{prefix}.{field.name}")


@needs_tshark
def test_every_field_has_its_name_and_help_in_wireshark() -> None:
    shown = tshark("-G", "fields", "-X", f"lua_script:{dissector.DISSECTOR}").splitlines()
    known = {(words[2], words[-1]) for words in (line.split("\t") for line in shown) if words[0] == "F"}
    assert set(names_and_help(COMMON, "pubsub")) <= known
    for message in REGISTRY:
        assert set(names_and_help(message.fields, f"pubsub.{message.name}")) <= known


@needs_tshark
def test_tshark_shows_every_kind_of_field(tmp_path: Path) -> None:
    (tmp_path / "sample.lua").write_text(dissector.dissector(SAMPLES))
    lines = vectors.lines(per_message=200, seed=4, registry=SAMPLES)
    messages = [bytes.fromhex(line.split()[1]) for line in lines]
    (tmp_path / "sample.pcap").write_bytes(captures.capture(messages))
    for data, tree in dissected(tmp_path / "sample.pcap", tmp_path / "sample.lua"):
        assert message_in(tree, SAMPLES) == SAMPLES.decode(data)
    broken = list(mutants(1000, SAMPLES))
    (tmp_path / "broken.pcap").write_bytes(captures.capture(broken))
    assert good_ones(dissected(tmp_path / "broken.pcap", tmp_path / "sample.lua"), SAMPLES) > 20


@needs_tshark
def test_what_we_refuse_is_malformed_in_tshark_and_nothing_else_is(tmp_path: Path) -> None:
    messages = list(mutants(4000))
    (tmp_path / "broken.pcap").write_bytes(captures.capture(messages))
    assert 100 < good_ones(dissected(tmp_path / "broken.pcap")) < 3900


@needs_tshark
def test_a_message_that_the_capture_cuts_is_not_called_malformed(tmp_path: Path) -> None:
    whole = captures.golden("event")
    (length,) = struct.unpack_from("<I", whole, 24 + 8)
    cut = length - 10
    record = struct.pack("<IIII", 0, 0, cut, length) + whole[40 : 40 + cut]
    (tmp_path / "cut.pcap").write_bytes(whole[:24] + record)
    ((_, tree),) = dissected(tmp_path / "cut.pcap")
    assert not is_malformed(tree)
    assert '"pubsub.cut"' in json.dumps(tree)


@needs_tshark
@pytest.mark.parametrize("protocol", ["topsim", "sp-combo"])
def test_tshark_shows_every_field_of_a_run(protocol: str, tmp_path: Path) -> None:
    program = Checkout.here().programs / "topsim-paper"
    subprocess.run(
        [program, f"--protocol={protocol}", "--events=5", f"--out={tmp_path}"], check=True, capture_output=True
    )
    seen = set()
    for file in tmp_path.glob("*.pcap"):
        for data, tree in dissected(file):
            name, values = message_in(tree)
            assert (name, values) == decode(data)
            seen.add(name)
    assert {"event", "beacon", "report"} <= seen
