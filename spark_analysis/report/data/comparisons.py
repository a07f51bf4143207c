"""The paired differences of two variants, from the table of pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, nan

from spark_analysis.report.data.inputs import Inputs
from spark_analysis.statistics.verdict import Outcome, outcome


@dataclass(frozen=True)
class Difference:
    """`a` minus `b`, over the replications that both have."""

    metric: str
    a: str
    b: str
    n: int
    mean: float
    low: float
    high: float
    p: float
    p_holm: float
    effect: float = nan
    """Hedges' g."""

    @property
    def decisive_p(self) -> float:
        """Holm's where there is one."""
        return self.p_holm if isfinite(self.p_holm) else self.p

    @property
    def outcome(self) -> Outcome:
        return outcome(self.n, self.mean, self.low, self.high, self.p, self.p_holm)

    def reversed(self) -> Difference:
        return replace(self, a=self.b, b=self.a, mean=-self.mean, low=-self.high, high=-self.low, effect=-self.effect)


class Comparisons:
    """Paired differences by metric, each to be had in either direction."""

    def __init__(self, inputs: Inputs) -> None:
        self._by_metric: dict[str, dict[tuple[str, str], Difference]] = {}
        for row in inputs.pairs.itertuples(index=False):
            n = int(row.n) if isfinite(row.n) else 0
            numbers = (
                float(v)
                for v in (row.mean_difference, row.ci_low, row.ci_high, row.p_value, row.p_holm, row.effect_size)
            )
            one = Difference(str(row.metric), str(row.variant_a), str(row.variant_b), n, *numbers)
            self._by_metric.setdefault(one.metric, {})[one.a, one.b] = one

    def __bool__(self) -> bool:
        return bool(self._by_metric)

    @property
    def rule(self) -> str:
        """When a difference counts as significant, in words; a table without Holm's column is taken at its p values."""
        every = [difference for known in self._by_metric.values() for difference in known.values()]
        if any(isfinite(difference.p) and not isfinite(difference.p_holm) for difference in every):
            return "at 5 %, without a correction for the number of comparisons"
        return "at 5 % after Holm’s correction"

    def of(self, metric: str) -> list[Difference]:
        """As they stand in the table."""
        return list(self._by_metric.get(metric, {}).values())

    def between(self, metric: str, a: str, b: str) -> Difference:
        """`a` minus `b`; without a row in the table a difference of NaN."""
        known = self._by_metric.get(metric, {})
        if (a, b) in known:
            return known[a, b]
        if (b, a) in known:
            return known[b, a].reversed()
        return Difference(metric, a, b, 0, nan, nan, nan, nan, nan)


__all__ = ["Comparisons", "Difference", "Outcome"]
