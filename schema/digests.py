"""SHA-256 of files and of plain data, and files that appear on disk whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def of_file(path: Path) -> str:
    """Return the SHA-256 of the file's bytes, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def of_files(paths: Iterable[Path]) -> str:
    """Return the SHA-256 over the digests of several files, in the order given."""
    return of_data([of_file(path) for path in paths])


def of_bytes(content: bytes) -> str:
    """Return the SHA-256 of `content`, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def of_data(data: Any) -> str:
    """Return the SHA-256 of plain data (dicts, lists, strings, numbers) in canonical JSON, UTF-8."""
    return hashlib.sha256(canonical_json(data).encode()).hexdigest()


def canonical_json(data: Any) -> str:
    """Return plain data as JSON in one spelling: sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def sync(path: Path) -> None:
    """Flush the content of a file or folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, text: str) -> None:
    """Write `path` so that it appears whole or not at all: a temporary name beside it, its own, synced, renamed."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
    temporary.write_text(text, encoding="utf-8")
    sync(temporary)
    temporary.replace(path)
    sync(path.parent)
