"""The papers that can be reproduced, by name: every PaperPlan in the modules of `plans`."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module

from pyharness.papers import plans
from pyharness.papers.paper_plan import PaperPlan
from schema.errors import UsageError
from schema.text import nearest


def _found() -> dict[str, PaperPlan]:
    """Return the papers by name. Raises ValueError where two have one name."""
    modules = [import_module(f"{plans.__name__}.{each.name}") for each in pkgutil.iter_modules(plans.__path__)]
    papers = [each for module in modules for each in vars(module).values() if isinstance(each, PaperPlan)]
    by_name = {paper.name: paper for paper in papers}
    if len(by_name) < len(papers):
        raise ValueError(f"two papers have one name: {', '.join(sorted(paper.name for paper in papers))}")
    return dict(sorted(by_name.items()))


PAPERS: Mapping[str, PaperPlan] = _found()


def paper_named(name: str) -> PaperPlan:
    """Return the paper. Raises UsageError with the nearest name where there is none."""
    if name not in PAPERS:
        raise UsageError(f"no paper {name!r}{nearest(name, PAPERS)}, expected {' or '.join(PAPERS)}")
    return PAPERS[name]
