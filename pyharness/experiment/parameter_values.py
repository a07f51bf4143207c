"""The values of a parameter, validated against the program's description."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from pyharness.experiment.parameter_settings import ParameterSetting
from pyharness.programs.description import Attribute, Description, Parameter
from schema.errors import UsageError
from schema.manifest import Scalar
from schema.text import listed, nearest

RESERVED = frozenset({"RngRun", "out", "progress", "describe", "help"})
"""Arguments that only the harness gives, or that are not for experiments."""

_OF_THE_FILE = frozenset(
    {"constraints", "extends", "without", "replications", "timeout_s", "memory_mb", "retries", "log"}
)
"""Top-level keys, which TOML reads as part of a table when they come after its header."""
_NOUN = {"int": "an int", "float": "a float", "str": "a string", "bool": "true or false"}


def find_entry(description: Description, key: str, setting: ParameterSetting) -> Parameter | Attribute:
    """Return the parameter or attribute called `key`. Raises UsageError where the program has none."""
    if key in RESERVED:
        raise UsageError(f"{setting.where} cannot be set, expected it to be left to the harness")
    found = description.find(key)
    if found is not None:
        return found
    names = [entry.name for entry in description.entries if entry.name not in RESERVED]
    hint = " (a top-level key goes above all tables)" if key in _OF_THE_FILE else nearest(key, names)
    raise UsageError(f"{setting.where}: unknown key, expected a parameter or attribute of {description.program}{hint}")


def validate(entry: Parameter | Attribute, setting: ParameterSetting, distinct: bool = True) -> tuple[Scalar, ...]:
    """Return the setting's values in the parameter's own type.

    Raises UsageError where one does not fit, or with `distinct` where one is given twice.
    """
    values = tuple(_validate_one(entry, value, setting) for value in _listed_values(entry, setting, distinct))
    if "" in values and entry.default != "":
        raise UsageError(f"{setting.where} is an empty text, expected a value such as '{entry.default}'")
    if distinct and len(set(values)) < len(values):
        repeated = next(value for at, value in enumerate(values) if value in values[:at])
        raise UsageError(f"{setting.where} has {shown(repeated)} twice, expected each value once")
    return values


def _listed_values(entry: Parameter | Attribute, setting: ParameterSetting, distinct: bool) -> Sequence[Any]:
    """Return the values as listed, or those of their range or distribution."""
    if isinstance(setting.values, tuple):
        return setting.values
    if isinstance(entry, Parameter) and entry.type not in ("int", "float"):
        raise UsageError(f"{setting.where} is of numbers, expected {_expected(entry)}")
    return setting.values.values(entry.name, isinstance(entry, Parameter) and entry.type == "int", distinct)


def defaults(description: Description) -> dict[str, Scalar]:
    """Return every parameter's default. They are given explicitly, so that a manifest is complete."""
    return {
        parameter.name: typed(parameter, parameter.default)
        for parameter in description.parameters
        if parameter.name not in RESERVED and parameter.default is not None
    }


def as_argument(value: Scalar) -> str:
    """Return `value` as a command line and a folder's name spell it: 5, 0.25, true, text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def shown(value: Any) -> str:
    """Return `value` as a message quotes it, in TOML's spelling."""
    if isinstance(value, bool):
        return as_argument(value)
    return f"'{value}'" if isinstance(value, str) else str(value)


def typed(parameter: Parameter, value: Scalar) -> Scalar:
    """Return `value` in the parameter's own type: 5 and 5.0 are one value of a float, and so are 0.0 and -0.0."""
    return float(value) + 0.0 if parameter.type == "float" and not isinstance(value, bool | str) else value


def _validate_one(entry: Parameter | Attribute, value: Any, setting: ParameterSetting) -> Scalar:
    if isinstance(entry, Attribute):
        if not isinstance(value, bool | int | float | str):
            raise UsageError(f"{setting.where} is {shown(value)}, expected one value such as '{entry.default}'")
        return setting.raw if setting.raw is not None and not isinstance(value, str) else as_argument(value)
    if entry.type == "str" and setting.raw is not None and not isinstance(value, str):
        value = setting.raw
    if not _fits(entry, value):
        hint = nearest(value, map(str, entry.choices)) if entry.choices and isinstance(value, str) else ""
        raise UsageError(f"{setting.where} is {shown(value)}, expected {_expected(entry)}{hint}")
    return typed(entry, value)


def _fits(parameter: Parameter, value: Any) -> bool:
    match parameter.type:
        case "bool":
            right = isinstance(value, bool)
        case "int":
            right = isinstance(value, int) and not isinstance(value, bool)
        case "float":
            right = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        case _:
            right = isinstance(value, str)
    if not right or (parameter.choices is not None and value not in parameter.choices):
        return False
    low, high = parameter.minimum, parameter.maximum
    return isinstance(value, bool | str) or ((low is None or value >= low) and (high is None or value <= high))


def _expected(parameter: Parameter) -> str:
    if parameter.choices is not None:
        return _one_of(parameter.choices)
    noun = _NOUN.get(parameter.type, "a string")
    unit = f" ({parameter.unit})" if parameter.unit else ""
    low, high = parameter.minimum, parameter.maximum
    if low is not None and high is not None:
        return f"{noun} from {as_argument(low)} to {as_argument(high)}{unit}"
    if low is not None:
        return f"{noun} of at least {as_argument(low)}{unit}"
    if high is not None:
        return f"{noun} of at most {as_argument(high)}{unit}"
    return noun + unit


def _one_of(choices: Sequence[Scalar]) -> str:
    names = listed(as_argument(choice) for choice in choices)
    return f"one of {names}" if len(choices) > 1 else names
