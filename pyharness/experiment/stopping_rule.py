"""The `[stop]` table of an experiment: until when replications are added. docs/stopping-rule.md documents it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pyharness.experiment.parameter_values import as_argument
from pyharness.programs.analysis_process import metric_names
from schema.errors import UsageError
from schema.text import counted, listed, nearest

_Width = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class StoppingRule(BaseModel):
    """Replications are added until the interval of `metric` is narrow enough, or clear of 0: per variant, or with
    `between` per pair of variants that differ in that parameter alone."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    metric: Annotated[str, Field(min_length=1)]
    half_width: _Width | None = None
    """In the metric's unit."""
    relative: _Width | None = None
    """Half the width as a share of the mean."""
    between: dict[str, Annotated[list[Any], Field(min_length=2, max_length=2)]] = {}
    """One parameter and two of its values: the rule is for the paired difference, the first minus the second."""
    clear: bool = False
    """Whether an interval that excludes 0 is enough, too."""
    minimum: Annotated[int, Field(ge=2)] = 10
    maximum: Annotated[int, Field(ge=2)]
    step: Annotated[int, Field(ge=1)] = 5
    confidence: Annotated[float, Field(ge=0.5, lt=1)] = 0.95

    @property
    def looks(self) -> int:
        """Most looks at an interval."""
        return 1 + math.ceil((self.maximum - self.minimum) / self.step)

    @property
    def confidence_of_a_look(self) -> float:
        """The confidence at which an interval has to exclude 0 at one look.

        Each look gets an equal share of the error (Bonferroni), because an interval excludes 0 by chance the more often
        the more often it is looked at. That holds for any distribution and dependence.
        """
        return 1 - (1 - self.confidence) / self.looks

    @property
    def goal(self) -> str:
        """The goal of the intervals: `within ±0.02 or clear of 0`."""
        width = f"within ±{self.half_width:g}" if self.half_width is not None else ""
        share = f"within ±{100 * self.relative:g} % of the mean" if self.relative is not None else ""
        return " or ".join(filter(None, [width, share, "clear of 0" if self.clear else ""]))

    @property
    def words(self) -> str:
        """The whole rule in a sentence without its full stop, for the report."""
        return (
            f"{self.minimum} replications, then {self.step} more at a time up to {self.maximum}, until the "
            f"{100 * self.confidence:g} % interval of {self.what} was {self.goal}"
            + (f", at {100 * self.confidence_of_a_look:.4g} % at each of {self.looks} looks" if self.clear else "")
        )

    @property
    def what(self) -> str:
        """`delivery_ratio`, or `the difference in delivery_ratio, protocol topsim − sp-nhop,`."""
        return f"the difference in {self.metric}, {self.between_words}," if self.between else self.metric

    @property
    def between_words(self) -> str:
        """`protocol topsim − sp-nhop`; empty where the rule is for means."""
        pairs = {key: [as_argument(value) for value in values] for key, values in self.between.items()}
        return ", ".join(f"{key} {first} − {second}" for key, (first, second) in pairs.items())


_EXPECTED = {
    "metric": "the name of a metric of docs/metrics.md",
    "half_width": "a number above 0",
    "relative": "a number above 0, a share of the mean",
    "between": "a table of one parameter with two of its values, such as { protocol = ['topsim', 'sp-nhop'] }",
    "clear": "true or false",
    "minimum": "a whole number of at least 2",
    "maximum": "a whole number of at least 2",
    "step": "a whole number of at least 1",
    "confidence": "a number from 0.5 to below 1",
}


def read_rule(path: Path, table: dict[str, Any]) -> StoppingRule:
    """Return the rule of the table `[stop]` in `path`. Raises UsageError with one sentence."""
    try:
        rule = StoppingRule.model_validate(table)
    except ValidationError as error:
        raise UsageError(f"{path}: {_complaint(error)}") from error
    if fault := _metric_fault(rule.metric) or _fault(rule):
        raise UsageError(f"{path}: {fault}")
    return rule


def _complaint(error: ValidationError) -> str:
    first = error.errors()[0]
    key = str(first["loc"][0])
    if first["type"] == "extra_forbidden":
        known = list(StoppingRule.model_fields)
        return f"unknown key stop.{key}{nearest(key, known)}, expected {listed(known)}"
    if first["type"] == "missing":
        return f"stop.{key} is missing, expected {_EXPECTED[key]}"
    return f"stop.{'.'.join(map(str, first['loc'][:2]))} is {first['input']!r}, expected {_EXPECTED[key]}"


def _metric_fault(name: str) -> str:
    names = metric_names()
    return "" if name in names else f"stop.metric is '{name}', expected {_EXPECTED['metric']}{nearest(name, names)}"


def _fault(rule: StoppingRule) -> str:
    """Return the first contradiction in the rule; an empty text where there is none."""
    if rule.half_width is not None and rule.relative is not None:
        return "stop.half_width and stop.relative are both given, expected one of them"
    if rule.between and len(rule.between) > 1:
        return f"stop.between has {listed(rule.between)}, expected one parameter"
    if any(first == second for first, second in rule.between.values()):
        return "stop.between has the same value twice, expected two values to compare"
    if rule.between and rule.relative is not None:
        return "stop.relative is a share of a mean and stop.between needs a difference, expected stop.half_width"
    if rule.clear and not rule.between:
        return "stop.clear is true, expected stop.between with the two values whose difference is to be clear"
    if not rule.goal:
        return f"stop has no width, expected half_width{' or clear = true' if rule.between else ' or relative'}"
    if rule.minimum > rule.maximum:
        return (
            f"stop.maximum is {rule.maximum}, expected at least the minimum of {counted(rule.minimum, 'replication')}"
        )
    return ""
