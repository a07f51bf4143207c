"""Input files that parameters name, such as mobility traces: their places and the digests of their content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyharness.experiment.parameter_grid import ParameterGrid
from pyharness.experiment.parameter_settings import Formula, ParameterSetting, ParameterSettings
from pyharness.programs.description import Description
from schema import digests
from schema.errors import UsageError
from schema.manifest import Scalar

FILE = "file"
"""The unit of a parameter that names an input file."""


@dataclass(frozen=True)
class InputFile:
    """Its place now, and its content."""

    path: Path
    sha256: str


InputFiles = Mapping[tuple[str, Scalar], InputFile]
"""By parameter and given name."""


def input_files(description: Description, settings: ParameterSettings, layout: ParameterGrid) -> InputFiles:
    """Return all input files of the plan, relative to the TOML that names each, or to the current folder.

    Raises UsageError for one that does not exist.
    """
    found: dict[tuple[str, Scalar], InputFile] = {}
    for parameter in description.parameters:
        key = parameter.name
        if parameter.type == "str" and parameter.unit == FILE:
            asked: list[ParameterSetting | Formula] = [setting for name, setting in settings.all() if name == key]
            asked += [settings.derived[key]] if key in settings.derived else []
            derived = (each[key] for each in layout.derived if key in each)
            named = (*layout.varying.get(key, ()), *derived, layout.fixed.get(key, parameter.default))
            for name in dict.fromkeys(named):
                if name is not None and name != parameter.default:
                    found[key, name] = _input_file(str(name), _setting_of(name, asked))
    return found


def _setting_of(name: Scalar, asked: Sequence[ParameterSetting | Formula]) -> ParameterSetting | Formula:
    """Return the setting that names the file."""
    for each in asked:
        if isinstance(each, ParameterSetting) and isinstance(each.values, tuple) and name in each.values:
            return each
    return asked[-1]


def _input_file(name: str, asked: ParameterSetting | Formula) -> InputFile:
    for base in (asked.folder, Path()):
        path = (base / name).resolve()
        if path.is_file():
            try:
                return InputFile(path, digests.of_file(path))
            except OSError as error:
                raise UsageError(f"{asked.where} is '{name}', expected a readable file ({error.strerror})") from error
    raise UsageError(f"{asked.where} is '{name}', expected an existing file")
