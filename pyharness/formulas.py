"""Expressions at work: parameters that follow from others, and constraints that points have to fulfil."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from pyharness import values
from pyharness.describe import Attribute, Description, Parameter
from pyharness.errors import UsageError
from pyharness.expression import ExpressionError
from pyharness.settings import Formula, Setting, Settings
from pyharness.words import nearest
from schema.manifest import Scalar


class Formulas:
    """The derived parameters and constraints of an experiment. Raises UsageError for names the program has not, and
    for parameters that follow from themselves."""

    def __init__(self, description: Description, settings: Settings) -> None:
        formulas = (*settings.derived.values(), *settings.constraints)
        for formula in formulas:
            _refuse_unknown(description, formula)
        self._entries = {
            key: values.find(description, key, Setting(formula.where, ())) for key, formula in settings.derived.items()
        }
        self._derived = {key: settings.derived[key] for key in _in_order(settings)}
        needed = {name for formula in formulas for name in formula.expression.names}
        self._attributes = {
            name: entry.default for name in needed if isinstance(entry := description.find(name), Attribute)
        }

    def derive(self, parameters: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """The derived parameters where the others are these. Raises UsageError where one does not fit."""
        derived: dict[str, Scalar] = {}
        for key, formula in self._derived.items():
            derived[key] = self._fitting(key, formula, {**parameters, **derived})
        return derived

    def holds(self, constraint: Formula, parameters: Mapping[str, Scalar]) -> bool:
        """Whether the point of all these parameters may stay."""
        value = self._value(constraint, parameters)
        if not isinstance(value, bool):
            said = f"'{constraint.expression.text}' is {values.shown(value)}{self._place(constraint, parameters)}"
            raise UsageError(f"{constraint.where}: {said}, expected what is true or false")
        return value

    def _fitting(self, key: str, formula: Formula, parameters: Mapping[str, Scalar]) -> Scalar:
        entry, value = self._entries[key], self._value(formula, parameters)
        if isinstance(entry, Parameter) and entry.type == "int" and isinstance(value, float) and value.is_integer():
            value = int(value)
        try:
            return values.check(entry, Setting(formula.where, (value,)))[0]
        except UsageError as error:
            raise UsageError(f"{error}{self._place(formula, parameters)}") from error

    def _value(self, formula: Formula, parameters: Mapping[str, Scalar]) -> Scalar:
        try:
            return formula.expression.value(self._readable(parameters))
        except ExpressionError as error:
            place = self._place(formula, parameters)
            raise UsageError(f"{formula.where}: '{formula.expression.text}' {error}{place}") from error
        except KeyError as error:
            missing = f"needs {error.args[0]}, which has no value"
            raise UsageError(f"{formula.where}: '{formula.expression.text}' {missing}") from error

    def _readable(self, parameters: Mapping[str, Scalar]) -> Mapping[str, Scalar]:
        """With attributes, which are texts, as the numbers and truth values they say."""
        if not self._attributes:
            return parameters
        said = {name: _plain(parameters.get(name, default)) for name, default in self._attributes.items()}
        return {**parameters, **said}

    def _place(self, formula: Formula, parameters: Mapping[str, Scalar]) -> str:
        """`, where nodes=50, speed=2`."""
        known = self._readable(parameters)
        names = sorted(formula.expression.names & known.keys())
        return f", where {', '.join(f'{name}={values.as_argument(known[name])}' for name in names)}" if names else ""


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
    names = [entry.name for entry in description.entries if entry.name not in values.OURS]
    for name in sorted(formula.expression.names):
        if name not in names:
            told = f"'{formula.expression.text}' names {name}, which {description.program} has not"
            raise UsageError(f"{formula.where}: {told}{nearest(name, names)}")


def _in_order(settings: Settings) -> list[str]:
    """Derived keys, each after those that it follows from."""
    needs = {
        key: sorted(formula.expression.names & settings.derived.keys()) for key, formula in settings.derived.items()
    }
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        circle = " needs ".join(reversed(error.args[1]))
        where = settings.derived[error.args[1][0]].where
        raise UsageError(f"{where} follows from itself: {circle}") from error
