"""The content of a run's `manifest.json` and of an experiment's `experiment.json`.

docs/run-contract.md has their folders. Both are plain JSON that pydantic validates on reading. A manifest is sealed: a
digest of its content shows whether it was edited after a harness wrote it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

MANIFEST = "manifest.json"
EXPERIMENT = "experiment.json"
RUNS = "runs"
PROVENANCE = "provenance"

Scalar = bool | int | float | str


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OutputFile(_Frozen):
    """One file a run wrote, relative to its folder."""

    name: str
    bytes: int
    sha256: str


VERSION = 2
"""Of the manifest; runs of an earlier one are run again."""

Failure = Literal["", "exit", "signal", "timeout", "memory", "lost", "output"]


class Manifest(_Frozen):
    """The record of one run. `state` is done or failed; only done runs enter a statistic."""

    schema_version: Literal[2] = 2
    experiment: str
    variant: str
    replication: int
    """1-based; equals RngRun."""
    state: Literal["done", "failed"]
    identity: str
    """SHA-256 over program, ns-3 version, parameters, seed and NS_LOG: everything that decides the bytes."""
    program: str
    program_sha256: str
    network_kind: str = "radio"
    """Name of a kind in schema.kinds, as the program declares it; manifests without it are of radio runs."""
    parameters: dict[str, Scalar]
    """Every parameter given to the program, without RngRun and out."""
    varying: dict[str, Scalar]
    """The parameters that vary over the experiment: the extra columns of the tables."""
    rng_run: int
    ns_log: str = ""
    """The environment's NS_LOG; what it made the program say is in stderr.log."""
    versions: dict[str, str]
    provenance: str = ""
    """Name of the file in the experiment's `provenance/` that says all else of checkout, machine and dependencies."""
    command: list[str]
    """Reproduces the run, from the checkout's folder."""
    host: str = ""
    started: str
    """UTC, ISO 8601."""
    wall_seconds: float
    cpu_seconds: float = 0.0
    peak_memory_bytes: int
    allocator: str = ""
    """The library that was preloaded in place of the C library's malloc; empty: none."""
    attempts: int = 1
    """Times it was started: more than once where it died from outside."""
    exit_status: int
    """As the shell gives it; negative: the signal that ended it."""
    failure: Failure = ""
    """How a failed run failed: exit status, signal, time limit, memory limit, lost from outside, or outputs that break
    the contract."""
    error: str = ""
    """For a failed run: the last lines it said; above them, unless it ended with an exit status, how it failed. To
    show it, take `failure_reason` and `last_words`."""
    files: tuple[OutputFile, ...] = ()


def failure_reason(manifest: Manifest) -> str:
    """Why a failed run failed, in one phrase: the only one that any command, report or notebook shows.

    `took longer than 0.05 s`, `ended by SIGSEGV`, `ended with exit status 3: the radio caught fire`.
    """
    lines = manifest.error.splitlines() or [""]
    if _tells_how_first(manifest):
        return lines[0]
    status = manifest.exit_status
    ended = f"ended by signal {-status}" if status < 0 else f"ended with exit status {status}"
    return lines[0] if lines[0].startswith(ended) else f"{ended}: {lines[-1]}".removesuffix(": ")


def last_words(manifest: Manifest) -> str:
    """The last lines that a failed run said, where they say more than its `failure_reason`."""
    lines = manifest.error.splitlines()
    if _tells_how_first(manifest):
        return "\n".join(lines[1:])
    return "\n".join(lines) if len(lines) > 1 else ""


def _tells_how_first(manifest: Manifest) -> bool:
    """Whether the first line of `error` is the harness' and not the program's."""
    return manifest.failure not in ("", "exit") and bool(manifest.error)


class Experiment(_Frozen):
    """The plan as it was run: what the report quotes."""

    schema_version: Literal[1] = 1
    name: str
    question: str
    program: str
    network_kind: str = "radio"
    """Name of a kind in schema.kinds, as the program declares it; plans without it are of radio experiments."""
    parameters: dict[str, Scalar]
    varying: dict[str, tuple[Scalar, ...]]
    """Name -> the values it takes, in the order of the TOML."""
    together: tuple[tuple[str, ...], ...] = ()
    """Names that vary together: a step of one is a step of all, so variants that differ in them alone are compared."""
    units: dict[str, str] = {}
    """Of the parameters that have one; plans that were written before there were units have none."""
    labels: dict[str, dict[str, str]] = {}
    """Parameter -> value -> display name, as the program declares them; a value without one is shown as it is."""
    bounds: dict[str, tuple[str, ...]] = {}
    """Parameter -> its values that are bounds: they use what no node knows, and the others are compared with them."""
    variants: tuple[str, ...]
    """Folder names, in plan order."""
    replications: int
    """Of every variant but those in `fewer`."""
    fewer: dict[str, int] = {}
    """Replications of the variants that a stopping rule has given fewer of."""
    stop: str = ""
    """That rule in words; empty where the number of replications was fixed beforehand."""
    source: str
    """The TOML's text."""
    plan: str = ""
    """SHA-256 over all that decides the runs, but for the number of replications: equal plans share a folder."""

    def replications_of(self, variant: str) -> int:
        """How many replications `variant` is to have."""
        return self.fewer.get(variant, self.replications)

    @property
    def number_of_runs(self) -> int:
        """Over all variants."""
        return sum(map(self.replications_of, self.variants))

    def planned(self) -> Iterator[tuple[str, int]]:
        """Variant and replication of every run, by replication, then variant."""
        for replication in range(1, self.replications + 1):
            for variant in self.variants:
                if replication <= self.replications_of(variant):
                    yield variant, replication


class CorruptManifest(ValueError):
    """What stands in a manifest's place is not what a harness wrote; one phrase."""


class OutdatedManifest(CorruptManifest):
    """A manifest of an earlier version of this schema."""


def sealed(manifest: Manifest) -> str:
    """The manifest as JSON, with a digest of all it says in its last field."""
    data = manifest.model_dump(mode="json")
    return json.dumps({**data, "digest": _digest(data)}, indent=2, ensure_ascii=False) + "\n"


def unsealed(text: bytes) -> Manifest:
    """Read what `sealed` wrote. Raises CorruptManifest, or OutdatedManifest."""
    try:
        data = json.loads(text)
        if isinstance(data, dict) and data.get("schema_version") in range(VERSION):
            raise OutdatedManifest("its manifest is of an earlier version")
        digest = data.pop("digest", None) if isinstance(data, dict) else None
        manifest = Manifest.model_validate(data)
    except CorruptManifest:
        raise
    except ValidationError as error:
        raise CorruptManifest(f"its manifest is not one ({error.errors()[0]['msg'].lower()})") from error
    except (ValueError, RecursionError) as error:
        raise CorruptManifest("its manifest is not JSON") from error
    if digest != _digest(data):  # of what stands there: fields that came later are not in older manifests
        raise CorruptManifest("its manifest was changed after it was written")
    return manifest


def read_manifest(run: Path) -> Manifest | None:
    """The manifest in folder `run`, or None where there is none that is whole and as it was written."""
    try:
        return unsealed((run / MANIFEST).read_bytes())
    except (OSError, CorruptManifest):
        return None


def _digest(data: dict[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def read_experiment(folder: Path) -> Experiment:
    """The plan in `folder`. Raises FileNotFoundError or pydantic.ValidationError."""
    return Experiment.model_validate_json((folder / EXPERIMENT).read_bytes())
