"""A metric's means and intervals in the unit a reader meets, and their wording."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, nan
from statistics import median_high

from schema.intervals import half_width
from spark_analysis.report.data.comparisons import Difference
from spark_analysis.report.data.inputs import Inputs
from spark_analysis.report.data.vocabulary import MetricView, Scale, scale, view
from spark_analysis.report.theme import numbers


@dataclass(frozen=True)
class Reading:
    """Mean and interval of one variant, scaled; the interval is NaN for a single replication."""

    mean: float = nan
    low: float = nan
    high: float = nan
    n: int = 0

    @property
    def has_interval(self) -> bool:
        return isfinite(self.low) and isfinite(self.high)

    @property
    def half_width(self) -> float:
        return half_width(self.low, self.high)


class MetricReadings:
    """One metric over all variants."""

    def __init__(self, inputs: Inputs, name: str) -> None:
        self.view: MetricView = view(name)
        means, lows, highs, counts = (inputs.values(name, column) for column in ("mean", "ci_low", "ci_high", "n"))
        self.scale: Scale = scale(name, inputs.unit(name), means.values())
        factor = self.scale.factor
        self._readings = {
            variant: Reading(
                means[variant] * factor, lows[variant] * factor, highs[variant] * factor, _count(counts[variant])
            )
            for variant in means
        }
        rows = inputs.runs[inputs.runs["metric"] == name]
        self._points: dict[str, dict[int, float]] = {}
        for variant, replication, value in zip(rows["variant"], rows["replication"], rows["value"], strict=True):
            if value is not None and isfinite(value):
                self._points.setdefault(str(variant), {})[int(replication)] = float(value) * factor

    def __bool__(self) -> bool:
        return any(isfinite(reading.mean) for reading in self._readings.values())

    def reading(self, variant: str) -> Reading:
        return self._readings.get(variant, Reading())

    @property
    def readings(self) -> list[Reading]:
        """Those that have a mean."""
        return [reading for reading in self._readings.values() if isfinite(reading.mean)]

    def points(self, variant: str) -> dict[int, float]:
        """Replication -> value."""
        return self._points.get(variant, {})

    @property
    def axis_label(self) -> str:
        """Name, unit and the direction that is better, as an axis needs them."""
        label = self.view.label[0].upper() + self.view.label[1:]
        unit = f" ({self.scale.unit})" if self.scale.unit else ""
        return label + unit

    @property
    def direction(self) -> str:
        return f"{self.view.better} is better" if self.view.better else ""

    def best(self, variants: Iterable[str]) -> float:
        """The best mean among `variants`; NaN where no end is better or nothing was measured."""
        means = [mean for mean in (self.reading(v).mean for v in variants) if isfinite(mean)]
        if not means or self.view.better is None:
            return nan
        return max(means) if self.view.better == "higher" else min(means)

    def mean_text(self, variant: str, *, with_unit: bool = True) -> str:
        """`93.4 %`."""
        return numbers.with_unit(self.value_text(self.reading(variant).mean), self.scale.unit if with_unit else "")

    def value_text(self, value: float) -> str:
        """One value, already scaled, with the digits of the means."""
        return numbers.fixed(value, self._places)

    def interval_text(self, variant: str) -> str:
        """`92.2 to 94.6`."""
        reading = self.reading(variant)
        if not reading.has_interval:
            return numbers.MISSING
        return f"{self.value_text(reading.low)} to {self.value_text(reading.high)}"

    def short_text(self, variant: str) -> str:
        """`93.4 ± 1.2`, without the unit."""
        reading = self.reading(variant)
        mean = numbers.fixed(reading.mean, self._places)
        return f"{mean} ± {numbers.fixed(reading.half_width, self._places)}" if reading.has_interval else mean

    def full_text(self, variant: str) -> str:
        """`93.4 % (95 % interval 92.2 to 94.6)`."""
        reading = self.reading(variant)
        if not reading.has_interval:
            return self.mean_text(variant)
        if reading.low == reading.high:
            return f"{self.mean_text(variant)} (the same in all {reading.n} replications)"
        return f"{self.mean_text(variant)} (95\N{NO-BREAK SPACE}% interval {self.interval_text(variant)})"

    def difference_text(self, difference: Difference, *, signed: bool = True, with_unit: bool = True) -> str:
        """`+1.2 percentage points (0.3 to 2.1)`."""
        mean, low, high = (value * self.scale.factor for value in (difference.mean, difference.low, difference.high))
        half = half_width(low, high)
        places = numbers.decimals(mean, half)
        unit = self.scale.difference_unit if with_unit else ""
        text = numbers.with_unit(numbers.fixed(mean, places, signed=signed), unit)
        if not isfinite(half) or half == 0:
            return text
        return f"{text} ({numbers.fixed(low, places, signed=signed)} to {numbers.fixed(high, places, signed=signed)})"

    @cached_property
    def _places(self) -> int:
        """Decimals, the same for every variant, so that columns can be read down."""
        each = [numbers.decimals(r.mean, r.half_width) for r in self._readings.values() if isfinite(r.mean)]
        return median_high(each) if each else 0


def _count(value: float) -> int:
    return int(value) if isfinite(value) else 0
