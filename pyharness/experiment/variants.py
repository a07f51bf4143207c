"""Variants: parameter points with a folder's name and a digest each."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from pyharness.experiment import parameter_values
from pyharness.experiment.input_files import InputFiles
from schema import digests
from schema.manifest import Scalar

NOTHING_VARIES = "only"
LONGEST_FOLDER_NAME = 200
"""Bytes; file systems take 255, and the harness puts a few before and after."""


@dataclass(frozen=True)
class Variant:
    """One parameter point: every parameter's value, and those of them that vary."""

    name: str
    """Its folder, `protocol=topsim,events=100`."""
    parameters: Mapping[str, Scalar]
    varying: Mapping[str, Scalar]
    digest: str = ""
    """SHA-256 of all that decides the bytes of its runs but the replication."""
    files: Mapping[str, Path] = field(default_factory=dict)
    """Where the input files are, by the parameter that names each."""

    @cached_property
    def arguments(self) -> tuple[str, ...]:
        """For the program: every parameter, but for empty texts."""
        given = {**self.parameters, **{key: str(path) for key, path in self.files.items()}}
        return tuple(f"--{key}={parameter_values.as_argument(value)}" for key, value in given.items() if value != "")


def variants_at(
    points: Sequence[Mapping[str, Scalar]],
    derived: Sequence[Mapping[str, Scalar]],
    fixed: Mapping[str, Scalar],
    files: InputFiles,
    decides: Mapping[str, str],
) -> list[Variant]:
    """Return every point as a variant, with its `derived` parameters and the `fixed` ones, which its name leaves out.

    `decides` holds what else the bytes of its runs depend on.
    """
    pair = lru_cache(maxsize=None, typed=True)(_pair)
    names = [",".join(pair(key, value) for key, value in point.items()) or NOTHING_VARIES for point in points]
    times = Counter(names)
    digest = _Digests(fixed, files, decides)
    variants = []
    for name, point, more in zip(names, points, derived, strict=True):
        plain = times[name] == 1 and len(name) <= LONGEST_FOLDER_NAME
        parameters = {**fixed, **point, **more}
        named = parameters.items() if files else ()
        places = {key: files[key, value].path for key, value in named if (key, value) in files}
        own_name = name if plain else _unlike(name, point)
        variants.append(Variant(own_name, parameters, point, digest({**point, **more}), places))
    return variants


class _Digests:
    """SHA-256 of all that decides a variant's bytes, over canonical JSON. Shared parts are spelled once."""

    def __init__(self, fixed: Mapping[str, Scalar], files: InputFiles, decides: Mapping[str, str]) -> None:
        self._files = files
        self._member = lru_cache(maxsize=None, typed=True)(self._spelled)
        self._fixed = {key: self._member(key, value) for key, value in fixed.items()}
        self._rest = digests.canonical_json(decides)

    def __call__(self, point: Mapping[str, Scalar]) -> str:
        members = {**self._fixed, **{key: self._member(key, value) for key, value in point.items()}}
        parameters = ",".join(members[key] for key in sorted(members))
        return hashlib.sha256(f"{self._rest}{{{parameters}}}".encode()).hexdigest()

    def _spelled(self, key: str, value: Scalar) -> str:
        """Return `"nodes":50`; an input file counts by its name and its content."""
        file = self._files.get((key, value))
        counts = value if file is None else {"name": value, "sha256": file.sha256}
        return f"{digests.canonical_json(key)}:{digests.canonical_json(counts)}"


def _pair(key: str, value: Scalar) -> str:
    """Return `key=value`; characters that file systems or Hadoop paths may refuse become underscores."""
    return f"{_clean(key)}={_clean(parameter_values.as_argument(value))}"


def _clean(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._+-]+", "_", text)


def _unlike(name: str, point: Mapping[str, Scalar]) -> str:
    """Return a unique name for a point whose plain name is too long, or the same as another's."""
    return f"{name[: LONGEST_FOLDER_NAME - 20]},{digests.of_data(dict(point))[:12]}"
