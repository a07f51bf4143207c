"""One Spark for the tests that ask for it: a session of their own each would take longer than the tests do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from spark_analysis.run.session import spark_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A session with two workers."""
    with spark_session("local[2]") as session:
        yield session
