"""The grid of an experiment: from the settings of its parameters to its points, in the program's own types."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pyharness.experiment import parameter_values, points
from pyharness.experiment.experiment_file import ExperimentFile
from pyharness.experiment.expression import Parameters
from pyharness.experiment.formulas import Formulas
from pyharness.experiment.parameter_settings import Formula, Group, ParameterSetting, ParameterSettings
from pyharness.experiment.points import Point
from pyharness.programs.description import Description
from schema.errors import UsageError
from schema.manifest import Scalar
from schema.text import counted

MOST_POINTS = 200_000
"""Limit before constraints: more points are a slip and would fill the memory."""

_Columns = dict[str, tuple[Scalar, ...]]
_Candidate = tuple[Point, Point]
"""A point, and what is derived at it."""


@dataclass(frozen=True)
class ParameterGrid:
    """An experiment's points. Each parameter is in one of `fixed`, the point, and what is derived at it."""

    fixed: Parameters
    """Parameters with one value at all points, defaults included."""
    varying: Mapping[str, tuple[Scalar, ...]]
    """Name to the values it takes, in the order of the file."""
    points: Sequence[Point]
    derived: Sequence[Point]
    """The derived parameters at each of `points`, but for those with one value at all points."""
    notes: tuple[str, ...]
    """Sentences for the experiment's author on what is valid but may not be intended."""


def make_grid(description: Description, file: ExperimentFile) -> ParameterGrid:
    """Make the grid of `file`. Raises UsageError on the first wrong value, or where no point is left."""
    settings = file.settings
    given = {key: _checked(description, key, setting)[0] for key, setting in settings.fixed.items()}
    fixed = parameter_values.defaults(description) | given
    listed_values, blocks = _axes(description, settings, fixed)
    several = math.prod(map(len, blocks))
    if several > MOST_POINTS:
        raise UsageError(f"{file.path}: plans {several:,} variants, expected at most {MOST_POINTS:,}")
    fixed = {key: value for key, value in fixed.items() if key not in listed_values and key not in settings.derived}
    kept, notes = _narrowed(Formulas(description, settings, fixed), settings, points.product(blocks))
    derived = [each for _, each in kept]
    constant = {key: derived[0][key] for key in settings.derived if len({each[key] for each in derived}) == 1}
    taken = {key: {point[key] for point, _ in kept} for key in listed_values}
    return ParameterGrid(
        fixed=fixed | constant,
        varying={key: tuple(value for value in listed_values[key] if value in taken[key]) for key in listed_values},
        points=[point for point, _ in kept],
        derived=[{key: value for key, value in each.items() if key not in constant} for each in derived],
        notes=tuple(notes),
    )


def _narrowed(
    formulas: Formulas, settings: ParameterSettings, among: Iterable[Point]
) -> tuple[list[_Candidate], list[str]]:
    """Return the points that fulfil the constraints, with their derived parameters, and notes.

    Constraints without derived parameters come first: they may exclude points where a formula has no value.
    """
    candidates: list[_Candidate] = [(point, {}) for point in among]
    notes: list[str] = []
    late = [each for each in settings.constraints if each.expression.names & settings.derived.keys()]
    for constraint in settings.constraints:
        if constraint not in late:
            candidates = _kept(formulas, constraint, candidates, notes)
    if settings.derived:
        candidates = [(point, formulas.derive(point)) for point, _ in candidates]
    for constraint in late:
        candidates = _kept(formulas, constraint, candidates, notes)
    return candidates, notes


def _kept(formulas: Formulas, constraint: Formula, candidates: list[_Candidate], notes: list[str]) -> list[_Candidate]:
    kept = [(point, derived) for point, derived in candidates if formulas.holds(constraint, {**point, **derived})]
    text = f"{constraint.where}: '{constraint.expression.text}'"
    if not kept:
        raise UsageError(f"{text} holds at none of {counted(len(candidates), 'point')}, so nothing is left to run")
    if len(kept) == len(candidates):
        notes.append(f"{text} leaves nothing out")
    return kept


def _axes(
    description: Description, settings: ParameterSettings, fixed: Parameters
) -> tuple[_Columns, list[list[Point]]]:
    """Return the values of each key that varies, in the order of the file, and the blocks whose product is the plan."""
    listed_values: dict[str, Sequence[Scalar]] = {}
    blocks = []
    for key, setting in settings.vary.items():
        listed_values[key] = _checked(description, key, setting)
        blocks.append(points.each_value(key, listed_values[key]))
    for group in settings.zips:
        columns = _in_step(description, group)
        listed_values |= columns
        blocks.append(points.in_step(columns))
    if settings.points:
        grids = [_columns(description, group) for group in settings.points]
        rests = {key: _rest(description, key, where, fixed) for key, where in _absent(settings.points).items()}
        for key in dict.fromkeys(key for grid in grids for key in grid):
            listed_values[key] = [value for grid in grids for value in (grid[key] if key in grid else (rests[key],))]
        blocks.append(points.side_by_side(grids, rests))
    if settings.one_at_a_time:
        columns = _columns(description, settings.one_at_a_time)
        rests = {key: _rest(description, key, "", fixed, columns[key][0]) for key in columns}
        listed_values |= {key: (*columns[key], rests[key]) for key in columns}
        blocks.append(points.in_turn(columns, rests))
    return {key: tuple(dict.fromkeys(given)) for key, given in listed_values.items()}, blocks


def _checked(
    description: Description, key: str, setting: ParameterSetting, distinct: bool = True
) -> tuple[Scalar, ...]:
    return parameter_values.validate(parameter_values.find_entry(description, key, setting), setting, distinct)


def _columns(description: Description, group: Group, distinct: bool = True) -> _Columns:
    return {key: _checked(description, key, setting, distinct) for key, setting in group.items()}


def _in_step(description: Description, group: Group) -> _Columns:
    """Return columns of one length. A key that `--set` gives one value has it throughout."""
    columns = _columns(description, group, distinct=False)
    free = {key: column for key, column in columns.items() if group[key].raw is None}
    rows = len(next(iter(free.values()), (None,)))
    for key, column in free.items():
        if len(column) != rows:
            first = next(iter(free))
            text = f"{group[key].where} has {counted(len(column), 'value')}"
            raise UsageError(f"{text}, expected {rows:,}, as many as {first} in its [[zip]]")
    return {key: free.get(key, column * rows) for key, column in columns.items()}


def _absent(groups: Sequence[Group]) -> dict[str, str]:
    """Return the keys that some of `groups` lack, each with its place in the file."""
    places = {key: setting.where for group in groups for key, setting in group.items()}
    return {key: where for key, where in places.items() if not all(key in group for group in groups)}


def _rest(description: Description, key: str, where: str, fixed: Parameters, otherwise: Scalar | None = None) -> Scalar:
    """Return a parameter's value while it does not vary: that in [parameters], or its default."""
    entry = description.find(key)
    default = fixed.get(key, entry.default if entry else None)
    rest = otherwise if default is None or (default == "" and key not in fixed) else default
    if rest is None:
        raise UsageError(f"{where} is set for only some points and has no default for the others")
    return rest
