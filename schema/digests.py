"""SHA-256 of files and of plain data, and a file's bytes made safe on disk."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def of_file(path: Path) -> str:
    """SHA-256 of the file's bytes, as hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def of_files(paths: Iterable[Path]) -> str:
    """SHA-256 over the digests of several files, in the order given."""
    return of_data([of_file(path) for path in paths])


def of_bytes(content: bytes) -> str:
    """SHA-256 of `content`, as hex."""
    return hashlib.sha256(content).hexdigest()


def of_data(data: Any) -> str:
    """SHA-256 of plain data (dicts, lists, strings, numbers) in canonical JSON, UTF-8."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def canonical(data: Any) -> str:
    """Plain data as JSON with one spelling only: sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def sync(path: Path) -> None:
    """Have the file's or folder's content on disk before going on."""
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
