"""The digest of Python sources, wherever they are: in a folder, or in the archive that a cluster's workers import."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable


def source_digest(*packages: str) -> bytes:
    """SHA-256 over the names and the content of all Python sources in `packages` and the packages in them."""
    digest = sha256()
    for package in packages:
        for name, source in sorted(_python_sources(files(package), package), key=lambda named: named[0]):
            content = source.read_bytes()
            digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.digest()


def _python_sources(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        name = f"{prefix}/{entry.name}"
        if entry.name.endswith(".py"):
            yield name, entry
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _python_sources(entry, name)
