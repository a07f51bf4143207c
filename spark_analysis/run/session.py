"""The Spark session of the analysis: its Python workers are forks of a process that has the analysis imported."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from schema.spark import session_start as spark_start

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_DAEMON = {"spark.python.daemon.module": "spark_analysis.run.daemon"}


def spark_session(master: str, settings: Mapping[str, str] | None = None) -> AbstractContextManager[SparkSession]:
    """Return a session on `master`, as schema.spark.session_start does, with the analysis imported in its workers."""
    return spark_start.spark_session(master, _DAEMON | dict(settings or {}))
