"""A claim of a paper and the verdict on it.

A claim gives a range for a quantity at one or several points. For each point the quantity is computed in every
replication, from variants of the same network and demand, and its mean gets Student's interval (95 %). A point agrees
if its mean is in the range. For a range with one end only, such as "less than", its whole interval must be in it.
It disagrees if its whole interval is outside. Otherwise it is open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from schema.intervals import Estimate, estimate
from spark_analysis.papers.comparison.paper_results import PaperResults

Samples = Mapping[str, Sequence[float]]
"""Values by replication, for each point by its label."""
STRAY = 0.05
"""Share of points that may disagree with a claim that agrees: an interval of 95 % misses the true mean that often."""


def merged(parts: Iterable[Samples]) -> Samples:
    """Return the points of all parts."""
    return {label: values for part in parts for label, values in part.items()}


class PaperVerdict(Enum):
    """The verdict on a claim; the value is how the page words it."""

    AGREES = "agrees"
    PARTLY = "partly"
    DISAGREES = "does not agree"
    OPEN = "undecided"
    ABSENT = "not computed"


@dataclass(frozen=True)
class Claim:
    """A statement of the paper with numbers, or with a direction."""

    name: str
    where: str
    """Section and figures."""
    words: str
    """The paper's."""
    measure: str
    """What is computed, one sentence."""
    samples: Callable[[PaperResults], Samples]
    why: str
    """The reason where the claim does not agree, or what the reader has to keep in mind: sentences without results."""
    low: float = -math.inf
    high: float = math.inf
    unit: str = "%"
    range_words: str = ""
    """In place of the numbers of the range, such as "below 0 %"."""
    pick: Literal["each", "largest"] = "each"
    """Whether each point is judged or, for words such as "up to", only the one with the largest mean."""

    @property
    def is_inequality(self) -> bool:
        """Whether the range has one end only."""
        return math.isinf(self.low) != math.isinf(self.high)

    @property
    def claimed(self) -> str:
        """The range in words."""
        if self.range_words:
            return self.range_words
        unit = f" {self.unit}" if self.unit else ""
        if math.isinf(self.low):
            return f"at most {_bound(self.high)}{unit}"
        if math.isinf(self.high):
            return f"at least {_bound(self.low)}{unit}"
        return f"{_bound(self.low)} to {_bound(self.high)}{unit}"


def _bound(value: float) -> str:
    return f"{value:,g}".replace("-", "−")


@dataclass(frozen=True)
class JudgedPoint:
    """A point of a claim with its mean and interval."""

    label: str
    estimate: Estimate
    agrees: bool
    disagrees: bool


@dataclass(frozen=True)
class JudgedClaim:
    """A claim, the points that were judged, and the verdict."""

    claim: Claim
    points: tuple[JudgedPoint, ...]
    verdict: PaperVerdict

    @property
    def agreeing(self) -> int:
        """Points that agree."""
        return sum(point.agrees for point in self.points)

    @property
    def disagreeing(self) -> int:
        """Points that disagree."""
        return sum(point.disagrees for point in self.points)

    @property
    def lowest(self) -> JudgedPoint:
        """The point with the smallest mean."""
        return min(self.points, key=lambda point: point.estimate.mean)

    @property
    def highest(self) -> JudgedPoint:
        """The point with the largest mean."""
        return max(self.points, key=lambda point: point.estimate.mean)

    @property
    def replications(self) -> tuple[int, int]:
        """The least and the greatest number of replications of a point."""
        counts = [point.estimate.n for point in self.points]
        return min(counts), max(counts)


def judge(claim: Claim, results: PaperResults) -> JudgedClaim:
    """Return the verdict on `claim`."""
    points = [
        _judged(claim, label, estimate(values)) for label, values in claim.samples(results).items() if len(values)
    ]
    if claim.pick == "largest" and points:
        points = [max(points, key=lambda point: point.estimate.mean)]
    return JudgedClaim(claim, tuple(points), verdict_on(points))


def _judged(claim: Claim, label: str, found: Estimate) -> JudgedPoint:
    has_interval = math.isfinite(found.ci_low)
    is_inside = has_interval and claim.low <= found.ci_low and found.ci_high <= claim.high
    return JudgedPoint(
        label=label,
        estimate=found,
        agrees=is_inside if claim.is_inequality else claim.low <= found.mean <= claim.high,
        disagrees=has_interval and (found.ci_high < claim.low or found.ci_low > claim.high),
    )


def verdict_on(points: Sequence[JudgedPoint]) -> PaperVerdict:
    """Return the verdict on a claim with these points."""
    agreeing, disagreeing = (sum(getattr(point, name) for point in points) for name in ("agrees", "disagrees"))
    if not points:
        return PaperVerdict.ABSENT
    if disagreeing <= STRAY * len(points):
        return PaperVerdict.AGREES if agreeing >= len(points) / 2 else PaperVerdict.OPEN
    return PaperVerdict.PARTLY if agreeing else PaperVerdict.DISAGREES
