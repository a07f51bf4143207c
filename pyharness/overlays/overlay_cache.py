"""The cache of overlays that were computed, by instance, objective and limits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyharness.overlays.overlay_instance import OverlayInstance, overlay_instance_text
from pyharness.planners.result_cache import ResultCache

FORMAT = 1


@dataclass(frozen=True)
class OverlayCache:
    """Results of the planner of overlays in a folder."""

    folder: Path

    def find(self, instance: OverlayInstance, **limits: object) -> dict[str, Any] | None:
        """Return the result for `instance` under `limits` (objective, time, gap), or None where none is stored."""
        return self._results.find(overlay_instance_text(instance), limits)

    def store(self, instance: OverlayInstance, result: dict[str, Any], **limits: object) -> None:
        """Store `result` for `instance` under `limits`."""
        self._results.store(overlay_instance_text(instance), limits, result)

    @property
    def _results(self) -> ResultCache:
        return ResultCache(self.folder, FORMAT, "result")
