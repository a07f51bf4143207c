"""Columns from the folders a file is in: `protocol=topsim,events=100/1/radio-7.pcap` has `protocol` and `events`, and
in the folder of an experiment of ours `variant` and `replication`."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from pyspark.sql.types import DataType, DoubleType, LongType, StringType

from spark_analysis.datasource.storage import CaptureFile

Value = int | float | str | None
_PAIR = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)


def folder_columns(
    files: Sequence[CaptureFile], taken: Collection[str]
) -> dict[str, tuple[DataType, dict[str, Value]]]:
    """Column name -> Spark type, and value by file: long where all are whole numbers, double where all are numbers,

    null where a file's folders do not have it. A name of `taken` is left to the column that has it.
    """
    if all(file.variant is None for file in files):
        return _from_folder_names(files, taken)
    variants: dict[str, Value] = {file.path: file.variant for file in files}
    replications: dict[str, Value] = {file.path: file.replication for file in files}
    by_name = _from_folder_names(files, {*taken, "variant", "replication"})
    return {"variant": (StringType(), variants), **by_name, "replication": (LongType(), replications)}


def _from_folder_names(
    files: Sequence[CaptureFile], taken: Collection[str]
) -> dict[str, tuple[DataType, dict[str, Value]]]:
    by_name: dict[str, dict[str, str]] = {}
    paths = [file.path for file in files]
    for path in paths:
        for folder in PurePosixPath(path).parent.parts:
            for piece in folder.split(","):
                if (pair := _PAIR.fullmatch(piece)) and pair[1].lower() not in taken:
                    by_name.setdefault(pair[1], {})[path] = pair[2]
    columns = {}
    for name, texts in by_name.items():
        kind, read = _kind(texts.values())
        columns[name] = kind, {path: read(texts[path]) if path in texts else None for path in paths}
    return columns


def _kind(texts: Collection[str]) -> tuple[DataType, type[int] | type[float] | type[str]]:
    kinds: tuple[tuple[DataType, type[int] | type[float]], ...] = ((LongType(), int), (DoubleType(), float))
    for kind, read in kinds:
        try:
            for text in texts:
                read(text)
        except ValueError:
            continue
        return kind, read
    return StringType(), str
