"""Comparison of a run's folder with its manifest, the same for the harness and the analysis."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from schema.manifest import MANIFEST, CorruptManifest, Manifest, OutputFile, failure_reason, unsealed

NOT_RUN = "not run, or not finished"


class NotCounted(ValueError):
    """A run that may not enter a statistic; the message is the reason, one phrase, the same wherever it is shown."""


def manifest_in(run: Path) -> Manifest:
    """The manifest in folder `run`. Raises CorruptManifest, or OutdatedManifest."""
    try:
        return unsealed((run / MANIFEST).read_bytes())
    except FileNotFoundError as error:
        raise CorruptManifest("it has no manifest") from error
    except OSError as error:
        raise CorruptManifest(str(error.strerror)) from error


def done_manifest(run: Path) -> Manifest:
    """The manifest of the run at `run`, which is done by it. Raises NotCounted where it is not."""
    try:
        manifest = manifest_in(run)
    except CorruptManifest as error:
        raise NotCounted(str(error) if os.path.lexists(run) else NOT_RUN) from error
    if manifest.state != "done":
        raise NotCounted(failure_reason(manifest))
    return manifest


def first_difference(run: Path, manifest: Manifest, every_byte: bool) -> str:
    """A phrase about the first file in folder `run` that differs from its manifest; empty where none does.

    Sizes are compared, and the content where `every_byte`.
    """
    return next(filter(None, (_difference(run, file, every_byte) for file in manifest.files)), "")


def _difference(run: Path, written: OutputFile, every_byte: bool) -> str:
    path = run / written.name
    try:
        if not path.is_file():
            return f"{written.name} is missing"
        size = path.stat().st_size
        if size != written.bytes:
            return f"{written.name} has {size:,} bytes, {written.bytes:,} were written"
        if every_byte and _sha256(path) != written.sha256:
            return f"{written.name} has other bytes than were written"
    except OSError as error:
        return f"{written.name} cannot be read ({error.strerror})"
    return ""


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
