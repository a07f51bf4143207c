"""An experiment's TOML file, read and checked for shape; docs/experiments.md explains it to its author.

Whether the parameters suit the program is checked by `pyharness.values`, when the program is known.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pyharness import ns_log
from pyharness.errors import UsageError
from pyharness.words import listed, nearest

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"


class _File(BaseModel):
    """The TOML's own keys. `strict`: a number in quotes is a mistake, not a number."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Annotated[str, Field(pattern=NAME)]
    question: Annotated[str, Field(min_length=1)]
    program: Annotated[str, Field(min_length=1)]
    replications: Annotated[int, Field(ge=1)]
    timeout_s: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    memory_mb: Annotated[int, Field(ge=1)] | None = None
    retries: Annotated[int, Field(ge=0)] = 2
    log: list[str] = []
    parameters: dict[str, Any] = {}
    vary: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}
    one_at_a_time: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}


_EXPECTED = {
    "name": "a folder name of letters, digits, dots, dashes and underscores",
    "question": "a sentence",
    "program": "the name of a scenario program",
    "replications": "a whole number of at least 1",
    "timeout_s": "a number of seconds above 0",
    "memory_mb": "a whole number of megabytes of at least 1",
    "retries": "a whole number of at least 0",
    "log": "a list of texts such as 'ShopParent=info|time'",
    "parameters": "a table of parameters",
    "vary": "a list of at least one value for each key",
    "one_at_a_time": "a list of at least one value for each key",
}


@dataclass(frozen=True)
class Setting:
    """What a parameter is to be, before it is checked against the program."""

    where: str
    """For messages: file and key, or the option it came from."""
    values: tuple[Any, ...]
    varies: bool
    raw: str | None = None
    """For `--set key=value`: the value as it was typed."""
    alone: bool = False
    """Varies while every other one of this kind rests at its value in [parameters], or at the default."""
    rest: Any = None
    """That value of this one; None: the default."""


@dataclass(frozen=True)
class ExperimentFile:
    """What the file (and the overrides on the command line) asks for; `settings` in plan order, fixed ones first."""

    path: Path
    text: str
    name: str
    question: str
    program: str
    replications: int
    timeout_s: float | None
    memory_mb: int | None
    retries: int
    log: tuple[str, ...]
    settings: Mapping[str, Setting]


def read_experiment_file(path: Path) -> ExperimentFile:
    """Read `path`. Raises UsageError with one sentence that names the file, the key and what was expected."""
    text = _read(path)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not valid TOML: {_one_line(error)}") from error
    try:
        file = _File.model_validate(tables)
    except ValidationError as error:
        raise UsageError(f"{path}: {_complaint(error)}") from error
    settings = {key: Setting(f"{path}: parameters.{key}", (value,), False) for key, value in file.parameters.items()}
    for key, values in file.vary.items():
        for table, keys in (("parameters", file.parameters), ("one_at_a_time", file.one_at_a_time)):
            if key in keys:
                raise UsageError(f"{path}: {key} stands in [{table}] and in [vary], expected it in one of them")
        settings[key] = Setting(f"{path}: vary.{key}", tuple(values), True)
    for key, values in file.one_at_a_time.items():
        settings.pop(key, None)  # its rest
        where = f"{path}: one_at_a_time.{key}"
        settings[key] = Setting(where, tuple(values), True, alone=True, rest=file.parameters.get(key))
    return ExperimentFile(
        path=path,
        text=text,
        name=file.name,
        question=file.question,
        program=file.program,
        replications=file.replications,
        timeout_s=file.timeout_s,
        memory_mb=file.memory_mb,
        retries=file.retries,
        log=ns_log.checked(file.log, f"{path}: log"),
        settings=settings,
    )


def override(
    file: ExperimentFile, assignments: Iterable[str], replications: int | None, log: Sequence[str] = ()
) -> ExperimentFile:
    """`file` with `--set key=value`, `--replications` and `--log` (in place of the file's) applied.

    A value is read as TOML (`5`, `true`, `["a", "b"]`), or else as plain text. A list makes its key vary; one value
    for a key that varies leaves the key among the varying ones, so that folder names stay and done runs are found.
    """
    settings = dict(file.settings)
    for assignment in assignments:
        key, equals, raw = assignment.partition("=")
        if not equals or not key:
            raise UsageError(f"--set {assignment}: expected key=value")
        value = _parsed(raw)
        many = isinstance(value, list)
        if value == []:
            raise UsageError(f"--set {key} is an empty list, expected at least one value")
        varies = many or (key in settings and settings[key].varies)
        if varies and key in settings and not settings[key].varies:
            del settings[key]  # now varies: goes to the end of the plan order
        alone = key in settings and settings[key].alone
        rest = (settings[key].rest if many else value) if alone else None
        values = tuple(value) if many else (value,)
        settings[key] = Setting(f"--set {key}", values, varies, None if many else raw, alone, rest)
    return replace(
        file,
        settings=settings,
        replications=replications or file.replications,
        log=ns_log.checked(log, "--log") or file.log,
    )


def _parsed(raw: str) -> Any:
    try:
        return tomllib.loads(f"value = {raw}")["value"]
    except tomllib.TOMLDecodeError:
        return raw


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UsageError(f"{path}: no such file, expected an experiment in TOML") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 text, expected an experiment in TOML") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error


def _complaint(error: ValidationError) -> str:
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"][:2])
    if first["type"] == "extra_forbidden":
        known = list(_File.model_fields)
        return f"unknown key {key}{nearest(key, known)}, expected {listed(known)}"
    expected = _EXPECTED[str(first["loc"][0])]
    if first["type"] == "missing":
        return f"{key} is missing, expected {expected}"
    return f"{key} is {first['input']!r}, expected {expected}"


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
