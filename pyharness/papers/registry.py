"""The papers that can be reproduced, by name."""

from __future__ import annotations

from pyharness.papers.paper_plan import PaperPlan
from pyharness.papers.stores import STORES
from schema.errors import UsageError
from schema.text import listed, nearest

PAPERS = {paper.name: paper for paper in (STORES,)}


def paper_named(name: str) -> PaperPlan:
    """Return the paper. Raises UsageError with the nearest name where there is none."""
    if name not in PAPERS:
        raise UsageError(f"no paper {name!r}{nearest(name, PAPERS)}, expected {listed(PAPERS)}")
    return PAPERS[name]
