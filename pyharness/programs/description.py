"""The description of a scenario program: the JSON of its `--describe` (docs/run-contract.md)."""

from __future__ import annotations

import subprocess
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from pyharness.programs.program import Program
from schema.errors import UsageError
from schema.kinds import RADIO, UnknownKind, network_kind
from schema.manifest import Scalar

DESCRIBE_WITHIN_S = 30.0
"""Time for the answer to `--describe`."""
RELEASE: Final = "release"


class Parameter(BaseModel):
    """One `--name=value` of a program; `minimum` and `maximum` are inclusive, null where there is none."""

    model_config = ConfigDict(frozen=True)

    name: str
    type: str
    default: Scalar | None = None
    minimum: int | float | None = None
    maximum: int | float | None = None
    choices: tuple[Scalar, ...] | None = None
    labels: dict[str, str] = {}
    """Display names of choices, for the report."""
    bounds: tuple[str, ...] = ()
    """Choices that use what no node knows: the report compares the others with them."""
    unit: str | None = None
    help: str = ""


class Attribute(BaseModel):
    """One ns-3 attribute that the program accepts by its full name."""

    model_config = ConfigDict(frozen=True)

    name: str
    default: str = ""
    help: str = ""


class Description(BaseModel):
    """A program, its parameters and the ns-3 attributes it accepts."""

    model_config = ConfigDict(frozen=True)

    program: str
    kind: str = RADIO.name
    """The kind of network (schema.kinds); programs that give none simulate radio."""
    build: Literal["release", "debug", "sanitized"] = RELEASE
    check: bool = False
    """Whether the program accepts `--check`: it checks its parameters, then ends."""
    summary: str = ""
    streams: dict[str, int] = {}
    """The first random-number stream of each concern."""
    log_components: tuple[str, ...] = ()
    """Components that NS_LOG may name; empty: not known."""
    parameters: tuple[Parameter, ...] = ()
    attributes: tuple[Attribute, ...] = ()

    def find(self, name: str) -> Parameter | Attribute | None:
        """The parameter or attribute of that name, or None."""
        return next((entry for entry in self.entries if entry.name == name), None)

    @property
    def entries(self) -> tuple[Parameter | Attribute, ...]:
        """Everything that an experiment can set."""
        return self.parameters + self.attributes


def describe(program: Program) -> Description:
    """Start `program` with `--describe`. Raises UsageError where its answer does not keep the run contract."""
    try:
        answer = subprocess.run(
            [*program.command, "--describe"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=DESCRIBE_WITHIN_S,
            check=True,
        )
        description = Description.model_validate_json(answer.stdout)
        network_kind(description.kind)
        return description
    except (OSError, subprocess.SubprocessError, ValidationError, UnknownKind) as error:
        raise UsageError(f"{program.name} does not describe itself ({_reason(error)})") from error


def _reason(error: Exception) -> str:
    if isinstance(error, subprocess.TimeoutExpired):
        return f"no answer to --describe within {DESCRIBE_WITHIN_S:g} s"
    if isinstance(error, subprocess.CalledProcessError):
        last_line = error.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return ": ".join([f"--describe ended with exit status {error.returncode}", *last_line])
    if isinstance(error, ValidationError):
        return "its answer to --describe is not the JSON of docs/run-contract.md"
    return str(error)
