"""The traffic of one link and direction, step by step, with the changes of subscriptions and advertisements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, finite_values


@dataclass(frozen=True, eq=False)
class LinkSeries:
    """T(n), dS(n) and dA(n) of consecutive steps; the first value belongs to step `first_step`.

    The constructor raises UnusableSeries for an empty part, a value that is not finite, or parts of different lengths.
    """

    traffic: np.ndarray
    subscription_change: np.ndarray
    advertisement_change: np.ndarray
    first_step: int = 0

    def __post_init__(self) -> None:
        lengths = set()
        for name in ("traffic", "subscription_change", "advertisement_change"):
            values = finite_values(getattr(self, name), name=name)
            object.__setattr__(self, name, values)
            lengths.add(len(values))
        if len(lengths) > 1:
            raise UnusableSeries(Fault.SHAPE, "traffic and changes of a link have different numbers of steps")

    def __len__(self) -> int:
        return len(self.traffic)

    def until(self, end: int) -> LinkSeries:
        """The first `end` steps."""
        return LinkSeries(
            self.traffic[:end], self.subscription_change[:end], self.advertisement_change[:end], self.first_step
        )

    def last(self, steps: int) -> LinkSeries:
        """The last `steps` steps; all where there are fewer."""
        skipped = max(0, len(self) - steps)
        return LinkSeries(
            self.traffic[skipped:],
            self.subscription_change[skipped:],
            self.advertisement_change[skipped:],
            self.first_step + skipped,
        )


def traffic_only(traffic: object) -> LinkSeries:
    """A series whose subscriptions and advertisements never change. Raises UnusableSeries."""
    values = finite_values(traffic, name="traffic")
    unchanged = np.zeros(len(values))
    return LinkSeries(values, unchanged, unchanged)


def leak_future_changes(series: LinkSeries) -> LinkSeries:
    """LEAK, only to reproduce the paper: dS and dA of step n become those of step n + 1, the step that is predicted.

    The last step has no successor and is left out.
    """
    if len(series) < 2:
        raise UnusableSeries(Fault.TOO_SHORT, "a series of one step has no future changes")
    return LinkSeries(
        series.traffic[:-1], series.subscription_change[1:], series.advertisement_change[1:], series.first_step
    )
