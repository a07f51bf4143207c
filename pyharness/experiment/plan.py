"""From an experiment's file to the list of its runs, each with the hash of everything that decides its bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyharness.experiment import parameter_values
from pyharness.experiment.experiment_file import ExperimentFile
from pyharness.experiment.input_files import FILE, input_files
from pyharness.experiment.parameter_grid import ParameterGrid, make_grid
from pyharness.experiment.variants import Variant, variants_at
from pyharness.programs.allocator import may_change
from pyharness.programs.checkout import Checkout
from pyharness.programs.description import RELEASE, Description, describe
from pyharness.programs.program import Program, find_program, set_up
from pyharness.programs.versions import versions
from schema import digests
from schema.errors import UsageError
from schema.manifest import RUNS, Experiment
from schema.text import nearest

MEGABYTE = 1_000_000
MOST_RUNS = 2_000_000
"""More runs are a slip and would fill the memory."""


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """One variant and one replication."""

    variant: Variant
    replication: int
    """From 1; the program's RngRun."""
    identity: str
    """SHA-256 of the variant's digest and the replication."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """For the program, without `--out`."""
        return (*self.variant.arguments, f"--RngRun={self.replication}")

    @property
    def place(self) -> Path:
        """Its folder, relative to the experiment's."""
        return Path(RUNS, self.variant.name, str(self.replication))

    @property
    def label(self) -> str:
        """Its name in messages and in the index: `variant/replication`."""
        return f"{self.variant.name}/{self.replication}"


@dataclass(frozen=True)
class Plan:
    """All of an experiment's runs, ordered by replication, then variant: pairs come together, early."""

    experiment: Experiment
    program: Program
    program_sha256: str
    versions: Mapping[str, str]
    timeout_s: float | None
    memory_bytes: int | None
    retries: int
    """Further starts of a run that was ended from outside."""
    ns_log: str
    """`NS_LOG` for every run; empty: none. It decides the log's bytes, so it is part of the identity where given."""
    network_kind: str
    """The program's kind of network, which decides what every run writes (schema.kinds)."""
    accepts_check: bool
    """Whether its program can check its parameters without running (`--check`)."""
    any_malloc: bool
    """Whether its program may run on another malloc than the C library's (programs.allocator)."""
    streams: Mapping[str, int]
    """The first random-number stream of each concern."""
    notes: tuple[str, ...]
    """Sentences for the experiment's author."""
    runs: tuple[PlannedRun, ...]


def make_plan(checkout: Checkout, file: ExperimentFile, any_build: bool = False) -> Plan:
    """Make the plan of the experiment in `file`.

    Raises UsageError on the first value that the program does not accept, and without `any_build` on a program that is
    not a release build.
    """
    program = _find_program(checkout, file)
    description = _describe(program, file, any_build)
    grid = make_grid(description, file)
    planned = len(grid.points) * file.replications
    if planned > MOST_RUNS:
        raise UsageError(f"{file.path}: plans {planned:,} runs, expected at most {MOST_RUNS:,}")
    program_sha256 = digests.of_files(program.hashed)
    used = versions(checkout)
    ns_log = log_of(file, description)
    decides = {"program": program_sha256, "ns3": used["ns3"]} | ({"ns_log": ns_log} if ns_log else {})
    files = input_files(description, file.settings, grid)
    variants = variants_at(grid.points, grid.derived, grid.fixed, files, decides)
    return Plan(
        experiment=_experiment(file, program, description, grid, variants),
        program=program,
        program_sha256=program_sha256,
        versions=used,
        timeout_s=file.timeout_s,
        memory_bytes=None if file.memory_mb is None else file.memory_mb * MEGABYTE,
        retries=file.retries,
        ns_log=ns_log,
        network_kind=description.kind,
        accepts_check=description.check,
        any_malloc=may_change(program, description),
        streams=description.streams,
        notes=grid.notes,
        runs=tuple(
            PlannedRun(variant, replication, _identity(variant, replication))
            for replication in range(1, file.replications + 1)
            for variant in variants
        ),
    )


def _find_program(checkout: Checkout, file: ExperimentFile) -> Program:
    """Return the experiment's program, with all it needs installed."""
    try:
        program = find_program(checkout, file.program)
    except UsageError as error:
        raise UsageError(f"{file.path}: program: {error}") from error
    set_up(checkout, program)
    return program


def _describe(program: Program, file: ExperimentFile, any_build: bool) -> Description:
    """Return the program's description. Raises UsageError where it is no release build, unless `any_build`."""
    description = describe(program)
    if description.build != RELEASE and not any_build:
        raise UsageError(
            f"{file.path}: program: {file.program} is a {description.build} build, many times slower than a release; "
            "./waf build makes one, --any-build takes it as it is"
        )
    return description


def _experiment(
    file: ExperimentFile, program: Program, description: Description, grid: ParameterGrid, variants: Sequence[Variant]
) -> Experiment:
    """Return the part of the plan that experiment.json holds."""
    return Experiment(
        name=file.name,
        question=file.question,
        program=program.name,
        network_kind=description.kind,
        parameters=dict(grid.fixed),
        varying=dict(grid.varying),
        together=file.settings.together(),
        units=_units(description),
        labels={parameter.name: parameter.labels for parameter in description.parameters if parameter.labels},
        bounds={parameter.name: parameter.bounds for parameter in description.parameters if parameter.bounds},
        variants=tuple(variant.name for variant in variants),
        replications=file.replications,
        stop=file.stop.words if file.stop else "",
        source=file.text,
    )


def _units(description: Description) -> dict[str, str]:
    """Return the unit of each parameter, for the report; `file` is not a unit."""
    return {
        parameter.name: parameter.unit
        for parameter in description.parameters
        if parameter.name not in parameter_values.RESERVED and parameter.unit and parameter.unit != FILE
    }


def log_of(file: ExperimentFile, description: Description) -> str:
    """Return NS_LOG for every run. Raises UsageError for a component that the program does not have."""
    for entry in file.log:
        component = entry.partition("=")[0]
        known = description.log_components
        if known and component not in known and not set(component) <= {"*"}:
            raise UsageError(
                f"log is '{entry}', expected a component of {description.program}'s log{nearest(component, known)}"
            )
    return ":".join(file.log)


def _identity(variant: Variant, replication: int) -> str:
    return hashlib.sha256(f"{variant.digest} {replication}".encode()).hexdigest()
