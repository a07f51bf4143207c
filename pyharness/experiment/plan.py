"""From an experiment's file to the list of its runs, each with the hash of everything that decides its bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pyharness.experiment import parameter_values as values
from pyharness.experiment.experiment_file import ExperimentFile
from pyharness.experiment.input_files import FILE, input_files
from pyharness.experiment.parameter_grid import lay_out
from pyharness.experiment.variants import Variant, variants_at
from pyharness.programs.allocator import may_change
from pyharness.programs.checkout import Checkout
from pyharness.programs.description import RELEASE, Description, describe
from pyharness.programs.program import Program, find_program, set_up
from pyharness.programs.versions import versions
from schema import digests as fingerprint
from schema.errors import UsageError
from schema.manifest import RUNS, Experiment
from schema.text import nearest

MEGABYTE = 1_000_000
MOST_RUNS = 2_000_000
"""More is a slip, and would fill the memory."""


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
        """How people are told of it, and the index: `variant/replication`."""
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
    """How often a run is tried again that something outside it has ended."""
    ns_log: str
    """`NS_LOG` for every run; empty: none. Decides the log's bytes, so it is part of the identity where it is given."""
    accepts_check: bool
    """Whether its program can check its parameters without running (`--check`)."""
    any_malloc: bool
    """Whether its program may run on another malloc than the C library's (programs.allocator)."""
    streams: Mapping[str, int]
    """The first random-number stream of each concern."""
    notes: tuple[str, ...]
    """What its author may want to know of it, a sentence each."""
    runs: tuple[PlannedRun, ...]


def make_plan(checkout: Checkout, file: ExperimentFile, any_build: bool = False) -> Plan:
    """The plan `file` asks for. Raises UsageError on the first thing the program would not accept, and, but for
    `any_build`, on a program that was not built for long computations."""
    try:
        program = find_program(checkout, file.program)
    except UsageError as error:
        raise UsageError(f"{file.path}: program: {error}") from error
    set_up(checkout, program)
    description = describe(program)
    if description.build != RELEASE and not any_build:
        raise UsageError(
            f"{file.path}: program: {file.program} is a {description.build} build, many times slower than a release; "
            "./waf build makes one, --any-build takes it as it is"
        )
    layout = lay_out(description, file)
    files = input_files(description, file.settings, layout)
    program_sha256 = fingerprint.of_files(program.hashed)
    used = versions(checkout)
    ns_log = log_of(file, description)
    decides = {"program": program_sha256, "ns3": used["ns3"]} | ({"ns_log": ns_log} if ns_log else {})
    planned = len(layout.points) * file.replications
    if planned > MOST_RUNS:
        raise UsageError(f"{file.path}: plans {planned:,} runs, expected at most {MOST_RUNS:,}")
    variants = variants_at(layout.points, layout.derived, layout.fixed, files, decides)
    runs = tuple(
        PlannedRun(variant, replication, _identity(variant, replication))
        for replication in range(1, file.replications + 1)
        for variant in variants
    )
    experiment = Experiment(
        name=file.name,
        question=file.question,
        program=program.name,
        parameters=dict(layout.fixed),
        varying=dict(layout.varying),
        together=file.settings.together(),
        units=_units(description),
        variants=tuple(variant.name for variant in variants),
        replications=file.replications,
        stop=file.stop.words if file.stop else "",
        source=file.text,
    )
    return Plan(
        experiment=experiment,
        program=program,
        program_sha256=program_sha256,
        versions=used,
        timeout_s=file.timeout_s,
        memory_bytes=None if file.memory_mb is None else file.memory_mb * MEGABYTE,
        retries=file.retries,
        ns_log=ns_log,
        accepts_check=description.check,
        any_malloc=may_change(program, description),
        streams=description.streams,
        notes=layout.notes,
        runs=runs,
    )


def _units(description: Description) -> dict[str, str]:
    """For the report; that a text names a file is no unit."""
    return {
        parameter.name: parameter.unit
        for parameter in description.parameters
        if parameter.name not in values.OURS and parameter.unit and parameter.unit != FILE
    }


def log_of(file: ExperimentFile, description: Description) -> str:
    """NS_LOG for every run. Raises UsageError where it names a component that the program has not."""
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
