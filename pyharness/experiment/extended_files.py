"""An experiment's TOML together with the files it extends, merged into one; and which file says what."""

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
"""Where a key may stand in [parameters] as well: there it rests."""
HOW_MANY = ("replications", "stop")
"""Each takes the place of the other."""
NOT_INHERITED = ("name", EXTENDS, WITHOUT)
"""Two experiments of one name would share a folder."""


@dataclass(frozen=True)
class Sources:
    """What the TOML at `path` asks for, all files taken together."""

    path: Path
    text: str
    """Of all files, the experiment's own first."""
    tables: Mapping[str, Any]
    said_by: Mapping[tuple[str, ...], Path]
    """By key, or table and key; what stands in `path` itself may be missing."""

    def file_of(self, *key: str) -> Path:
        """The file that says `key`, for messages and to find input files beside."""
        return self.said_by.get(key[:2]) or self.said_by.get(key[:1]) or self.path


def read_sources(path: Path, extended_by: tuple[Path, ...] = ()) -> Sources:
    """Read `path` and what it extends. Raises UsageError, also for files that extend each other in a circle."""
    text = _read(path)
    try:
        own = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not valid TOML: {' '.join(str(error).split())}") from error
    if EXTENDS not in own:
        if WITHOUT in own:
            raise UsageError(f"{path}: without stands alone, expected it with extends")
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
    said_by: dict[tuple[str, ...], Path] = {(key,): base.file_of(key) for key in tables} | {
        pair: base.file_of(*pair) for pair in _keys(tables)
    }
    said_by |= {(key,): path for key in own} | {pair: path for pair in _keys(own)}
    return Sources(path, f"{text}\n# {base.path.name}, which it extends:\n{base.text}", merged, said_by)


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
    """Table and key of every parameter that `tables` speak of. What has not the right shape is for others to refuse."""
    for table in MERGED:
        if isinstance(tables.get(table), dict):
            yield from ((table, key) for key in tables[table])
    for table in REPLACED:
        for each in tables[table] if isinstance(tables.get(table), list) else ():
            yield from ((table, key) for key in each if isinstance(each, dict))


def _displaces(ours: tuple[str, str], theirs: tuple[str, str]) -> bool:
    """Whether a key takes the place of the extended file's in another table."""
    if ours[1] != theirs[1] or ours[0] == theirs[0]:
        return False
    return not any({ours[0], theirs[0]} == {"parameters", table} for table in RESTS)


def _dropped(path: Path, patterns: Any, tables: Mapping[str, Any]) -> set[tuple[str, str]]:
    """What `without` names."""
    if not isinstance(patterns, list) or not all(isinstance(pattern, str) for pattern in patterns):
        raise UsageError(f"{path}: {WITHOUT} is {patterns!r}, expected a list of keys, or of patterns such as 'ns3::*'")
    pairs = set(_keys(tables))
    for pattern in patterns:
        if not any(fnmatchcase(key, pattern) for _, key in pairs):
            hint = nearest(pattern, (key for _, key in pairs))
            raise UsageError(f"{path}: {WITHOUT} has '{pattern}', expected a key of the file it extends{hint}")
    return {(table, key) for table, key in pairs for pattern in patterns if fnmatchcase(key, pattern)}


def _minus(tables: Mapping[str, Any], gone: Collection[tuple[str, str]]) -> dict[str, Any]:
    """`tables` without some of their keys; tables of a list that become empty go as a whole."""
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
