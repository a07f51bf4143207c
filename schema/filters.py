"""Topic and content filters, read and answered a second time, apart from the C++ model: docs/content.md.

>>> tanks = parse("enemy.#[unit=tank*,speed>=3.0]")
>>> tanks.text
'enemy.#[speed>=3,unit=tank*]'
>>> tanks.matches("enemy.troop", {"speed": "12", "unit": "tank-3"})
True
>>> parse("enemy.#").covers(tanks)
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

MAX_LENGTH = 255
MAX_COMPARISONS = 16
MAX_DIGITS = 15

_TOPIC = re.compile(r"(?:(?P<all>#)|(?P<topic>[\w-]+(?:\.[\w-]+)*)(?P<subtree>\.#)?)(?:\[(?P<wanted>.*)\])?", re.A)
_COMPARISON = re.compile(r"(?P<name>[\w-]+)(?P<operator><=|>=|[<>=])(?P<operand>[^=<>,\[\]]*)", re.ASCII)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)
_VALUE = re.compile(r"(?:(?!\.\.)[!-~])*", re.ASCII)

End = tuple[Fraction, bool]
"""A bound and whether it is open. An open lower end is above a closed one there, an open upper one below."""


class NotAFilter(ValueError):
    """A text that is no filter, or one that nothing can match."""


@dataclass(frozen=True)
class Wanted:
    """What is wanted of one attribute: one value, or a prefix and an interval that both must hold."""

    value: str | None = None
    prefix: str = ""
    low: End | None = None
    high: End | None = None

    def matches(self, value: str) -> bool:
        value = canonical(value)
        if self.value is not None:
            return value == self.value
        if self.low is None and self.high is None:
            return value.startswith(self.prefix)
        return value.startswith(self.prefix) and is_number(value) and self._inside(Fraction(value))

    def _inside(self, number: Fraction) -> bool:
        above = self.low is None or (number > self.low[0] if self.low[1] else number >= self.low[0])
        return above and (self.high is None or (number < self.high[0] if self.high[1] else number <= self.high[0]))

    def covers(self, other: Wanted) -> bool:
        """Whether all that `other` matches is matched, but for intervals whose numbers begin alike."""
        if other.value is not None:
            return self.matches(other.value)
        return self.value is None and self.narrowed(other) == other

    def narrowed(self, other: Wanted) -> Wanted | None:
        """What both match; None where that is nothing."""
        for one, rest in ((self, other), (other, self)):
            if one.value is not None:
                return one if rest.matches(one.value) else None
        short, prefix = sorted((self.prefix, other.prefix), key=len)
        low = max((end for end in (self.low, other.low) if end is not None), default=None)
        ends = [(number, not is_open) for number, is_open in filter(None, (self.high, other.high))]
        high = (min(ends)[0], not min(ends)[1]) if ends else None
        if not prefix.startswith(short):
            return None
        if low is None or high is None or low[0] < high[0]:
            return Wanted(None, prefix, low, high)
        only = _shortest(low[0])
        closed = low[0] == high[0] and not (low[1] or high[1])
        return Wanted(only) if closed and only.startswith(prefix) else None

    def comparisons(self, name: str) -> list[str]:
        """The comparisons it is written as."""
        if self.value is not None:
            return [f"{name}={self.value}"]
        bounded = self.low is not None or self.high is not None
        texts = [f"{name}={self.prefix}*"] if self.prefix or not bounded else []
        if self.low is not None and self.high is not None and not (self.low[1] or self.high[1]):
            return [*texts, f"{name}={_shortest(self.low[0])}..{_shortest(self.high[0])}"]
        for end, sign in ((self.low, ">"), (self.high, "<")):
            texts += [f"{name}{sign}{'' if end[1] else '='}{_shortest(end[0])}"] if end is not None else []
        return texts


@dataclass(frozen=True)
class Filter:
    """Topic words, whether all below is meant, too, and what is wanted of attributes, by name."""

    words: tuple[str, ...]
    subtree: bool
    wanted: Mapping[str, Wanted]

    @property
    def topic(self) -> str:
        """The topic without wildcard and predicates; the empty one for `#`."""
        return ".".join(self.words)

    @property
    def text(self) -> str:
        """The canonical text."""
        topic = ".".join((*self.words, "#") if self.subtree else self.words)
        comparisons = [text for name in sorted(self.wanted) for text in self.wanted[name].comparisons(name)]
        return f"{topic}[{','.join(comparisons)}]" if comparisons else topic

    def matches(self, topic: str, attributes: Mapping[str, str]) -> bool:
        """Whether an event is wanted."""
        there = all(name in attributes and one.matches(attributes[name]) for name, one in self.wanted.items())
        return self._has(tuple(topic.split("."))) and there

    def _has(self, words: tuple[str, ...]) -> bool:
        return (words[: len(self.words)] if self.subtree else words) == self.words

    def covers(self, other: Filter) -> bool:
        """Whether all that `other` matches is matched; topic by topic, attribute by attribute."""
        if not self._has(other.words) or (other.subtree and not self.subtree):
            return False
        return all(name in other.wanted and one.covers(other.wanted[name]) for name, one in self.wanted.items())


@cache
def parse(text: str) -> Filter:
    """The filter that `text` describes. Raises NotAFilter."""
    parts = _TOPIC.fullmatch(text)
    if parts is None or len(text) > MAX_LENGTH:
        raise NotAFilter(f"{text!r} is no filter; expected a topic, perhaps with .# and [predicates]")
    comparisons = parts["wanted"].split(",") if parts["wanted"] is not None else []
    if len(comparisons) > MAX_COMPARISONS:
        raise NotAFilter(f"{text!r} has {len(comparisons)} comparisons; expected at most {MAX_COMPARISONS}")
    wanted: dict[str, Wanted] = {}
    for comparison in comparisons:
        name, one = _comparison(comparison)
        both = wanted.get(name, Wanted()).narrowed(one)
        if both is None:
            raise NotAFilter(f"{text!r} cannot match anything: see {name}")
        wanted[name] = both
    words = tuple(parts["topic"].split(".")) if parts["topic"] else ()
    return Filter(words, bool(parts["all"] or parts["subtree"]), wanted)


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of an event as trace tables have them: `speed=3,unit=tank`."""
    return dict((name, value) for name, _, value in (part.partition("=") for part in text.split(",") if part))


def is_number(text: str) -> bool:
    """Whether a value is a number."""
    return _NUMBER.fullmatch(text) is not None and sum(c.isdigit() for c in text) <= MAX_DIGITS


def canonical(value: str) -> str:
    """The text that a value stands for: a number's shortest, or itself."""
    return _shortest(Fraction(value)) if is_number(value) else value


def _shortest(number: Fraction) -> str:
    sign, digits = ("-" if number < 0 else ""), str(abs(int(number * 10**MAX_DIGITS))).rjust(MAX_DIGITS + 1, "0")
    return sign + f"{digits[:-MAX_DIGITS]}.{digits[-MAX_DIGITS:]}".rstrip("0").rstrip(".")


def _comparison(text: str) -> tuple[str, Wanted]:
    parts = _COMPARISON.fullmatch(text)
    if parts is None:
        raise NotAFilter(f"{text!r} is no comparison")
    operator, operand = parts["operator"], parts["operand"]
    if operator != "=":
        end = (_number(operand), len(operator) == 1)
        return parts["name"], Wanted(low=end) if operator.startswith(">") else Wanted(high=end)
    if operand.endswith("*"):
        return parts["name"], Wanted(prefix=_text(operand[:-1]) if operand != "*" else "")
    low, dots, high = operand.partition("..")
    if not dots:
        return parts["name"], Wanted(canonical(_text(operand)))
    one = Wanted(low=(_number(low), False)).narrowed(Wanted(high=(_number(high), False)))
    if one is None:
        raise NotAFilter(f"{text!r} cannot match anything")
    return parts["name"], one


def _number(text: str) -> Fraction:
    if not is_number(text):
        raise NotAFilter(f"{text!r} is no number")
    return Fraction(text)


def _text(text: str) -> str:
    if not text or not _VALUE.fullmatch(text) or "*" in text:
        raise NotAFilter(f"{text!r} cannot be a value")
    return text
