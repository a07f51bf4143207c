"""A folder of optima, by the SHA-256 of instance, policy and limits: an optimum takes minutes.

An entry is one file. It is written beside its place and renamed, and it carries the digest of its content. What has
none, or another, is no entry, so that one cut short never counts.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pyharness.placement.optimum import StoreOptimum
from pyharness.placement.problem.instance import StoreInstance, instance_text
from pyharness.placement.problem.store_plan import StorePlan
from schema.digests import of_data, write_whole

FORMAT = 1
"""Changes with the model or the format, so that older entries no longer count."""


@dataclass(frozen=True)
class OptimumCache:
    """Optima in a folder, which is made when the first is stored."""

    folder: Path

    def find(self, instance: StoreInstance, **limits: object) -> StoreOptimum | None:
        """Return the optimum of `instance` under `limits` (policy, time, gap), or None where none is stored."""
        try:
            entry = json.loads(self._path(instance, limits).read_text(encoding="utf-8"))
            if entry["sha256"] != of_data(entry["optimum"]):
                return None
            return _from_data(entry["optimum"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def store(self, instance: StoreInstance, found: StoreOptimum, **limits: object) -> None:
        """Store `found` as the optimum of `instance` under `limits`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        data = json.loads(json.dumps(asdict(found)))
        entry = {"sha256": of_data(data), "optimum": data}
        write_whole(self._path(instance, limits), json.dumps(entry) + "\n")

    def _path(self, instance: StoreInstance, limits: dict[str, object]) -> Path:
        key = of_data({"format": FORMAT, "instance": instance_text(instance), "limits": limits})
        return self.folder / f"{key}.json"


def _from_data(data: dict[str, Any]) -> StoreOptimum:
    plan = StorePlan(tuple(data["plan"]["stores"]), tuple(map(tuple, data["plan"]["replicas"])))
    return StoreOptimum(plan, float(data["bound"]), float(data["gap"]))
