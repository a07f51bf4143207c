"""What an experiment asks of its parameters: which are fixed, which vary and how, which follow from others.

Read from the TOML's tables and checked for shape. What suits the program is checked by `parameter_values`, and the
points are made by `points`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pyharness.experiment.distributions import EXAMPLE, Spread, read_spread
from pyharness.experiment.expression import Expression, ExpressionError, parse
from pyharness.experiment.extended_files import Sources
from schema.errors import UsageError


@dataclass(frozen=True)
class Setting:
    """What a parameter is to be, before it is checked against the program."""

    where: str
    """For messages: file and key, or the option it came from."""
    values: tuple[Any, ...] | Spread
    folder: Path = Path()
    """Where an input file it names is looked for first."""
    raw: str | None = None
    """For `--set key=value`: the value as it was typed."""


@dataclass(frozen=True)
class Formula:
    """An expression, and where it stands."""

    where: str
    expression: Expression
    folder: Path = Path()


Group = Mapping[str, Setting]


@dataclass(frozen=True)
class Settings:
    """By kind; no key is in two of them, but that those of `points` and `one_at_a_time` may rest in `fixed`."""

    fixed: Group = field(default_factory=dict)
    vary: Group = field(default_factory=dict)
    zips: tuple[Group, ...] = ()
    """Keys of a group change together."""
    points: tuple[Group, ...] = ()
    """Each a grid of its own, of one point where every key has one value."""
    one_at_a_time: Group = field(default_factory=dict)
    derived: Mapping[str, Formula] = field(default_factory=dict)
    constraints: tuple[Formula, ...] = ()
    """What has to hold at a point."""

    def all(self) -> Iterator[tuple[str, Setting]]:
        """Every setting with its key."""
        for group in (self.fixed, self.vary, *self.zips, *self.points, self.one_at_a_time):
            yield from group.items()

    def varying(self) -> list[str]:
        """Keys that vary, in plan order."""
        groups = (self.vary, *self.zips, *self.points, self.one_at_a_time)
        return list(dict.fromkeys(key for group in groups for key in group))

    def together(self) -> tuple[tuple[str, ...], ...]:
        """Keys of each group in which a point is chosen as a whole."""
        at_points = dict.fromkeys(key for group in self.points for key in group)
        return tuple(tuple(group) for group in (*self.zips, at_points) if len(group) > 1)

    def assigned(self, key: str, value: Any, raw: str, folder: Path) -> Settings:
        """With `--set key=raw`, whose value is `value`; `folder`: the experiment's.

        A list or a range makes the key vary. One value leaves a key that varies among the varying ones, so that
        folder names stay and runs that are done are found. A formula gives way.
        """
        many = isinstance(value, list | dict)
        given = _several(value, f"--set {key}") if many else (value,)
        setting = Setting(f"--set {key}", given, folder, None if many else raw)
        rest = replace(self, derived={name: each for name, each in self.derived.items() if name != key})
        if key in self.one_at_a_time:
            fixed = self.fixed if many else {**self.fixed, key: setting}
            return replace(rest, fixed=fixed, one_at_a_time={**self.one_at_a_time, key: setting})
        if key in self.varying():
            at_points = any(key in group for group in self.points)
            return replace(
                rest,
                vary=_replaced(self.vary, key, setting),
                zips=tuple(_replaced(group, key, setting) for group in self.zips),
                points=tuple({**group, key: setting} if at_points else group for group in self.points),
            )
        if many:
            fixed = {name: each for name, each in self.fixed.items() if name != key}
            return replace(rest, fixed=fixed, vary={**self.vary, key: setting})
        return replace(rest, fixed={**self.fixed, key: setting})


def read_settings(sources: Sources) -> Settings:
    """The settings in the tables of `sources`, whose types pydantic has seen. Raises UsageError."""
    tables = sources.tables
    settings = Settings(
        fixed={
            key: _setting(sources, (value,), "parameters", key) for key, value in tables.get("parameters", {}).items()
        },
        vary=_lists(sources, tables.get("vary", {}), "vary"),
        zips=tuple(_lists(sources, group, "zip") for group in tables.get("zip", [])),
        points=tuple(_point(sources, group, at) for at, group in enumerate(tables.get("points", []), start=1)),
        one_at_a_time=_lists(sources, tables.get("one_at_a_time", {}), "one_at_a_time"),
        derived={key: _formula(sources, text, "derived", key) for key, text in tables.get("derived", {}).items()},
        constraints=tuple(_formula(sources, text, "constraints") for text in tables.get("constraints", [])),
    )
    _refuse_double(sources.path, settings)
    return settings


def _lists(sources: Sources, table: Mapping[str, Any], name: str) -> Group:
    """Keys with several values each."""
    return {
        key: _setting(sources, _several(value, f"{sources.file_of(name, key)}: {name}.{key}"), name, key)
        for key, value in table.items()
    }


def _point(sources: Sources, table: Mapping[str, Any], at: int) -> Group:
    """Keys with a value each, or with several; `at`: the how manieth of its list."""
    group = {}
    for key, value in table.items():
        where = f"points.{at}.{key}"
        told = f"{sources.file_of('points', key)}: {where}"
        values = _several(value, told) if isinstance(value, list | dict) else (value,)
        group[key] = replace(_setting(sources, values, "points", key), where=told)
    return group


def _setting(sources: Sources, values: tuple[Any, ...] | Spread, table: str, key: str) -> Setting:
    file = sources.file_of(table, key)
    return Setting(f"{file}: {table}.{key}", values, file.parent)


def _several(value: Any, where: str) -> tuple[Any, ...] | Spread:
    if isinstance(value, list) and value:
        return tuple(value)
    if isinstance(value, dict):
        return read_spread(value, where)
    raise UsageError(f"{where} is {value!r}, expected a list of at least one value, or {EXAMPLE}")


def _formula(sources: Sources, text: str, *key: str) -> Formula:
    file = sources.file_of(*key)
    where = f"{file}: {'.'.join(key)}"
    try:
        return Formula(where, parse(text), file.parent)
    except ExpressionError as error:
        raise UsageError(f"{where}: '{text}' {error}") from error


def _replaced(group: Group, key: str, setting: Setting) -> Group:
    return {**group, key: setting} if key in group else group


def _refuse_double(path: Path, settings: Settings) -> None:
    """A key that two tables speak of, but where the other one says where it rests."""
    zips = [("[[zip]]", group) for group in settings.zips]
    points: Group = {key: setting for group in settings.points for key, setting in group.items()}
    tables: list[tuple[str, Mapping[str, object]]] = [
        ("[parameters]", settings.fixed),
        ("[one_at_a_time]", settings.one_at_a_time),
        ("[[points]]", points),
        *zips,
        ("[vary]", settings.vary),
        ("[derived]", settings.derived),
    ]
    for at, (first, keys) in enumerate(tables):
        for second, others in tables[at + 1 :]:
            rests = first == "[parameters]" and second in ("[one_at_a_time]", "[[points]]")
            for key in () if rests else [key for key in keys if key in others]:
                raise UsageError(f"{path}: {key} stands in {first} and in {second}, expected it in one of them")
