"""From an experiment's file to the list of its runs, each with the hash of everything that decides its bytes."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pyharness import fingerprint, values
from pyharness.checkout import Checkout
from pyharness.describe import Description, Parameter, describe
from pyharness.errors import UsageError
from pyharness.experiment import ExperimentFile, Setting
from pyharness.program import Program, find_program, set_up
from pyharness.variants import InputFile, Variant, variants_at
from pyharness.versions import versions
from schema.manifest import RUNS, Experiment, Scalar

FILE = "file"
"""The unit of a parameter that names an input file."""
MEGABYTE = 1_000_000


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
    runs: tuple[PlannedRun, ...]


def make_plan(checkout: Checkout, file: ExperimentFile) -> Plan:
    """The plan `file` asks for. Raises UsageError on the first thing the program would not accept."""
    try:
        program = find_program(checkout, file.program)
    except UsageError as error:
        raise UsageError(f"{file.path}: program: {error}") from error
    set_up(checkout, program)
    description = describe(program)
    settings = {key: values.check(values.find(description, key, each), each) for key, each in file.settings.items()}
    files = _input_files(description, file, settings)
    varying = {key: settings[key] for key, setting in file.settings.items() if setting.varies}
    rests = {
        key: _rest(description, key, setting, settings[key]) for key, setting in file.settings.items() if setting.alone
    }
    varying |= {key: tuple(dict.fromkeys((*varying[key], rest))) for key, rest in rests.items()}
    fixed = _defaults(description) | {key: settings[key][0] for key in settings if key not in varying}
    program_sha256 = fingerprint.of_files(program.hashed)
    used = versions(checkout)
    ns_log = ":".join(file.log)
    decides = {"program": program_sha256, "ns3": used["ns3"]} | ({"ns_log": ns_log} if ns_log else {})
    fixed = {key: value for key, value in fixed.items() if key not in varying}
    variants = variants_at(list(_points(varying, rests)), fixed, files, decides)
    runs = tuple(
        PlannedRun(variant, replication, _identity(variant, replication))
        for replication in range(1, file.replications + 1)
        for variant in variants
    )
    experiment = Experiment(
        name=file.name,
        question=file.question,
        program=program.name,
        parameters=fixed,
        varying=varying,
        units=_units(description),
        variants=tuple(variant.name for variant in variants),
        replications=file.replications,
        source=file.text,
    )
    memory_bytes = None if file.memory_mb is None else file.memory_mb * MEGABYTE
    return Plan(experiment, program, program_sha256, used, file.timeout_s, memory_bytes, file.retries, ns_log, runs)


def _defaults(description: Description) -> dict[str, Scalar]:
    """Every parameter's default: given explicitly, so that a manifest says all there is to say."""
    return {
        parameter.name: values.typed(parameter, parameter.default)
        for parameter in description.parameters
        if parameter.name not in values.OURS and parameter.default is not None
    }


def _units(description: Description) -> dict[str, str]:
    """For the report; that a text names a file is no unit."""
    return {
        parameter.name: parameter.unit
        for parameter in description.parameters
        if parameter.name not in values.OURS and parameter.unit and parameter.unit != FILE
    }


def _rest(description: Description, key: str, setting: Setting, given: tuple[Scalar, ...]) -> Scalar:
    """Where a parameter that varies alone is while another one varies."""
    if setting.rest is None:
        default = _defaults(description).get(key)
        return given[0] if default is None else default
    at_rest = replace(setting, values=(setting.rest,))
    return values.check(values.find(description, key, at_rest), at_rest)[0]


def _points(varying: Mapping[str, tuple[Scalar, ...]], rests: Mapping[str, Scalar]) -> Iterator[dict[str, Scalar]]:
    """The grid of what is not in `rests`, the last key changing fastest, and at each of its points those in turn."""
    grid = {key: each for key, each in varying.items() if key not in rests}
    around = [{**rests, key: value} for key in rests for value in varying[key]] or [{}]
    for point in itertools.product(*grid.values()):
        seen: list[dict[str, Scalar]] = []
        for turn in around:
            if turn not in seen:
                seen.append(turn)
                yield {**dict(zip(grid, point, strict=True)), **turn}


def _identity(variant: Variant, replication: int) -> str:
    return hashlib.sha256(f"{variant.digest} {replication}".encode()).hexdigest()


def _input_files(
    description: Description, file: ExperimentFile, settings: Mapping[str, tuple[Scalar, ...]]
) -> dict[tuple[str, Scalar], InputFile]:
    """The files that parameters name, by parameter and given name."""
    found = {}
    for key, given in settings.items():
        parameter = description.find(key)
        if isinstance(parameter, Parameter) and parameter.type == "str" and parameter.unit == FILE:
            for value in given:
                if value != parameter.default:
                    found[key, value] = _input_file(file.path.parent, str(value), file.settings[key])
    return found


def _input_file(folder: Path, name: str, setting: Setting) -> InputFile:
    for base in (folder, Path()):
        path = (base / name).resolve()
        if path.is_file():
            try:
                return InputFile(path, fingerprint.of_file(path))
            except OSError as error:
                raise UsageError(f"{setting.where} is '{name}', expected a readable file ({error.strerror})") from error
    raise UsageError(f"{setting.where} is '{name}', expected an existing file")
