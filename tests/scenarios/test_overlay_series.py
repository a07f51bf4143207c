"""Series from the captures of real runs of the program overlay: the same numbers as in the table overlay_steps."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest
from scenario_bench import Recorded

from schema.traces import read_run_table
from spark_analysis.prediction.sources.captured_steps import captured_notifications, run_tables
from spark_analysis.run.runs import Run

WINDOW_S = 10
S = 1_000_000_000
ARGUMENTS = ("overlay", "--brokers=12", "--routers=60", f"--window_ticks={WINDOW_S}", "--warmup=20", "--duration=325")


@pytest.fixture(params=["static", "psoo-fcat"])
def run(request: pytest.FixtureRequest, recorded: Recorded) -> Run:
    path = recorded(*ARGUMENTS, f"--strategy={request.param}")
    return Run("strategy", 1, str(path), float("nan"), 20 * S, 325 * S, "wired", S, WINDOW_S * S)


def counted(columns: dict[str, np.ndarray]) -> dict[tuple[int, int, int], int]:
    rows = zip(*(columns[name].tolist() for name in ("step", "a", "b", "notifications")), strict=True)
    return {(step, a, b): count for step, a, b, count in rows if count}


def written(run: Run, length_ns: int) -> dict[tuple[int, int, int], int]:
    rows = read_run_table(Path(run.path), "overlay_steps", "wired").rows
    columns = {name: rows[name] for name in ("a", "b", "notifications")}
    return counted({"step": rows["time_ns"] // length_ns, **columns})


def test_captures_have_what_the_table_has_step_by_step(run: Run, tmp_path: Path) -> None:
    with contextlib.closing(run_tables(run, tmp_path)) as tables:
        found = counted(captured_notifications(tables, run.step_ns))
        assert found == written(run, run.step_ns)
        assert len(found) > 300 and sum(found.values()) > 1000

        finer = counted(captured_notifications(tables, S))
        assert len(finer) > len(found)
        sums: dict[tuple[int, int, int], int] = {}
        for (step, a, b), count in finer.items():
            sums[step // WINDOW_S, a, b] = sums.get((step // WINDOW_S, a, b), 0) + count
        assert sums == found, "ten steps of a second are one of ten"
