"""A folder of solved instances, by the SHA-256 of instance, objective and limits: solving takes minutes.

An entry is one file. It is written beside its place and renamed, and it carries the digest of its content. What has
none, or another, is no entry, so that one cut short never counts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyharness.overlays.overlay_instance import OverlayInstance, overlay_instance_text
from schema.digests import of_data, write_whole

FORMAT = 1
"""Changes with the models or the format, so that older entries no longer count."""


@dataclass(frozen=True)
class OverlayCache:
    """Results as JSON objects in a folder, which is made when the first is stored."""

    folder: Path

    def find(self, instance: OverlayInstance, **limits: object) -> dict[str, Any] | None:
        """Return the result for `instance` under `limits` (objective, time, gap), or None where none is stored."""
        try:
            entry = json.loads(self._path(instance, limits).read_text(encoding="utf-8"))
            result: dict[str, Any] = entry["result"]
            return result if entry["sha256"] == of_data(result) else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def store(self, instance: OverlayInstance, result: dict[str, Any], **limits: object) -> None:
        """Store `result` for `instance` under `limits`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        data = json.loads(json.dumps(result))
        write_whole(self._path(instance, limits), json.dumps({"sha256": of_data(data), "result": data}) + "\n")

    def _path(self, instance: OverlayInstance, limits: dict[str, object]) -> Path:
        key = of_data({"format": FORMAT, "instance": overlay_instance_text(instance), "limits": limits})
        return self.folder / f"{key}.json"
