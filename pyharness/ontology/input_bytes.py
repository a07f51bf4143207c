"""An input file, read whole, within a limit."""

from __future__ import annotations

import re
from pathlib import Path

from schema.errors import UsageError
from schema.text import size

LARGEST_FILE = 64_000_000
"""Bytes. 100,000 concepts in Turtle have some 8 MB."""
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/|(?:https?|ftp|file|urn|data):", re.IGNORECASE)


def refuse_address(path: Path | str, expected: str) -> None:
    """Raise UsageError where `path` is an IRI: nothing is fetched."""
    if _ADDRESS.match(str(path)):
        raise UsageError(f"{path}: an address, expected {expected} on this machine; nothing is fetched")


def read_text(path: Path, expected: str) -> str:
    """Return the text of a file. Raises UsageError where there is none, or too much, or none in UTF-8."""
    refuse_address(path, expected)
    try:
        if path.is_dir():
            raise UsageError(f"{path}: a folder, expected {expected}")
        if not path.exists():
            raise UsageError(f"{path}: no such file, expected {expected}")
        if not path.is_file():
            raise UsageError(f"{path}: no regular file, expected {expected}")
        with path.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise UsageError(f"{path}: {getattr(error, 'strerror', None) or error}, expected {expected}") from error
    if len(content) > LARGEST_FILE:
        raise UsageError(f"{path}: too large, expected at most {size(LARGEST_FILE)}")
    if not content.strip():
        raise UsageError(f"{path}: empty, expected {expected}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{path}: line {line} is not UTF-8, expected {expected}") from error
