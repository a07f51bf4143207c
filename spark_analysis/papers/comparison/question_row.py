"""A row of a page's table that answers a question of ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schema.intervals import Estimate


@dataclass(frozen=True)
class QuestionRow:
    """What the row is about, and an estimate for each column; None where there is none."""

    labels: tuple[str, ...]
    values: Sequence[Estimate | None]
