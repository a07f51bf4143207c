"""All sections of an experiment's report, in its order."""

from __future__ import annotations

from spark_analysis.registry import registered
from spark_analysis.report.sections.section import Section


def sections_of(kind: str) -> tuple[Section, ...]:
    """Return the sections that the reports of a kind of network have."""
    # mypy wants a concrete class for `type[Section]`; registered objects are of its subclasses.
    every = registered("spark_analysis.report.sections", Section)  # type: ignore[type-abstract]
    return tuple(section for section in every if kind in section.kinds)
