"""From an experiment's captures to tables and a report, `analyse(folder)`, and into a notebook, `load(folder)`.

Both are imported when they are first asked for, so that importing the package imports neither pandas nor Spark.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spark_analysis.experiment.analysis import Analysis, analyse
    from spark_analysis.experiment.results import load

_MODULES = {
    "Analysis": "spark_analysis.experiment.analysis",
    "analyse": "spark_analysis.experiment.analysis",
    "load": "spark_analysis.experiment.results",
}


def __getattr__(name: str) -> Any:
    """Import a public name's module. Raises AttributeError for any other name."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


__all__ = ["Analysis", "analyse", "load"]
