"""A folder with one demand matrix per time step, as the archives of SNDlib have them: a series for each pair of nodes.

SNDlib leaves out demands of 0, so that a pair without one in a matrix that lists both nodes has no traffic there. A
node that a matrix does not list does not exist in that step. A step without a file is a gap.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from spark_analysis.prediction.series.collection import (
    ExcludedSeries,
    NamedSeries,
    SeriesCollection,
    SeriesName,
)
from spark_analysis.prediction.series.series_table import series_of_rows
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources.sndlib.demand_matrix import DemandMatrix, Pair
from spark_analysis.prediction.sources.sndlib.native_format import HEADER, parse_native
from spark_analysis.prediction.sources.sndlib.xml_format import parse_xml

ENDINGS = (".txt", ".xml")


def series_of_matrices(folder: Path, longest_part: bool = False, minimum_steps: int = 2) -> SeriesCollection:
    """The series of all pairs that have a demand in some step.

    A step without a file is a gap, which excludes every series; with `longest_part` the longest stretch of steps
    without a gap is taken instead. Raises UnusableSeries for a file that is none of SNDlib's, and without any file.
    """
    files = sorted(path for path in folder.iterdir() if path.suffix in ENDINGS)
    if not files:
        raise UnusableSeries(Fault.EMPTY, f"{folder} has no file of SNDlib, expected names that end in .txt or .xml")
    matrices = sorted((read_matrix(path) for path in files), key=lambda matrix: matrix.time)
    numbered = list(zip(_steps(matrices, folder), matrices, strict=True))
    notes: tuple[str, ...] = ()
    if longest_part:
        kept = _longest_part(numbered)
        if len(kept) < len(numbered):
            notes = (f"{folder.name}: the longest part without a gap has {len(kept)} of {len(numbered)} steps",)
        numbered = kept
    return _collection(folder.name, numbered, notes, minimum_steps)


def read_matrix(path: Path) -> DemandMatrix:
    """The matrix in a file of either format. Raises UnusableSeries, and OSError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UnusableSeries(Fault.SHAPE, f"{path} is no text") from error
    if not text.strip():
        raise UnusableSeries(Fault.EMPTY, f"{path} is empty")
    if text.lstrip().startswith("<"):
        return parse_xml(text, path.name)
    if not text.lstrip().startswith(HEADER):
        raise UnusableSeries(Fault.SHAPE, f"{path} is no file of SNDlib, expected XML or {HEADER!r} at its start")
    return parse_native(text, path.name)


def _steps(matrices: Sequence[DemandMatrix], folder: Path) -> list[int]:
    """The number of each matrix, from the first one's time on."""
    first = matrices[0]
    if any(matrix.granularity != first.granularity for matrix in matrices):
        raise UnusableSeries(Fault.SHAPE, f"{folder} has matrices of different granularity")
    if twice := next((a.time for a, b in pairwise(matrices) if a.time == b.time), None):
        raise UnusableSeries(Fault.GAP, f"{folder} has two matrices of {twice:%Y-%m-%d %H:%M}")
    steps = [(matrix.time - first.time) / first.granularity for matrix in matrices]
    if any(not step.is_integer() for step in steps):
        raise UnusableSeries(Fault.SHAPE, f"{folder} has times that are not whole steps of its granularity apart")
    return [int(step) for step in steps]


_Numbered = list[tuple[int, DemandMatrix]]


def _longest_part(numbered: _Numbered) -> _Numbered:
    """The first of the longest stretches of successive steps."""
    steps = np.array([step for step, _ in numbered])
    parts = np.split(np.arange(len(steps)), np.flatnonzero(np.diff(steps) != 1) + 1)
    longest = max(parts, key=len)
    return [numbered[index] for index in longest]


def _collection(source: str, numbered: _Numbered, notes: tuple[str, ...], minimum_steps: int) -> SeriesCollection:
    pairs = sorted({pair for _, matrix in numbered for pair in matrix.demands})
    if not pairs:
        raise UnusableSeries(Fault.EMPTY, f"{source} has no demand in any file")
    series, excluded = [], []
    last = numbered[-1][0]
    for pair in pairs:
        name = SeriesName(source, "", 0, "-".join(pair))
        rows = _rows(pair, numbered)
        try:
            one = series_of_rows(f"{name.link} of {source}", rows, minimum_steps)
        except UnusableSeries as error:
            excluded.append(ExcludedSeries(name, error.fault, str(error)))
            continue
        ended = bool(rows["step"][-1] < last)
        series.append(NamedSeries(name, one, source, has_changes=False, ended_early=ended))
    return SeriesCollection(tuple(series), tuple(excluded), notes)


def _rows(pair: Pair, numbered: Iterable[tuple[int, DemandMatrix]]) -> dict[str, np.ndarray]:
    found = [(step, matrix.demands.get(pair, 0.0)) for step, matrix in numbered if set(pair) <= matrix.nodes]
    steps, values = np.array(found, dtype=np.float64).reshape(-1, 2).T
    unchanged = np.zeros(len(steps))
    return {"step": steps, "notifications": values, "dS": unchanged, "dA": unchanged}
