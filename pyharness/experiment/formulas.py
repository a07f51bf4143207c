"""Derived parameters, and constraints on points, computed from expressions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from graphlib import CycleError, TopologicalSorter

from pyharness.experiment import parameter_values
from pyharness.experiment.expression import ExpressionError, Parameters
from pyharness.experiment.parameter_settings import Formula, ParameterSetting, ParameterSettings
from pyharness.programs.description import Attribute, Description, Parameter
from schema.errors import UsageError
from schema.manifest import Scalar
from schema.text import nearest


class Formulas:
    """The derived parameters and constraints of an experiment whose other parameters are `fixed` or vary.

    Raises UsageError for names that the program does not have, and for parameters that depend on themselves.
    """

    def __init__(self, description: Description, settings: ParameterSettings, fixed: Parameters) -> None:
        for formula in (*settings.derived.values(), *settings.constraints):
            _refuse_unknown(description, formula)
        self._fixed = fixed
        self._description = description
        self._entries = {
            key: parameter_values.find_entry(description, key, ParameterSetting(formula.where, ()))
            for key, formula in settings.derived.items()
        }
        self._derived = {key: settings.derived[key] for key in _in_order(settings)}
        self._known: dict[tuple[str, ...], dict[tuple[Scalar | None, ...], Scalar]] = {}

    def derive(self, point: Parameters) -> dict[str, Scalar]:
        """Return the derived parameters at a point. Raises UsageError where one does not fit."""
        derived: dict[str, Scalar] = {}
        for key, formula in self._derived.items():
            derived[key] = self._once(formula, {**point, **derived}, partial(self._fitting, key, formula))
        return derived

    def holds(self, constraint: Formula, point: Parameters) -> bool:
        """Whether a point, with its derived parameters, fulfils the constraint."""
        return self._once(constraint, point, partial(self._truth, constraint)) is True

    def _once(self, formula: Formula, point: Parameters, compute: Callable[[Parameters], Scalar]) -> Scalar:
        """Return `compute`'s result, computed once for all points with the same inputs: most points of a grid."""
        known = self._known.setdefault((formula.where, formula.expression.text), {})
        inputs = tuple([point.get(name, self._fixed.get(name)) for name in formula.expression.names])
        if inputs not in known:
            known[inputs] = compute(self._named(formula, point))
        return known[inputs]

    def _named(self, formula: Formula, point: Parameters) -> Parameters:
        """Return the values of the formula's names. An attribute is a text and is read as number or truth value."""
        named: dict[str, Scalar] = {}
        for name in sorted(formula.expression.names):
            entry = self._description.find(name)
            value = point.get(name, self._fixed.get(name, entry.default if entry else None))
            if value is None:
                raise UsageError(f"{formula.where}: '{formula.expression.text}' needs {name}, which has no value")
            named[name] = _plain(value) if isinstance(entry, Attribute) else value
        return named

    def _truth(self, constraint: Formula, named: Parameters) -> bool:
        value = _value(constraint, named)
        if not isinstance(value, bool):
            result = f"'{constraint.expression.text}' is {parameter_values.shown(value)}{_place(named)}"
            raise UsageError(f"{constraint.where}: {result}, expected true or false")
        return value

    def _fitting(self, key: str, formula: Formula, named: Parameters) -> Scalar:
        entry, value = self._entries[key], _value(formula, named)
        if isinstance(entry, Parameter) and entry.type == "int" and isinstance(value, float) and value.is_integer():
            value = int(value)
        try:
            return parameter_values.validate(entry, ParameterSetting(formula.where, (value,)))[0]
        except UsageError as error:
            raise UsageError(f"{error}{_place(named)}") from error


def _value(formula: Formula, named: Parameters) -> Scalar:
    try:
        return formula.expression.value(named)
    except ExpressionError as error:
        raise UsageError(f"{formula.where}: '{formula.expression.text}' {error}{_place(named)}") from error


def _place(named: Parameters) -> str:
    """`, where nodes=50, speed=2`."""
    pairs = [f"{name}={parameter_values.as_argument(value)}" for name, value in named.items()]
    return f", where {', '.join(pairs)}" if pairs else ""


def _plain(text: Scalar) -> Scalar:
    if text in ("true", "false"):
        return text == "true"
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _refuse_unknown(description: Description, formula: Formula) -> None:
    names = [entry.name for entry in description.entries if entry.name not in parameter_values.RESERVED]
    for name in sorted(formula.expression.names):
        if name not in names:
            unknown = f"'{formula.expression.text}' names {name}, which {description.program} does not have"
            raise UsageError(f"{formula.where}: {unknown}{nearest(name, names)}")


def _in_order(settings: ParameterSettings) -> list[str]:
    """Return the derived keys, each after those that it depends on."""
    needs = {
        key: sorted(formula.expression.names & settings.derived.keys()) for key, formula in settings.derived.items()
    }
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        circle = " needs ".join(reversed(error.args[1]))
        where = settings.derived[error.args[1][0]].where
        raise UsageError(f"{where} depends on itself: {circle}") from error
