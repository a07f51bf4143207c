"""All that a user can name as a source of series: experiments, runs, tables and folders of demand matrices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spark_analysis.prediction.series.collection import SeriesCollection, joined
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources import table_files
from spark_analysis.prediction.sources.run_series import series_of_runs
from spark_analysis.prediction.sources.runs import find_runs, is_run_source
from spark_analysis.prediction.sources.sndlib import matrix_folder

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXPECTED = "expected the folder of an experiment or a run, a CSV or Parquet file, or a folder of SNDlib's matrices"


@dataclass(frozen=True)
class SeriesInputs:
    """What to read, and how."""

    paths: tuple[Path, ...]
    replications: frozenset[int] | None = None
    """Of experiments only these; None: all."""
    traffic_parameter: str | None = None
    from_captures: bool = False
    step_ns: int | None = None
    longest_part: bool = False
    """Of a folder of matrices, the longest part without a gap."""


def check_inputs(inputs: SeriesInputs) -> None:
    """Raise UnusableSeries for a path that is no source, before anything is read."""
    for path in inputs.paths:
        if not path.exists():
            raise UnusableSeries(Fault.EMPTY, f"{path} does not exist, {EXPECTED}")
        if not (is_run_source(path) or path.is_dir() or path.suffix in table_files.ENDINGS):
            raise UnusableSeries(Fault.SHAPE, f"{path} is no source of series, {EXPECTED}")


def collect_series(spark: SparkSession, inputs: SeriesInputs) -> SeriesCollection:
    """The series of all inputs. Raises UnusableSeries for an input without any run or of another shape, and OSError."""
    check_inputs(inputs)
    return joined([_of_path(spark, path, inputs) for path in inputs.paths])


def _of_path(spark: SparkSession, path: Path, inputs: SeriesInputs) -> SeriesCollection:
    if is_run_source(path):
        found = find_runs(path, inputs.replications, inputs.traffic_parameter)
        if not found.runs and not found.excluded:
            raise UnusableSeries(Fault.EMPTY, f"{path} has no run of these replications")
        read = series_of_runs(spark, found.runs, inputs.from_captures, inputs.step_ns)
        return joined([read, SeriesCollection(excluded=found.excluded)])
    if path.is_dir():
        return matrix_folder.series_of_matrices(path, inputs.longest_part)
    return table_files.series_of_file(path)


def only_series(collection: SeriesCollection, paths: Sequence[Path]) -> SeriesCollection:
    """`collection` itself. Raises UnusableSeries where no series of it is usable."""
    if not collection.series:
        first = collection.excluded[0].sentence if collection.excluded else "there is none"
        raise UnusableSeries(Fault.EMPTY, f"no usable series in {', '.join(map(str, paths))}: {first}")
    return collection
