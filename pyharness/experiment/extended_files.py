"""An experiment's TOML merged with the files it extends, and the file that each key comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from schema.errors import UsageError
from schema.text import nearest

EXTENDS, WITHOUT = "extends", "without"
MERGED = ("parameters", "vary", "one_at_a_time", "derived")
"""Tables that are merged key by key."""
REPLACED = ("zip", "points")
"""Lists of tables, which replace those of the extended file."""
RESTS = ("one_at_a_time", "points")
"""Tables whose keys may be in [parameters], too, with their value at rest."""
HOW_MANY = ("replications", "stop")
"""Each replaces the other."""
NOT_INHERITED = ("name", EXTENDS, WITHOUT)
"""Two experiments of one name would share a folder."""


@dataclass(frozen=True)
class Sources:
    """The content of the TOML at `path` with all that it extends."""

    path: Path
    text: str
    """Of all files, the experiment's own first."""
    tables: Mapping[str, Any]
    file_by_key: Mapping[tuple[str, ...], Path]
    """The file of each key, or table and key; keys of `path` itself may be missing."""

    def file_of(self, *key: str) -> Path:
        """Return the file that has `key`, for messages and as the base of input files."""
        return self.file_by_key.get(key[:2]) or self.file_by_key.get(key[:1]) or self.path


def read_sources(path: Path, extended_by: tuple[Path, ...] = ()) -> Sources:
    """Read `path` and what it extends. Raises UsageError, also for files that extend each other in a circle."""
    text = _read(path)
    try:
        own = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not valid TOML: {' '.join(str(error).split())}") from error
    if EXTENDS not in own:
        if WITHOUT in own:
            raise UsageError(f"{path}: without is given without extends, expected both")
        return Sources(path, text, own, {})
    base = _base(path, own[EXTENDS], (*extended_by, path))
    left_out = (*NOT_INHERITED, *(HOW_MANY if any(key in own for key in HOW_MANY) else ()))
    tables = {key: value for key, value in base.tables.items() if key not in left_out}
    tables = _minus(tables, _dropped(path, own.get(WITHOUT, []), tables))
    tables = _minus(tables, {pair for pair in _keys(tables) for ours in _keys(own) if _displaces(ours, pair)})
    merged = {**tables, **own}
    for table in MERGED:
        if isinstance(tables.get(table), dict) and isinstance(own.get(table), dict):
            merged[table] = {**tables[table], **own[table]}
    file_by_key: dict[tuple[str, ...], Path] = {(key,): base.file_of(key) for key in tables} | {
        pair: base.file_of(*pair) for pair in _keys(tables)
    }
    file_by_key |= {(key,): path for key in own} | {pair: path for pair in _keys(own)}
    return Sources(path, f"{text}\n# {base.path.name}, which it extends:\n{base.text}", merged, file_by_key)


def _base(path: Path, given: Any, extended_by: tuple[Path, ...]) -> Sources:
    if not isinstance(given, str):
        raise UsageError(f"{path}: {EXTENDS} is {given!r}, expected the path of another experiment")
    base = path.parent / given
    if not base.is_file():
        raise UsageError(f"{path}: {EXTENDS} is '{given}', expected an existing file")
    if any(base.samefile(each) for each in extended_by):
        circle = " extends ".join(str(each) for each in (*extended_by, base))
        raise UsageError(f"{path}: {EXTENDS} goes in a circle: {circle}")
    return read_sources(base, extended_by)


def _keys(tables: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield table and key of every parameter in `tables`. Tables of a wrong shape are skipped and refused later."""
    for table in MERGED:
        if isinstance(tables.get(table), dict):
            yield from ((table, key) for key in tables[table])
    for table in REPLACED:
        for each in tables[table] if isinstance(tables.get(table), list) else ():
            yield from ((table, key) for key in each if isinstance(each, dict))


def _displaces(ours: tuple[str, str], theirs: tuple[str, str]) -> bool:
    """Whether a key replaces the extended file's in another table."""
    if ours[1] != theirs[1] or ours[0] == theirs[0]:
        return False
    return not any({ours[0], theirs[0]} == {"parameters", table} for table in RESTS)


def _dropped(path: Path, patterns: Any, tables: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Return the table and key of each parameter that `without` names."""
    if not isinstance(patterns, list) or not all(isinstance(pattern, str) for pattern in patterns):
        raise UsageError(f"{path}: {WITHOUT} is {patterns!r}, expected a list of keys, or of patterns such as 'ns3::*'")
    pairs = set(_keys(tables))
    for pattern in patterns:
        if not any(fnmatchcase(key, pattern) for _, key in pairs):
            hint = nearest(pattern, (key for _, key in pairs))
            raise UsageError(f"{path}: {WITHOUT} has '{pattern}', expected a key of the file it extends{hint}")
    return {(table, key) for table, key in pairs for pattern in patterns if fnmatchcase(key, pattern)}


def _minus(tables: Mapping[str, Any], gone: Collection[tuple[str, str]]) -> dict[str, Any]:
    """Return `tables` without the keys `gone`; a table of a list that becomes empty is dropped."""
    left = dict(tables)
    for table in MERGED:
        if isinstance(left.get(table), dict):
            left[table] = {key: value for key, value in left[table].items() if (table, key) not in gone}
    for table in REPLACED:
        if isinstance(left.get(table), list):
            thinned = [
                {key: value for key, value in each.items() if (table, key) not in gone}
                if isinstance(each, dict)
                else each
                for each in left[table]
            ]
            left[table] = [each for each in thinned if each]
    return left


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UsageError(f"{path}: no such file, expected an experiment in TOML") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 text, expected an experiment in TOML") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error
