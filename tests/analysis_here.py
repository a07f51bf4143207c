"""The analysis in the tests' own process, with their Spark: what the child process does, sooner.

tests/pyharness/test_analysis_process.py has the child process itself. Nothing of the analysis is imported before it is
used: that takes a second.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pyharness.programs import analysis_process
from pyharness.programs.analysis_process import AnalysisFailed
from pyharness.scheduling import replication_rounds


class MeasurerHere:
    """A RunMeasurer without a child process."""

    def __init__(self, folder: Path, metric: str, master: str) -> None:
        self._folder, self._metric, self._master = folder, metric, master

    def measure(self, runs: Collection[tuple[str, int]]) -> tuple[dict[tuple[str, int], float], tuple[str, ...]]:
        from spark_analysis.experiment.analysis import measured_values
        from spark_analysis.run.session import spark_session

        return measured_values(self._folder, self._metric, runs, lambda: spark_session(self._master))

    def close(self) -> None:
        """There is no process to end."""


def run_here(*arguments: str) -> None:
    from spark_analysis.commands.command_line import main

    if exit_status := main(list(arguments)):
        raise AnalysisFailed(exit_status)


@contextmanager
def analysis_in_this_process() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analysis_process, "run_to_end", run_here)
        patch.setattr(replication_rounds, "RunMeasurer", MeasurerHere)
        yield


@pytest.fixture
def analysis_here() -> Iterator[None]:
    with analysis_in_this_process():
        yield
