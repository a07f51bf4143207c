"""From what an experiment asks of its parameters to its points, in the program's own types."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pyharness.experiment import parameter_values as values
from pyharness.experiment import points
from pyharness.experiment.experiment_file import ExperimentFile
from pyharness.experiment.formulas import Formulas
from pyharness.experiment.parameter_settings import Formula, Group, Setting, Settings
from pyharness.experiment.points import Point
from pyharness.programs.description import Description
from schema.errors import UsageError
from schema.manifest import Scalar
from schema.text import counted

MOST_POINTS = 200_000
"""Before constraints; more is a slip, and would fill the memory."""

Parameters = Mapping[str, Scalar]
_Columns = dict[str, tuple[Scalar, ...]]
_Candidate = tuple[Point, Point]
"""A point, and what is derived at it."""


@dataclass(frozen=True)
class Layout:
    """An experiment's points. At each, every parameter stands in one of `fixed`, the point, and what is derived."""

    fixed: Parameters
    """The same at all points, defaults too."""
    varying: Mapping[str, tuple[Scalar, ...]]
    """Name -> the values it takes, in the order they are told."""
    points: Sequence[Point]
    derived: Sequence[Point]
    """What follows at each of `points` and is not the same at all."""
    notes: tuple[str, ...]
    """For the experiment's author: nothing wrong, but perhaps not meant."""


def lay_out(description: Description, file: ExperimentFile) -> Layout:
    """Raises UsageError on the first thing the program would not accept, and where no point is left."""
    settings = file.settings
    given = {key: _checked(description, key, setting)[0] for key, setting in settings.fixed.items()}
    fixed = values.defaults(description) | given
    told, blocks = _axes(description, settings, fixed)
    several = math.prod(map(len, blocks))
    if several > MOST_POINTS:
        raise UsageError(f"{file.path}: plans {several:,} variants, expected at most {MOST_POINTS:,}")
    fixed = {key: value for key, value in fixed.items() if key not in told and key not in settings.derived}
    kept, notes = _narrowed(Formulas(description, settings, fixed), settings, points.product(blocks))
    derived = [each for _, each in kept]
    constant = {key: derived[0][key] for key in settings.derived if len({each[key] for each in derived}) == 1}
    taken = {key: {point[key] for point, _ in kept} for key in told}
    return Layout(
        fixed=fixed | constant,
        varying={key: tuple(value for value in told[key] if value in taken[key]) for key in told},
        points=[point for point, _ in kept],
        derived=[{key: value for key, value in each.items() if key not in constant} for each in derived],
        notes=tuple(notes),
    )


def _narrowed(formulas: Formulas, settings: Settings, among: Iterable[Point]) -> tuple[list[_Candidate], list[str]]:
    """The points that fulfil the constraints, with what is derived at them; and notes.

    Nothing is derived where a constraint over other parameters leaves the point out: it may be there to prevent that.
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
    said = f"{constraint.where}: '{constraint.expression.text}'"
    if not kept:
        raise UsageError(f"{said} holds at none of {counted(len(candidates), 'point')}, so nothing is left to run")
    if len(kept) == len(candidates):
        notes.append(f"{said} leaves nothing out")
    return kept


def _axes(description: Description, settings: Settings, fixed: Parameters) -> tuple[_Columns, list[list[Point]]]:
    """What varies: by key the values in the order they are told, and the blocks whose product is the plan."""
    told: dict[str, Sequence[Scalar]] = {}
    blocks = []
    for key, setting in settings.vary.items():
        told[key] = _checked(description, key, setting)
        blocks.append(points.each_value(key, told[key]))
    for group in settings.zips:
        columns = _in_step(description, group)
        told |= columns
        blocks.append(points.in_step(columns))
    if settings.points:
        grids = [_columns(description, group) for group in settings.points]
        rests = {key: _rest(description, key, where, fixed) for key, where in _absent(settings.points).items()}
        for key in dict.fromkeys(key for grid in grids for key in grid):
            told[key] = [value for grid in grids for value in (grid[key] if key in grid else (rests[key],))]
        blocks.append(points.side_by_side(grids, rests))
    if settings.one_at_a_time:
        columns = _columns(description, settings.one_at_a_time)
        rests = {key: _rest(description, key, "", fixed, columns[key][0]) for key in columns}
        told |= {key: (*columns[key], rests[key]) for key in columns}
        blocks.append(points.in_turn(columns, rests))
    return {key: tuple(dict.fromkeys(given)) for key, given in told.items()}, blocks


def _checked(description: Description, key: str, setting: Setting, distinct: bool = True) -> tuple[Scalar, ...]:
    return values.check(values.find(description, key, setting), setting, distinct)


def _columns(description: Description, group: Group, distinct: bool = True) -> _Columns:
    return {key: _checked(description, key, setting, distinct) for key, setting in group.items()}


def _in_step(description: Description, group: Group) -> _Columns:
    """Columns of one length. What `--set` has given one value has it throughout."""
    columns = _columns(description, group, distinct=False)
    free = {key: column for key, column in columns.items() if group[key].raw is None}
    rows = len(next(iter(free.values()), (None,)))
    for key, column in free.items():
        if len(column) != rows:
            first = next(iter(free))
            said = f"{group[key].where} has {counted(len(column), 'value')}"
            raise UsageError(f"{said}, expected {rows:,}, as many as {first} in its [[zip]]")
    return {key: free.get(key, column * rows) for key, column in columns.items()}


def _absent(groups: Sequence[Group]) -> dict[str, str]:
    """Keys that not all of these have, with where they stand."""
    stands = {key: setting.where for group in groups for key, setting in group.items()}
    return {key: where for key, where in stands.items() if not all(key in group for group in groups)}


def _rest(description: Description, key: str, where: str, fixed: Parameters, otherwise: Scalar | None = None) -> Scalar:
    """Where a parameter is while it does not vary: its value in [parameters], or its default."""
    entry = description.find(key)
    default = fixed.get(key, entry.default if entry else None)
    rest = otherwise if default is None or (default == "" and key not in fixed) else default
    if rest is None:
        raise UsageError(f"{where} stands not at all points, and there is no default for the others")
    return rest
