"""The settings of an experiment's parameters: which are fixed, which vary and how, which follow from others.

They are read from the TOML's tables and checked for shape. `parameter_values` checks whether they suit the program, and
`points` makes the points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pyharness.experiment.distributions import EXAMPLE, Distribution, read_distribution
from pyharness.experiment.expression import Expression, ExpressionError, parse_expression
from pyharness.experiment.extended_files import Sources
from schema.errors import UsageError


@dataclass(frozen=True)
class ParameterSetting:
    """The values of a parameter, before they are checked against the program."""

    where: str
    """File and key, or the option it came from, for messages."""
    values: tuple[Any, ...] | Distribution
    folder: Path = Path()
    """The folder that input files are relative to."""
    raw: str | None = None
    """For `--set key=value`: the value as it was typed."""


@dataclass(frozen=True)
class Formula:
    """An expression and its place in the file."""

    where: str
    expression: Expression
    folder: Path = Path()


Group = Mapping[str, ParameterSetting]


@dataclass(frozen=True)
class ParameterSettings:
    """All settings by kind. A key is in one of them; keys of `points` and `one_at_a_time` may be in `fixed`, too."""

    fixed: Group = field(default_factory=dict)
    vary: Group = field(default_factory=dict)
    zips: tuple[Group, ...] = ()
    """Keys of a group change together."""
    points: tuple[Group, ...] = ()
    """Each is a grid, of one point where every key has one value."""
    one_at_a_time: Group = field(default_factory=dict)
    derived: Mapping[str, Formula] = field(default_factory=dict)
    constraints: tuple[Formula, ...] = ()
    """Conditions that each point fulfils."""

    def all(self) -> Iterator[tuple[str, ParameterSetting]]:
        """Yield every setting with its key."""
        for group in (self.fixed, self.vary, *self.zips, *self.points, self.one_at_a_time):
            yield from group.items()

    def varying(self) -> list[str]:
        """Return the keys that vary, in plan order."""
        groups = (self.vary, *self.zips, *self.points, self.one_at_a_time)
        return list(dict.fromkeys(key for group in groups for key in group))

    def together(self) -> tuple[tuple[str, ...], ...]:
        """Return the keys of each group that vary together."""
        at_points = dict.fromkeys(key for group in self.points for key in group)
        return tuple(tuple(group) for group in (*self.zips, at_points) if len(group) > 1)

    def assigned(self, key: str, value: Any, raw: str, folder: Path) -> ParameterSettings:
        """Return the settings with `--set key=raw`, whose parsed value is `value`; `folder` is the experiment's.

        A list or a range makes the key vary. A key that varies stays among the varying ones with one value, so that
        folder names stay and finished runs are found. A formula for the key is dropped.
        """
        many = isinstance(value, list | dict)
        given = _several(value, f"--set {key}") if many else (value,)
        setting = ParameterSetting(f"--set {key}", given, folder, None if many else raw)
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


def read_settings(sources: Sources) -> ParameterSettings:
    """Return the settings in the tables of `sources`, whose types are validated. Raises UsageError."""
    tables = sources.tables
    settings = ParameterSettings(
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
    """Return the settings of one [[points]] table; `at` is its 1-based index."""
    group = {}
    for key, value in table.items():
        where = f"points.{at}.{key}"
        place = f"{sources.file_of('points', key)}: {where}"
        values = _several(value, place) if isinstance(value, list | dict) else (value,)
        group[key] = replace(_setting(sources, values, "points", key), where=place)
    return group


def _setting(sources: Sources, values: tuple[Any, ...] | Distribution, table: str, key: str) -> ParameterSetting:
    file = sources.file_of(table, key)
    return ParameterSetting(f"{file}: {table}.{key}", values, file.parent)


def _several(value: Any, where: str) -> tuple[Any, ...] | Distribution:
    if isinstance(value, list) and value:
        return tuple(value)
    if isinstance(value, dict):
        return read_distribution(value, where)
    raise UsageError(f"{where} is {value!r}, expected a list of at least one value, or {EXAMPLE}")


def _formula(sources: Sources, text: str, *key: str) -> Formula:
    file = sources.file_of(*key)
    where = f"{file}: {'.'.join(key)}"
    try:
        return Formula(where, parse_expression(text), file.parent)
    except ExpressionError as error:
        raise UsageError(f"{where}: '{text}' {error}") from error


def _replaced(group: Group, key: str, setting: ParameterSetting) -> Group:
    return {**group, key: setting} if key in group else group


def _refuse_double(path: Path, settings: ParameterSettings) -> None:
    """Raise UsageError for a key in two tables, unless one of them gives its value at rest."""
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
                raise UsageError(f"{path}: {key} is in {first} and in {second}, expected it in one of them")
