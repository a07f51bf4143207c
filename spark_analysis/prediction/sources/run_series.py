"""The series of runs, from their tables or captures: one Spark task per run, whose data never leaves its worker."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from schema.run_files import NotCounted
from schema.traces import read_run_table
from spark_analysis.prediction.series.collection import (
    ExcludedSeries,
    NamedSeries,
    Place,
    SeriesCollection,
    joined,
)
from spark_analysis.prediction.series.series_table import Link, SeriesOfLinks, read_series
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources.captured_steps import (
    NO_CHANGES,
    captured_brokers,
    captured_notifications,
    filled_steps,
    run_tables,
    steps_with_link,
)
from spark_analysis.prediction.sources.measured_steps import MeasuredSteps, measured_steps
from spark_analysis.prediction.sources.runs import RunSource
from spark_analysis.prediction.sources.step_table import read_step_table
from spark_analysis.run.overlays.link_history import LinkChange, degrees, links_at
from spark_analysis.run.runs import Run, read_run
from spark_analysis.run.workers import in_workers

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class _Traffic:
    """The rows of `link_steps` of a run, and the directions that cannot be counted."""

    columns: dict[str, np.ndarray]
    uncounted: Mapping[Link, str]
    has_changes: bool
    notes: tuple[str, ...] = ()


def series_of_runs(
    spark: SparkSession, sources: Sequence[RunSource], from_captures: bool = False, length_ns: int | None = None
) -> SeriesCollection:
    """The series of all links of `sources`, from the table `link_steps` or from the captures of their brokers.

    `length_ns` is the length of a step: of captures any, of the table that with which it was written. The default is
    the brokers' window. A run that has no usable table or captures is excluded with its reason.
    """
    work = partial(series_of_run, from_captures=from_captures, length_ns=length_ns)
    return joined(in_workers(spark, work, sources))


def series_of_run(source: RunSource, from_captures: bool = False, length_ns: int | None = None) -> SeriesCollection:
    """The series of the links of one run."""
    try:
        run = read_run(source.run)
        steps = measured_steps(run, length_ns)
        changes = link_changes_of(run)
        traffic = _captured(source, run, steps, changes) if from_captures else _written(run, steps)
        found = read_series(traffic.columns)
    except UnusableSeries as error:
        return SeriesCollection(excluded=(_left_out(source, error.fault, str(error)),))
    except NotCounted as error:
        return SeriesCollection(excluded=(_left_out(source, Fault.EMPTY, f"it does not count: {error}"),))
    return _named(source, found, traffic, _degrees(found, changes, steps))


def link_changes_of(run: Run) -> list[LinkChange]:
    """The changes of the overlay's links, in order. Raises UnusableSeries for a run without an overlay."""
    rows = read_run_table(Path(run.path), "overlay_links", run.kind).rows if run.kind == "wired" else ()
    if not len(rows):
        raise UnusableSeries(Fault.EMPTY, "the run has no overlay")
    changes = (LinkChange(int(row["time_ns"]), (int(row["a"]), int(row["b"])), bool(row["up"])) for row in rows)
    return sorted(changes, key=lambda change: (change.time_ns, change.up))


def _written(run: Run, steps: MeasuredSteps) -> _Traffic:
    return _Traffic(steps.restricted(read_step_table(run)), {}, has_changes=True)


def _captured(source: RunSource, run: Run, steps: MeasuredSteps, changes: Sequence[LinkChange]) -> _Traffic:
    with contextlib.closing(run_tables(run, Path(source.folder))) as tables:
        senders = captured_brokers(tables)
        counts = captured_notifications(tables, steps.length_ns)
    known = steps_with_link(changes, steps)
    counted = {direction: each for direction, each in known.items() if direction[0] in set(senders)}
    columns = filled_steps(counts, counted)
    uncounted = {each: f"broker {each[0]} has no capture" for each in known.keys() - counted.keys()}
    return _Traffic(columns, uncounted, has_changes=False, notes=(NO_CHANGES,))


def _degrees(found: SeriesOfLinks, changes: Sequence[LinkChange], steps: MeasuredSteps) -> dict[Link, int]:
    """The number of links that the forwarding broker of each series has at the end of the series' first step."""
    by_step = {
        step: degrees(links_at(changes, (step + 1) * steps.length_ns - 1))
        for step in {series.first_step for series in found.series.values()}
    }
    return {link: by_step[series.first_step][link[0]] for link, series in found.series.items()}


def _named(source: RunSource, found: SeriesOfLinks, traffic: _Traffic, links: Mapping[Link, int]) -> SeriesCollection:
    ended = set(found.ended_early)
    series = tuple(
        NamedSeries(
            name=source.name(f"{link[0]}-{link[1]}"),
            series=each,
            traffic=source.traffic,
            place=Place.INTERIOR if links[link] > 1 else Place.BORDER,
            has_changes=traffic.has_changes,
            ended_early=link in ended,
        )
        for link, each in found.series.items()
    )
    excluded = [
        ExcludedSeries(source.name(f"{a}-{b}"), error.fault, str(error)) for (a, b), error in found.excluded.items()
    ]
    excluded += [
        ExcludedSeries(source.name(f"{a}-{b}"), Fault.EMPTY, sentence) for (a, b), sentence in traffic.uncounted.items()
    ]
    return SeriesCollection(series, tuple(excluded), traffic.notes)


def _left_out(source: RunSource, fault: Fault, sentence: str) -> ExcludedSeries:
    name = source.name()
    return ExcludedSeries(name, fault, f"{name.variant}/{name.replication} of {name.source}: {sentence}")
