"""Captures in the folders of our experiments: which of them count, and of which run each is.

An experiment's folder has `experiment.json`, and below `runs/` a folder per variant and in it one per replication.
Beside those may lie runs that failed, that a later plan no longer has, or that were set aside (`1.corrupt-…`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import ValidationError

from schema.manifest import EXPERIMENT, MANIFEST, RUNS, CorruptManifest, Experiment, unsealed

Read = Callable[[str], bytes | None]
"""Gives a small file's content by its path, None where there is no such file."""
_READS_AT_ONCE = 16
"""Of manifests: where each takes a request over a network, the waits overlap."""


class RunFolder(NamedTuple):
    """A folder in the place of a run; `replication` is its name, which need not be a number."""

    experiment: str
    variant: str
    replication: str

    @property
    def path(self) -> str:
        return f"{self.experiment}/{RUNS}/{self.variant}/{self.replication}"


@dataclass(frozen=True)
class Experiments:
    """The experiments around some captures."""

    plans: dict[str, Experiment]
    """By the path of their folders."""
    read: Read

    @classmethod
    def around(cls, paths: Iterable[str], read: Read) -> Experiments:
        """The experiments that files at `paths` may belong to. Raises ValueError where a plan cannot be read."""
        folders = dict.fromkeys(run.experiment for path in paths for run in _places(path))
        plans = {folder: plan for folder in folders if (plan := _plan(folder, read)) is not None}
        return cls(plans, read)

    def run_of(self, path: str) -> RunFolder | None:
        """The folder, in the place of a run, that the file at `path` is in; None where it is in no experiment's."""
        return next((run for run in _places(path) if run.experiment in self.plans), None)

    def that_count(self, paths: Iterable[str]) -> Iterator[str]:
        """Those of `paths` that are in no experiment's folder, or of a run that is planned and done."""
        of = {path: self.run_of(path) for path in paths}
        planned = list(dict.fromkeys(run for run in of.values() if run and self._is_planned(run)))
        with ThreadPoolExecutor(_READS_AT_ONCE) as pool:
            done = {run for run, is_done in zip(planned, pool.map(self._is_done, planned), strict=True) if is_done}
        return (path for path, run in of.items() if run is None or run in done)

    def _is_planned(self, run: RunFolder) -> bool:
        plan = self.plans[run.experiment]
        number = replication_number(run.replication)
        return run.variant in plan.variants and number is not None and number <= plan.replications_of(run.variant)

    def _is_done(self, run: RunFolder) -> bool:
        content = self.read(f"{run.path}/{MANIFEST}")
        try:
            return content is not None and unsealed(content).state == "done"
        except CorruptManifest:
            return False


def replication_number(name: str) -> int | None:
    """`12` as a number; None where a folder's name is not a replication's."""
    return int(name) if name.isascii() and name.isdecimal() and name[0] != "0" else None


def _places(path: str) -> Iterator[RunFolder]:
    """Where `path` may be `<experiment>/runs/<variant>/<replication>/…`, the deepest first."""
    parts = path.split("/")
    for at in range(len(parts) - 4, 0, -1):
        if parts[at] == RUNS:
            yield RunFolder("/".join(parts[:at]), parts[at + 1], parts[at + 2])


def _plan(folder: str, read: Read) -> Experiment | None:
    content = read(f"{folder}/{EXPERIMENT}")
    try:
        return None if content is None else Experiment.model_validate_json(content)
    except ValidationError as error:
        sentence = f"{folder}: its {EXPERIMENT} is not of this version, expected one that says which runs count"
        raise ValueError(sentence) from error
