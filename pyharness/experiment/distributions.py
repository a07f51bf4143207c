"""Values given by a rule: a range, or draws from a distribution."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from pyharness.experiment.expression import Number
from schema.errors import UsageError
from schema.text import listed, nearest

if TYPE_CHECKING:
    import numpy as np

MOST = 100_000
"""Most values of one key."""
LARGEST = 1e15
"""Beyond, whole numbers are not exact."""
DRAWS_EACH = 100
"""Draws for each value asked for, until enough distinct ones are found."""
EXAMPLE = "a table such as {from = 10, to = 50, step = 10} or {uniform = [1, 20], count = 5, seed = 7}"


@dataclass(frozen=True)
class Range:
    """A range from one number to another; the last is included where a step meets it."""

    where: str
    first: Number
    last: Number
    step: Number | None
    count: int
    log: bool

    def values(self, key: str, whole: bool, distinct: bool) -> tuple[Number, ...]:
        """Return the values; with `whole` and a count, the nearest whole numbers."""
        if self.step is not None:
            given = [self.first + at * self.step for at in range(self.count)]
        elif self.log:
            low, high = math.log(self.first), math.log(self.last)
            given = [math.exp(low + (high - low) * at / (self.count - 1)) for at in range(self.count)]
        else:
            given = [self.first + (self.last - self.first) * at / (self.count - 1) for at in range(self.count)]
        exact = [value if isinstance(value, int) else float(f"{value:.12g}") for value in given]
        return tuple(round(value) for value in exact) if whole and self.step is None else tuple(exact)


@dataclass(frozen=True)
class Draws:
    """Random numbers, the same whenever they are drawn for the same key with the same seed."""

    where: str
    distribution: str
    arguments: tuple[Number, ...]
    count: int
    seed: int

    def values(self, key: str, whole: bool, distinct: bool) -> tuple[Number, ...]:
        """Return the values, with 6 digits; with `distinct` a repeated value is drawn again.

        Raises UsageError where the distribution has fewer values than asked for.
        """
        import numpy as np

        generator = np.random.default_rng([self.seed, *key.encode()])  # keys with one seed do not move together
        drawn: list[Number] = []
        seen: set[Number] = set()
        for _ in range(DRAWS_EACH * self.count):
            value = self._draw(generator, whole)
            if distinct and value in seen:
                continue
            seen.add(value)
            drawn.append(value)
            if len(drawn) == self.count:
                return tuple(drawn)
        raise UsageError(f"{self.where} expects {self.count} distinct values, but the draws give fewer")

    def _draw(self, generator: np.random.Generator, whole: bool) -> Number:
        if whole and self.distribution == "uniform":
            low, high = math.ceil(self.arguments[0]), math.floor(self.arguments[1])
            if low > high:
                raise UsageError(
                    f"{self.where}: no whole number lies between {self.arguments[0]} and {self.arguments[1]}"
                )
            return int(generator.integers(low, high, endpoint=True))  # rounding would make the ends rarer
        value = float(_DISTRIBUTIONS[self.distribution].draw(generator, *self.arguments))
        return round(value) if whole else float(f"{value:.6g}")


Distribution = Range | Draws


@dataclass(frozen=True)
class _Distribution:
    takes: tuple[str, ...]
    draw: Callable[..., float]
    refuses: Callable[..., str]
    """Return the first fault of the arguments; an empty text where there is none."""


def _unordered(low: Number, high: Number) -> str:
    return "" if low < high else "the first number below the second"


_DISTRIBUTIONS = {
    "uniform": _Distribution(("low", "high"), lambda rng, low, high: rng.uniform(low, high), _unordered),
    "log_uniform": _Distribution(
        ("low", "high"),
        lambda rng, low, high: math.exp(rng.uniform(math.log(low), math.log(high))),
        lambda low, high: _unordered(low, high) if low > 0 else "numbers above 0",
    ),
    "normal": _Distribution(
        ("mean", "standard deviation"),
        lambda rng, mean, deviation: rng.normal(mean, deviation),
        lambda mean, deviation: "" if deviation > 0 else "a standard deviation above 0",
    ),
    "exponential": _Distribution(
        ("mean",), lambda rng, mean: rng.exponential(mean), lambda mean: "" if mean > 0 else "a mean above 0"
    ),
}


def read_distribution(table: Mapping[str, Any], where: str) -> Distribution:
    """Return the range or distribution in `table`. Raises UsageError with what was expected."""
    if "from" in table or "to" in table:
        return _range(table, where)
    named = [name for name in _DISTRIBUTIONS if name in table]
    if len(named) != 1:
        unknown = next((nearest(key, (*_DISTRIBUTIONS, "from")) for key in table), "")
        raise UsageError(f"{where} is {dict(table)}, expected {EXAMPLE}{unknown}")
    return _draws(table, named[0], where)


def _range(table: Mapping[str, Any], where: str) -> Range:
    _only(table, ("from", "to", "step", "count", "scale"), where)
    first, last = _number(table, "from", where), _number(table, "to", where)
    log = table.get("scale", "linear") == "log"
    if table.get("scale", "linear") not in ("linear", "log"):
        raise UsageError(f"{where}: scale is {table['scale']!r}, expected 'linear' or 'log'")
    if ("step" in table) == ("count" in table) or (log and "step" in table):
        raise UsageError(f"{where}: expected {'a count' if log else 'either a step or a count'} with from and to")
    if log and not (first > 0 and last > 0):
        raise UsageError(f"{where}: from {first} to {last} has no logarithms, expected numbers above 0")
    if "count" in table:
        return Range(where, first, last, None, _whole(table, "count", where, 2), log)
    step = _number(table, "step", where)
    if step == 0 or (last - first) / step < 0:
        raise UsageError(f"{where}: step is {step}, expected one that leads from {first} to {last}")
    steps = (last - first) / step
    if steps >= MOST:
        raise UsageError(f"{where} is of more than {MOST:,} values, expected fewer")
    return Range(where, first, last, step, math.floor(steps + 1e-9) + 1, log)


def _draws(table: Mapping[str, Any], name: str, where: str) -> Draws:
    _only(table, (name, "count", "seed"), where)
    given = table[name] if isinstance(table[name], list) else [table[name]]
    takes = _DISTRIBUTIONS[name].takes
    if len(given) != len(takes) or not all(map(_is_number, given)):
        shape = f"[{', '.join(takes)}]" if len(takes) > 1 else f"its {takes[0]}"
        raise UsageError(f"{where}: {name} is {table[name]!r}, expected {shape}")
    wrong = _DISTRIBUTIONS[name].refuses(*given)
    if wrong:
        raise UsageError(f"{where}: {name} is {table[name]!r}, expected {wrong}")
    return Draws(where, name, tuple(given), _whole(table, "count", where, 1), _whole(table, "seed", where, 0))


def _only(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            raise UsageError(f"{where}: unknown key {key}{nearest(key, known)}, expected {listed(known)}")


def _number(table: Mapping[str, Any], key: str, where: str) -> Number:
    value = table.get(key)
    if not _is_number(value):
        raise UsageError(
            f"{where}: {key} is {'missing' if value is None else repr(value)}, expected a number (up to 1e15)"
        )
    return value


def _is_number(value: object) -> TypeGuard[Number]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _whole(table: Mapping[str, Any], key: str, where: str, least: int) -> int:
    value = table.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value and (key == "seed" or value <= MOST):
        return value
    most = "" if key == "seed" else f" and at most {MOST:,}"
    given = "missing" if value is None else repr(value)
    raise UsageError(f"{where}: {key} is {given}, expected a whole number of at least {least}{most}")
