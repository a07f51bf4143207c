"""An experiment's TOML file, read and checked for shape; docs/experiments.md documents it.

`parameter_values` checks whether the parameters suit the program.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pyharness.experiment import ns_log
from pyharness.experiment.extended_files import Sources, read_sources
from pyharness.experiment.parameter_settings import ParameterSettings, read_settings
from pyharness.experiment.stopping_rule import StoppingRule, read_rule
from schema.errors import UsageError
from schema.text import listed, nearest

EXPERIMENT_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"


class _File(BaseModel):
    """The keys of the TOML. `strict`: a number in quotes is an error, not a number."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    extends: str = ""
    without: list[str] = []
    name: Annotated[str, Field(pattern=EXPERIMENT_NAME)]
    question: Annotated[str, Field(min_length=1)]
    program: Annotated[str, Field(min_length=1)]
    replications: Annotated[int, Field(ge=1)] | None = None
    stop: dict[str, Any] | None = None
    timeout_s: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    memory_mb: Annotated[int, Field(ge=1)] | None = None
    retries: Annotated[int, Field(ge=0)] = 2
    log: list[str] = []
    parameters: dict[str, Any] = {}
    vary: dict[str, Any] = {}
    zip: list[Annotated[dict[str, Any], Field(min_length=1)]] = []
    points: list[Annotated[dict[str, Any], Field(min_length=1)]] = []
    one_at_a_time: dict[str, Any] = {}
    derived: dict[str, str] = {}
    constraints: list[str] = []


_EXPECTED = {
    "name": "a folder name of letters, digits, dots, dashes and underscores",
    "question": "a sentence",
    "program": "the name of a scenario program",
    "replications": "a whole number of at least 1",
    "stop": "a table with metric, half_width, maximum and more (docs/stopping-rule.md)",
    "timeout_s": "a number of seconds above 0",
    "memory_mb": "a whole number of megabytes of at least 1",
    "retries": "a whole number of at least 0",
    "log": "a list of texts such as 'ShopParentChoice=info|time'",
    "parameters": "a table of parameters",
    "vary": "a table of lists",
    "zip": "tables of lists, each under a [[zip]] of its own",
    "points": "tables of values, each under a [[points]] of its own",
    "one_at_a_time": "a table of lists",
    "derived": "an expression in quotes for each key",
    "constraints": "a list of expressions such as 'nodes * range < 5000'",
}


@dataclass(frozen=True)
class ExperimentFile:
    """The content of the file, with all it extends and the overrides of the command line."""

    path: Path
    text: str
    """Of all files."""
    name: str
    question: str
    program: str
    replications: int
    """Replications of every variant; with `stop`, its maximum."""
    stop: StoppingRule | None
    timeout_s: float | None
    memory_mb: int | None
    retries: int
    log: tuple[str, ...]
    settings: ParameterSettings


def read_experiment_file(path: Path) -> ExperimentFile:
    """Read `path`. Raises UsageError with one sentence that names the file, the key and what was expected."""
    sources = read_sources(path)
    try:
        file = _File.model_validate(sources.tables)
    except ValidationError as error:
        raise UsageError(_complaint(sources, error)) from error
    replications, stop = _replications_and_rule(sources, file)
    return ExperimentFile(
        path=path,
        text=sources.text,
        name=file.name,
        question=file.question,
        program=file.program,
        replications=replications,
        stop=stop,
        timeout_s=file.timeout_s,
        memory_mb=file.memory_mb,
        retries=file.retries,
        log=ns_log.validated_log(file.log, f"{sources.file_of('log')}: log"),
        settings=read_settings(sources),
    )


def _replications_and_rule(sources: Sources, file: _File) -> tuple[int, StoppingRule | None]:
    """Return the replications of every variant, and the rule that may end earlier, if there is one."""
    path = sources.file_of("stop")
    if file.stop is None:
        if file.replications is None:
            raise UsageError(
                f"{path}: replications is missing, expected {_EXPECTED['replications']} (or a [stop] table)"
            )
        return file.replications, None
    if file.replications is not None:
        raise UsageError(f"{path}: replications and [stop] both set the number of runs, expected one of them")
    rule = read_rule(path, file.stop)
    return rule.maximum, rule


def override(
    file: ExperimentFile, assignments: Iterable[str], replications: int | None, log: Sequence[str] = ()
) -> ExperimentFile:
    """Return `file` with `--set key=value`, `--replications` and `--log` (in place of the file's) applied.

    A value is read as TOML (`5`, `true`, `["a", "b"]`, `{from = 1, to = 9, step = 2}`), or else as plain text.
    `ParameterSettings.assigned` documents its effect on a key that varies or is derived. A number of replications
    replaces the stopping rule.
    """
    settings = file.settings
    for assignment in assignments:
        key, equals, raw = assignment.partition("=")
        if not equals or not key:
            raise UsageError(f"--set {assignment}: expected key=value")
        settings = settings.assigned(key, _parsed(raw), raw, file.path.parent)
    return replace(
        file,
        settings=settings,
        replications=replications or file.replications,
        stop=None if replications else file.stop,
        log=ns_log.validated_log(log, "--log") or file.log,
    )


def _parsed(raw: str) -> Any:
    try:
        return tomllib.loads(f"value = {raw}")["value"]
    except tomllib.TOMLDecodeError:
        return raw


def _complaint(sources: Sources, error: ValidationError) -> str:
    first = error.errors()[0]
    place = [str(part + 1) if isinstance(part, int) else part for part in first["loc"][:2]]
    key, file = ".".join(place), sources.file_of(*place)
    if first["type"] == "extra_forbidden":
        known = list(_File.model_fields)
        return f"{file}: unknown key {key}{nearest(key, known)}, expected {listed(known)}"
    expected = _EXPECTED[str(first["loc"][0])]
    if first["type"] == "missing":
        return f"{file}: {key} is missing, expected {expected}"
    return f"{file}: {key} is {first['input']!r}, expected {expected}"
