"""From an experiment's file to the list of its runs, each with the hash of everything that decides its bytes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pyharness import fingerprint, values
from pyharness.checkout import Checkout
from pyharness.describe import Description, Parameter, describe, find_program
from pyharness.errors import UsageError
from pyharness.experiment import ExperimentFile, Setting
from pyharness.versions import versions
from schema.manifest import RUNS, Experiment, Scalar

NOTHING_VARIES = "only"
FILE = "file"
"""The unit of a parameter that names an input file."""
LONGEST_NAME = 200
"""Bytes; file systems take 255, and the harness puts a few before and after."""


@dataclass(frozen=True)
class Variant:
    """One parameter point: every parameter's value, and those of them that vary."""

    name: str
    """Its folder, `protocol=topsim,events=100`."""
    parameters: Mapping[str, Scalar]
    varying: Mapping[str, Scalar]


@dataclass(frozen=True)
class PlannedRun:
    """One variant and one replication."""

    variant: Variant
    replication: int
    """From 1; the program's RngRun."""
    identity: str
    arguments: tuple[str, ...]
    """For the program, without `--out`: every parameter, but for empty texts."""

    @property
    def place(self) -> Path:
        """Its folder, relative to the experiment's."""
        return Path(RUNS, self.variant.name, str(self.replication))

    @property
    def label(self) -> str:
        """How people are told of it: variant and replication."""
        return f"{self.variant.name} {self.replication}"


@dataclass(frozen=True)
class Plan:
    """All of an experiment's runs, ordered by replication, then variant: pairs come together, early."""

    experiment: Experiment
    program: Path
    program_sha256: str
    versions: Mapping[str, str]
    timeout_s: float | None
    runs: tuple[PlannedRun, ...]


@dataclass(frozen=True)
class _InputFile:
    """A file a parameter names: its place now, and its content."""

    path: Path
    sha256: str


def make_plan(checkout: Checkout, file: ExperimentFile) -> Plan:
    """The plan `file` asks for. Raises UsageError on the first thing the program would not accept."""
    try:
        program = find_program(checkout, file.program)
    except UsageError as error:
        raise UsageError(f"{file.path}: program: {error}") from error
    description = describe(program)
    settings = {key: values.check(values.find(description, key, each), each) for key, each in file.settings.items()}
    files = _input_files(description, file, settings)
    varying = {key: settings[key] for key, setting in file.settings.items() if setting.varies}
    rests = {
        key: _rest(description, key, setting, settings[key]) for key, setting in file.settings.items() if setting.alone
    }
    varying |= {key: tuple(dict.fromkeys((*varying[key], rest))) for key, rest in rests.items()}
    fixed = _defaults(description) | {key: settings[key][0] for key in settings if key not in varying}
    variants = _variants({key: value for key, value in fixed.items() if key not in varying}, varying, rests)
    hashed = [program, checkout.models] if checkout.models.exists() else [program]
    program_sha256 = fingerprint.of_files(hashed)
    used = versions(checkout)
    runs = tuple(
        _planned(variant, replication, files, program_sha256, used["ns3"])
        for replication in range(1, file.replications + 1)
        for variant in variants
    )
    experiment = Experiment(
        name=file.name,
        question=file.question,
        program=file.program,
        parameters={key: value for key, value in fixed.items() if key not in varying},
        varying=varying,
        units=_units(description),
        variants=tuple(variant.name for variant in variants),
        replications=file.replications,
        source=file.text,
    )
    return Plan(experiment, program, program_sha256, used, file.timeout_s, runs)


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


def _variants(
    fixed: Mapping[str, Scalar], varying: Mapping[str, tuple[Scalar, ...]], rests: Mapping[str, Scalar]
) -> list[Variant]:
    """Every point with a folder's name of its own."""
    points = list(_points(varying, rests))
    names = [_folder_name(point) for point in points]
    clashing = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else set()
    plain = [name not in clashing and len(name) <= LONGEST_NAME for name in names]
    return [
        Variant(name if good else _unlike(name, point), {**fixed, **point}, point)
        for name, point, good in zip(names, points, plain, strict=True)
    ]


def _folder_name(point: Mapping[str, Scalar]) -> str:
    """`key=value,…`; what a file system or a Hadoop path may not take becomes an underscore."""
    pairs = [(key, values.as_argument(value)) for key, value in point.items()]
    return ",".join(f"{_clean(key)}={_clean(value)}" for key, value in pairs) or NOTHING_VARIES


def _clean(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._+-]+", "_", text)


def _unlike(name: str, point: Mapping[str, Scalar]) -> str:
    """A name of its own for a point whose plain name is too long or another's too."""
    return f"{name[: LONGEST_NAME - 20]},{fingerprint.of_data(dict(point))[:12]}"


def _planned(
    variant: Variant, replication: int, files: Mapping[tuple[str, Scalar], _InputFile], program_sha256: str, ns3: str
) -> PlannedRun:
    decides: dict[str, object] = dict(variant.parameters)
    given = dict(variant.parameters)
    for key, value in variant.parameters.items():
        if (key, value) in files:
            decides[key] = {"name": value, "sha256": files[key, value].sha256}
            given[key] = str(files[key, value].path)
    identity = fingerprint.of_data(
        {"program": program_sha256, "ns3": ns3, "parameters": decides, "rng_run": replication}
    )
    arguments = [f"--{key}={values.as_argument(value)}" for key, value in given.items() if value != ""]
    return PlannedRun(variant, replication, identity, (*arguments, f"--RngRun={replication}"))


def _input_files(
    description: Description, file: ExperimentFile, settings: Mapping[str, tuple[Scalar, ...]]
) -> dict[tuple[str, Scalar], _InputFile]:
    """The files that parameters name, by parameter and given name."""
    found = {}
    for key, given in settings.items():
        parameter = description.find(key)
        if isinstance(parameter, Parameter) and parameter.type == "str" and parameter.unit == FILE:
            for value in given:
                if value != parameter.default:
                    found[key, value] = _input_file(file.path.parent, str(value), file.settings[key])
    return found


def _input_file(folder: Path, name: str, setting: Setting) -> _InputFile:
    for base in (folder, Path()):
        path = (base / name).resolve()
        if path.is_file():
            try:
                return _InputFile(path, fingerprint.of_file(path))
            except OSError as error:
                raise UsageError(f"{setting.where} is '{name}', expected a readable file ({error.strerror})") from error
    raise UsageError(f"{setting.where} is '{name}', expected an existing file")
