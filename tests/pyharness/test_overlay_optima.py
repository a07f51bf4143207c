"""The instance that the optimum of a run of switches is computed of, and the optimum."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pyharness.papers.optima import OptimumSolver
from pyharness.papers.overlay_optima import BALANCED_OVERLAYS, overlay_instance
from schema.errors import UsageError

sys.path.append(str(Path(__file__).parents[1] / "spark_analysis"))

from made_sdn import EDGES, IN_FRONT, PARAMETERS, T1, T2, known_answer

MESSAGE = len(known_answer().frames[0, 6][0][1]) - IN_FRONT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    known_answer().write(tmp_path, "protocol=a", 1, PARAMETERS)
    return tmp_path


def test_the_instance_has_edges_and_what_was_published_in_the_window(folder: Path) -> None:
    lines = overlay_instance(folder / "runs" / "protocol=a" / "1").splitlines()
    assert lines[0] == "clusters 6"
    assert lines[1:9] == [f"edge {a} {b} {rate * 1_000_000}" for (a, b), rate in sorted(EDGES.items())]
    loads = {line.split()[1]: float(line.split()[2]) for line in lines if line.startswith("topic")}
    assert loads == {
        T1: pytest.approx(7 * 8 * (MESSAGE + IN_FRONT) / 10),
        T2: pytest.approx(7 * 8 * (MESSAGE + 2 + IN_FRONT) / 10),
    }
    assert [line for line in lines if line.startswith("publish")] == [f"publish {topic} 0 1" for topic in (T1, T2)]
    wanted = {topic: [line for line in lines if line.startswith(f"subscribe {topic} ")] for topic in (T1, T2)}
    assert wanted == {
        T1: [f"subscribe {T1} {cluster}" for cluster in (3, 5)],
        T2: [f"subscribe {T2} {cluster}" for cluster in (3, 4, 5)],
    }


def test_the_optimum_of_a_run_is_no_worse_than_any_tree(folder: Path) -> None:
    """Edge 4-5 has 3 Mbit/s: without any load it keeps them, so no overlays can do better."""
    solver = OptimumSolver(BALANCED_OVERLAYS, folder / "cache", 60, 0.0, 1)
    row, absent = solver.solve([(folder, ("protocol=a", 1)), (folder, ("protocol=a", 2))])
    assert row is not None and absent is None
    BALANCED_OVERLAYS.table.write(folder, [row])
    assert BALANCED_OVERLAYS.table.read(folder) == [row]
    assert row.best_residual_bps == pytest.approx(3e6) and row.bound_residual_bps == pytest.approx(3e6)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="it has no manifest, expected a finished run of sdn"):
        overlay_instance(tmp_path)
