"""Series in a CSV or Parquet file: long (`step`, `link`, `value`), as `link_steps`, or wide (a column per series)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pc
import pyarrow.parquet as pq

from spark_analysis.prediction.series.collection import (
    ExcludedSeries,
    NamedSeries,
    SeriesCollection,
    SeriesName,
)
from spark_analysis.prediction.series.series_table import series_of_rows
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

ENDINGS = (".csv", ".parquet")
LONG = ("step", "link", "value")
LINKS = ("step", "a", "b", "notifications")
CHANGES = ("dS", "dA")
_EXPECTED = "expected the columns step, link and value, or one column of numbers per series"
_Rows = tuple[str, dict[str, np.ndarray]]


def series_of_file(path: Path, minimum_steps: int = 2) -> SeriesCollection:
    """The series in the file; each unusable one is excluded with a sentence. Raises UnusableSeries for another file."""
    table = _table(path)
    if not table.num_rows or not table.num_columns:
        raise UnusableSeries(Fault.EMPTY, f"{path} has no rows")
    names = set(table.column_names)
    if len(names) < table.num_columns:
        raise UnusableSeries(Fault.SHAPE, f"{path} has two columns of one name")
    is_long = names >= set(LONG) or names >= set(LINKS)
    has_changes = is_long and names >= set(CHANGES)
    rows = _long_rows(path, table, has_changes) if is_long else _wide_rows(path, table)
    return _collection(path, rows, has_changes, minimum_steps)


def _table(path: Path) -> pa.Table:
    try:
        if path.suffix == ".parquet":
            return pq.read_table(path)
        options = pc.ConvertOptions(null_values=[""], strings_can_be_null=True)
        return pc.read_csv(path, convert_options=options)
    except pa.ArrowInvalid as error:
        if path.stat().st_size == 0:
            raise UnusableSeries(Fault.EMPTY, f"{path} is empty") from error
        kind = path.suffix.removeprefix(".").upper() if path.suffix == ".csv" else "Parquet"
        raise UnusableSeries(Fault.SHAPE, f"{path} is no {kind} file: {str(error).splitlines()[0]}") from error


def _long_rows(path: Path, table: pa.Table, has_changes: bool) -> Iterator[_Rows]:
    is_link = set(table.column_names) < set(LONG) or not set(LONG) <= set(table.column_names)
    value = "notifications" if is_link else "value"
    steps = _whole_numbers(path, table, "step")
    values = {"notifications": _numbers(path, table, value)}
    for name in CHANGES:
        values[name] = _numbers(path, table, name) if has_changes else np.zeros(len(steps))
    if is_link:
        ends = (_whole_numbers(path, table, name).astype(np.int64) for name in ("a", "b"))
        links = np.array([f"{a}-{b}" for a, b in zip(*ends, strict=True)], dtype=object)
    else:
        links = np.array([str(each) for each in table["link"].to_pylist()], dtype=object)
        if table["link"].null_count:
            raise UnusableSeries(Fault.SHAPE, f"{path} has a row without a link")
    names, numbers = np.unique(links.astype(str), return_inverse=True)
    order = np.lexsort((steps, numbers))
    ends_of_links = np.cumsum(np.bincount(numbers, minlength=len(names)))
    for name, rows in zip(names, np.split(order, ends_of_links[:-1]), strict=True):
        yield str(name), {"step": steps[rows], **{key: column[rows] for key, column in values.items()}}


def _wide_rows(path: Path, table: pa.Table) -> Iterator[_Rows]:
    """Empty cells before the first value and after the last one are steps in which the series does not exist."""
    columns = [name for name in table.column_names if name != "step"]
    if not columns:
        raise UnusableSeries(Fault.SHAPE, f"{path} has only a column step, {_EXPECTED}")
    has_steps = "step" in table.column_names
    steps = _whole_numbers(path, table, "step") if has_steps else np.arange(table.num_rows, dtype=np.float64)
    order = np.argsort(steps, kind="stable")
    for name in columns:
        values = _numbers(path, table, name)[order]
        is_there = np.flatnonzero(~_is_null(table[name])[order])
        lasting = slice(is_there[0], is_there[-1] + 1) if len(is_there) else slice(0, 0)
        unchanged = np.zeros(len(values[lasting]))
        yield (
            name,
            {"step": steps[order][lasting], "notifications": values[lasting], **dict.fromkeys(CHANGES, unchanged)},
        )


def _collection(path: Path, rows: Iterator[_Rows], has_changes: bool, minimum_steps: int) -> SeriesCollection:
    found = list(rows)
    last = max((columns["step"][-1] for _, columns in found if len(columns["step"])), default=0)
    series, excluded = [], []
    for link, columns in found:
        name = SeriesName(path.name, "", 0, link)
        try:
            one = series_of_rows(f"{link} of {path.name}", columns, minimum_steps)
        except UnusableSeries as error:
            excluded.append(ExcludedSeries(name, error.fault, str(error)))
            continue
        ended = bool(columns["step"][-1] < last)
        series.append(NamedSeries(name, one, path.stem, has_changes=has_changes, ended_early=ended))
    return SeriesCollection(tuple(series), tuple(excluded))


def _is_null(column: pa.ChunkedArray) -> np.ndarray:
    return np.asarray(column.is_null().to_numpy())


def _numbers(path: Path, table: pa.Table, name: str) -> np.ndarray:
    """A column of numbers; NaN where there is none."""
    column = table[name]
    if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type) or pa.types.is_null(column.type)):
        raise UnusableSeries(Fault.SHAPE, f"column {name!r} of {path} has values that are no numbers, {_EXPECTED}")
    return np.asarray(column.cast(pa.float64()).to_numpy(), dtype=np.float64)


def _whole_numbers(path: Path, table: pa.Table, name: str) -> np.ndarray:
    values = _numbers(path, table, name)
    if not np.isfinite(values).all() or (values != np.floor(values)).any():
        raise UnusableSeries(Fault.SHAPE, f"column {name!r} of {path} has values that are no whole numbers")
    return values
