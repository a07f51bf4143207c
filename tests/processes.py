"""How tests are spread over several processes (pytest-xdist): a file's tests stay together, since they may share what
is costly to make, unless the file is listed here; what takes longest begins first."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest
from xdist.scheduler import LoadScopeScheduling

PROCESS_BYTES = 2 << 30
"""What one process of tests may hold, with the Java of its Spark."""
FIRST = (
    "ontology/test_large_ontologies.py",
    "pyharness/test_executors.py",
    "test_main_job.py",
    "scenarios/test_python_scenarios.py",
    "spark_analysis/test_report.py",
    "test_build.py",
    "test_tutorial.py",
    "test_extending.py",
    "pyharness/test_survives.py",
    "scenarios/test_every_protocol.py",
    "spark_analysis/test_analysed_runs.py",
    "test_ns3_suites.py",
    "spark_analysis/test_pstpm_evidence.py",
    "spark_analysis/test_captures_tshark.py",
    "schema/test_dissector.py",
    "ontology/test_ontology_refusals.py",
    "ontology/test_ontology_wordnet.py",
    "pyharness/test_sweep.py",
    "scenarios/test_scenario_content.py",
    "peers/test_mosquitto.py",
    "pyharness/test_stopping_runs.py",
    "pyharness/test_report_ended.py",
    "pyharness/test_two_harnesses.py",
    "test_style.py",
    "spark_analysis/prediction/test_prediction_chaos.py",
    "spark_analysis/prediction/test_prediction_models.py",
    "spark_analysis/prediction/test_prediction_embedding.py",
)
"""Files that take 5 s and more, longest first."""
EACH_ALONE = (
    "ontology/test_large_ontologies.py",
    "test_ns3_suites.py",
    "test_style.py",
    "test_tutorial.py",
    "pyharness/test_survives.py",
    "pyharness/test_sweep.py",
    "pyharness/test_two_harnesses.py",
    "scenarios/test_python_scenarios.py",
)
"""Files of tests that share nothing and take long."""
BY_PARAMETER = ("pyharness/test_executors.py",)
"""Files of tests that share what is made for a parameter."""


class SlowestFirst(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each process a file at a time, or a part of one, in the order of `in_order`."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.removeprefix("tests/").partition("::")
        if file in EACH_ALONE:
            return nodeid
        return f"{file} {test.partition('[')[2]}" if file in BY_PARAMETER else file


def scheduler(config: pytest.Config, log: object) -> SlowestFirst:
    config.option.loadscopereorder = False  # that of xdist begins with the files of most tests
    return SlowestFirst(config, log)


def in_order(items: list[pytest.Item], tests: Path) -> None:
    """Put the slowest files first; all else keeps its order."""
    places = {tests / file: place for place, file in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.path, len(FIRST)))


def number(config: pytest.Config) -> int:
    """One process more than there are processors, as many tests wait; none besides pytest's own for files that are
    named, so that what they print is seen and a debugger works."""
    if config.args_source is pytest.Config.ArgsSource.ARGS and not any(map(os.path.isdir, config.args)):
        return 0
    room = int(psutil.virtual_memory().available // PROCESS_BYTES)
    return max(1, min(len(os.sched_getaffinity(0)) + 1, room))
