"""A folder of results of a planner, by the SHA-256 of instance and limits: an optimum takes minutes.

An entry is one file. It is written beside its place and renamed, and it carries the digest of its content. What has
none, or another, is no entry, so that one cut short never counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schema.digests import of_data, write_whole


@dataclass(frozen=True)
class ResultCache:
    """Results as JSON objects in a folder, which is made when the first is stored."""

    folder: Path
    format: int
    """Changes with the planner's model or the form of its results, so that older entries no longer count."""
    content: str
    """The name of the result in an entry."""

    def find(self, instance: str, limits: Mapping[str, object]) -> dict[str, Any] | None:
        """Return the result for the text of an instance under `limits`, or None where none is stored."""
        try:
            entry = json.loads(self._path(instance, limits).read_text(encoding="utf-8"))
            result: dict[str, Any] = entry[self.content]
            return result if entry["sha256"] == of_data(result) else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def store(self, instance: str, limits: Mapping[str, object], result: Mapping[str, Any]) -> None:
        """Store `result` for the text of an instance under `limits`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        data = json.loads(json.dumps(result))
        write_whole(self._path(instance, limits), json.dumps({"sha256": of_data(data), self.content: data}) + "\n")

    def _path(self, instance: str, limits: Mapping[str, object]) -> Path:
        return self.folder / f"{of_data({'format': self.format, 'instance': instance, 'limits': limits})}.json"
