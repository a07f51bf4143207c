"""How the benchmarks' tables are written for docs/."""

from __future__ import annotations

from schema.intervals import Estimate


def head(*names: str) -> list[str]:
    """The two lines that a table begins with."""
    return [f"| {' | '.join(names)} |", "|---" * len(names) + "|"]


def plus_minus(about: Estimate, decimals: int, factor: float = 1.0) -> str:
    """`0.934 ± 0.012`: mean and half width of the interval, both times `factor`."""
    return f"{about.mean * factor:.{decimals}f} ± {about.half_width * factor:.{decimals}f}"
