"""The cache of plans of stores that were computed, by instance, policy and limits."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pyharness.placement.optimum import StoreOptimum
from pyharness.placement.problem.instance import StoreInstance, instance_text
from pyharness.placement.problem.store_plan import StorePlan
from pyharness.planners.result_cache import ResultCache

FORMAT = 1


@dataclass(frozen=True)
class OptimumCache:
    """Optima in a folder."""

    folder: Path

    def find(self, instance: StoreInstance, **limits: object) -> StoreOptimum | None:
        """Return the optimum of `instance` under `limits` (policy, time, gap), or None where none is stored."""
        found = self._results.find(instance_text(instance), limits)
        return None if found is None else _from_data(found)

    def store(self, instance: StoreInstance, found: StoreOptimum, **limits: object) -> None:
        """Store `found` as the optimum of `instance` under `limits`."""
        self._results.store(instance_text(instance), limits, asdict(found))

    @property
    def _results(self) -> ResultCache:
        return ResultCache(self.folder, FORMAT, "optimum")


def _from_data(data: dict[str, Any]) -> StoreOptimum:
    plan = StorePlan(tuple(data["plan"]["stores"]), tuple(map(tuple, data["plan"]["replicas"])))
    return StoreOptimum(plan, float(data["bound"]), float(data["gap"]))
