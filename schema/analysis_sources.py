"""The sources of the analysis, and the digest that identifies the analysis of a result."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path

PACKAGES = ("schema", "spark_analysis")
"""The analysis imports nothing else of this project."""
_SUFFIXES = {".py", ".j2", ".css", ".js"}


def analysis_sources_sha256(root: Path, without: Collection[str] = ()) -> str:
    """SHA-256 over the names and the content of the analysis' sources in the checkout `root`.

    `without`: files and folders of spark_analysis that do not count.
    """
    digest = hashlib.sha256()
    for source in _sources(root, without):
        content = source.read_bytes()
        digest.update(f"{source.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _sources(root: Path, without: Collection[str]) -> Iterator[Path]:
    left_out = {root / "spark_analysis" / name for name in without}
    for package in PACKAGES:
        for source in sorted((root / package).rglob("*.*")):
            if source.suffix in _SUFFIXES and left_out.isdisjoint((source, *source.parents)):
                yield source
