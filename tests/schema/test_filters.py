"""Filters in Python: what they match and cover, and the C++ program on thousands of random ones."""

from __future__ import annotations

import json
import random
import subprocess

import pytest

from pyharness.programs.checkout import Checkout
from schema.filters import NotAFilter, attributes_of, canonical, parse

VALUES = ["-2", "-1.5", "-1", "-0.5", "0", "-0", "0.0", "0.5", "1", "1.0", "1.5", "2", "10", "12", "a", "ab", "b", "1a"]
OPERANDS = ["a", "ab", "", "-1", "0", "-0", "1", "1.0", "1.50", "2", "10", "01", "1e1", "1.", "a*", "ab*", "1*", "*"]
OPERANDS += ["-1..1", "0..1.5", "1..1", "2..1", "1..", "a..b", "123456789012345", "1234567890123456", '"\\%']


def comparison(draw: random.Random) -> str:
    return draw.choice("xy") + draw.choice(["=", "=", "=", "<", "<=", ">", ">="]) + draw.choice(OPERANDS)


def likely(draw: random.Random) -> str:
    """A text that is a filter more often than not."""
    topic = draw.choice(["t", "t.u", "t.#", "t.u.#", "#", "v"])
    count = draw.choice([0, 1, 1, 2, 2, 3, 4])
    return topic + (f"[{','.join(comparison(draw) for _ in range(count))}]" if count else "")


def damaged(draw: random.Random) -> str:
    text = list(likely(draw))
    for _ in range(draw.choice([0, 0, 0, 1, 2])):
        text[draw.randrange(len(text))] = draw.choice("[],=<>*.#-01ax")
    return "".join(text)


def read(text: str) -> str | None:
    try:
        return parse(text).text
    except NotAFilter:
        return None


def answer(line: str) -> dict[str, object]:
    """What topic-filter says to one line."""
    first, second, topic, *rest = line.split()
    texts = {"filter": read(first), "other": read(second)}
    matches = texts["filter"] is not None and parse(first).matches(topic, attributes_of("".join(rest)))
    covers = None not in texts.values() and parse(first).covers(parse(second))
    return {**texts, "matches": matches, "covers": covers}


def test_python_and_cpp_agree() -> None:
    draw = random.Random(1)
    lines = []
    for _ in range(20000):
        first, second = damaged(draw), damaged(draw)
        if draw.random() < 0.5 and first.endswith("]"):
            second = f"{first[:-1]},{comparison(draw)}]"
        names = draw.sample(["x", "y", "z"], draw.randrange(3))
        event = ",".join(f"{name}={draw.choice(VALUES)}" for name in names)
        lines.append(f"{first} {second} {draw.choice(['t', 't.u', 't.u.w', 'v'])} {event}".strip())
    program = Checkout.here().programs / "topic-filter"
    command = [str(program), "--batch"]
    said = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True, timeout=60)
    theirs = [json.loads(line) for line in said.stdout.splitlines()]
    ours = [answer(line) for line in lines]
    for line, one, other in zip(lines, theirs, ours, strict=True):
        assert one == other, line
    for question in ("matches", "covers"):
        assert sum(bool(one[question]) for one in ours) > 500
    assert sum(one["filter"] is None for one in ours) > 3000


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a", "a"),
        ("#[x>=1,x<=2]", "#[x=1..2]"),
        ("a[y=1,x=*]", "a[x=*,y=1]"),
        ("a[x=1..5,x>1,x=0..4]", "a[x>1,x<=4]"),
        ("a[x=-12.50]", "a[x=-12.5]"),
    ],
)
def test_a_filter_has_one_text(text: str, same: str) -> None:
    assert parse(text).text == same
    assert parse(same) == parse(text)


@pytest.mark.parametrize("text", ["", "a..b", "a[]", "a[x]", "a[x<a]", "a[x=1,]", "a[x<1,x>1]", "b" * 256, "a[x=ä]"])
def test_what_is_no_filter_is_refused(text: str) -> None:
    with pytest.raises(NotAFilter):
        parse(text)


def test_numbers_have_one_text() -> None:
    numbers = {"0.00": "0", "-0": "0", "10": "10", "0.00000000000001": "0.00000000000001", "1e3": "1e3", "007": "007"}
    assert {text: canonical(text) for text in numbers} == numbers
    assert canonical("999999999999999") == "999999999999999"
    assert canonical("-0.50") == "-0.5"


def test_what_is_covered_is_matched() -> None:
    draw = random.Random(2)
    pairs = covered = 0
    while pairs < 2000:
        texts = likely(draw), likely(draw)
        if None in map(read, texts):
            continue
        pairs += 1
        wide, narrow = map(parse, texts)
        covered += wide.covers(narrow)
        for topic in ("t", "t.u", "t.u.w"):
            for _ in range(10):
                event = {name: draw.choice(VALUES) for name in draw.sample("xy", draw.randrange(3))}
                assert not (wide.covers(narrow) and narrow.matches(topic, event)) or wide.matches(topic, event)
    assert covered > 100
