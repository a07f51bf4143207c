"""Files that parameters name, such as mobility traces: where they are, and what is in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyharness.experiment.parameter_grid import Layout
from pyharness.experiment.parameter_settings import Formula, Setting, Settings
from pyharness.programs.description import Description
from schema import digests as fingerprint
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


def input_files(description: Description, settings: Settings, layout: Layout) -> InputFiles:
    """All that the plan needs. Raises UsageError for one that is not there: beside the TOML that names it, or here."""
    found: dict[tuple[str, Scalar], InputFile] = {}
    for parameter in description.parameters:
        key = parameter.name
        if parameter.type == "str" and parameter.unit == FILE:
            asked: list[Setting | Formula] = [setting for name, setting in settings.all() if name == key]
            asked += [settings.derived[key]] if key in settings.derived else []
            derived = (each[key] for each in layout.derived if key in each)
            named = (*layout.varying.get(key, ()), *derived, layout.fixed.get(key, parameter.default))
            for name in dict.fromkeys(named):
                if name is not None and name != parameter.default:
                    found[key, name] = _input_file(str(name), _asking(name, asked))
    return found


def _asking(name: Scalar, asked: Sequence[Setting | Formula]) -> Setting | Formula:
    """What asks for the file of that name."""
    for each in asked:
        if isinstance(each, Setting) and isinstance(each.values, tuple) and name in each.values:
            return each
    return asked[-1]


def _input_file(name: str, asked: Setting | Formula) -> InputFile:
    for base in (asked.folder, Path()):
        path = (base / name).resolve()
        if path.is_file():
            try:
                return InputFile(path, fingerprint.of_file(path))
            except OSError as error:
                raise UsageError(f"{asked.where} is '{name}', expected a readable file ({error.strerror})") from error
    raise UsageError(f"{asked.where} is '{name}', expected an existing file")
