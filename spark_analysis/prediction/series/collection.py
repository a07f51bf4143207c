"""Series with their names and labels, and what was left out with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries


class Place(StrEnum):
    """Where the forwarding broker of a series is in the overlay, by the links that it has in the series' first step."""

    INTERIOR = "interior"
    """It has more than one overlay link."""
    BORDER = "border"
    """It has one."""
    UNKNOWN = ""
    """The series is of a file, which has no overlay."""


class SeriesName(NamedTuple):
    """What identifies a series. A file has the variant "" and the replication 0."""

    source: str
    """Name of the experiment, or of the file."""
    variant: str
    replication: int
    link: str
    """`a-b` for the direction from broker a to broker b."""


@dataclass(frozen=True, eq=False)
class NamedSeries:
    """A series with its labels."""

    name: SeriesName
    series: LinkSeries
    traffic: str
    """The kind of traffic: a parameter of the experiment, or the name of the variant or file."""
    place: Place = Place.UNKNOWN
    has_changes: bool = True
    """False where dS and dA are not known, and 0 stands for them."""
    ended_early: bool = False
    """The link or its broker vanished before the last step of its source."""


@dataclass(frozen=True)
class ExcludedSeries:
    """A series that was left out, by its fault and one sentence; the link "" stands for a whole run or file."""

    name: SeriesName
    fault: Fault
    sentence: str


@dataclass(frozen=True)
class SeriesCollection:
    """The usable series of some sources, and the others."""

    series: tuple[NamedSeries, ...] = ()
    excluded: tuple[ExcludedSeries, ...] = ()
    notes: tuple[str, ...] = field(default=())
    """Sentences on what the sources do not have."""

    @property
    def exclusions(self) -> Mapping[Fault, int]:
        return Counter(each.fault for each in self.excluded)


def joined(parts: Iterable[SeriesCollection]) -> SeriesCollection:
    """All parts together, by name. Raises UnusableSeries where two series have one name."""
    found = list(parts)
    series = sorted((each for part in found for each in part.series), key=lambda each: each.name)
    names = Counter(each.name for each in series)
    if twice := [name for name, count in names.items() if count > 1]:
        raise UnusableSeries(Fault.SHAPE, f"{described(twice[0])} is given twice")
    excluded = sorted((each for part in found for each in part.excluded), key=lambda each: each.name)
    notes = tuple(dict.fromkeys(note for part in found for note in part.notes))
    return SeriesCollection(tuple(series), tuple(excluded), notes)


def described(name: SeriesName) -> str:
    """A series in a sentence: `link 3-7 of strategy=ocbr/1 of overlay`."""
    of = f" of {name.variant}/{name.replication}" if name.variant else ""
    return f"series {name.link}{of} of {name.source}"
