"""What can be asked of the formats by `.option(name, value)`, checked before anything is read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from spark_analysis.datasource.conditions import Condition
from spark_analysis.datasource.storage import S3

PATTERNS = "*.pcap,*.pcap.gz,*.pcap.zst"
MODES = ("tolerant", "strict")


class WrongOption(ValueError):
    """An option that does not exist, or a value that it cannot have."""


@dataclass(frozen=True)
class Options:
    """The options of one read; `columns` empty: all of them."""

    paths: tuple[str, ...]
    columns: tuple[str, ...]
    by: tuple[str, ...]
    where: Condition | None
    strict: bool
    patterns: tuple[str, ...]
    partitions: int | None
    partition_bytes: int | None
    s3: S3


_ALL = (
    *("path", "paths", "columns", "mode", "pathGlobFilter", "numPartitions", "partitionBytes"),
    *("s3.endpoint", "s3.region", "s3.accessKey", "s3.secretKey"),
)
_OWN = {"ns3pcap": ("where",), "ns3pcap_counts": ("by", "where"), "ns3pcap_quality": ()}


def read_options(format: str, given: Mapping[str, str]) -> Options:
    """Raises WrongOption. `given`: Spark's, whose names are alike in small and capital letters."""
    names = {name.lower(): name for name in (*_ALL, *_OWN[format])}
    for name in given:
        if name.lower() not in names:
            raise WrongOption(f"{format}: there is no option {name!r}; it has {', '.join(names.values())}")
    values = {names[name.lower()]: value for name, value in given.items()}
    mode = values.get("mode", MODES[0]).lower()
    if mode not in MODES:
        raise WrongOption(f"{format}: mode is {mode!r}, expected {' or '.join(MODES)}")
    paths = _paths(values)
    if not paths:
        raise WrongOption(f"{format}: no path is given")
    return Options(
        paths=paths,
        columns=_list(values.get("columns", "")),
        by=_list(values.get("by", "type,is_tx")),
        where=Condition(values["where"]) if values.get("where") else None,
        strict=mode == "strict",
        patterns=_list(values.get("pathGlobFilter", PATTERNS)),
        partitions=_count(format, values, "numPartitions"),
        partition_bytes=_count(format, values, "partitionBytes"),
        s3=S3(*(values.get(name) for name in ("s3.endpoint", "s3.region", "s3.accessKey", "s3.secretKey"))),
    )


def check_columns(format: str, option: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raises WrongOption where a name is not known."""
    there = list(known)
    for name in names:
        if name not in there:
            raise WrongOption(f"{format}: {option} names {name!r}, which is no column; there are {', '.join(there)}")


def _paths(values: Mapping[str, str]) -> tuple[str, ...]:
    """`load(path)` gives `path`, `load([a, b])` gives `paths`, as JSON. A comma is part of a path: variants have it."""
    several = values.get("paths", "")
    listed = json.loads(several) if several.startswith("[") else [several] if several else []
    return (*([values["path"]] if values.get("path") else []), *listed)


def _list(value: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split(",") if name.strip())


def _count(format: str, values: Mapping[str, str], name: str) -> int | None:
    value = values.get(name)
    if value is None:
        return None
    if not value.isdecimal() or int(value) < 1:
        raise WrongOption(f"{format}: {name} is {value!r}, expected a whole number above 0")
    return int(value)
