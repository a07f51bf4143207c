"""Paired comparison: the same mobility and workload under every protocol, and the same bytes again."""

from __future__ import annotations

from pathlib import Path

import pytest
from scenario_bench import Recorded

from schema.traces import read_trace

PROTOCOLS = ("sp-nhop", "sp-ovhd", "sp-combo", "topsim")
SMALL = ("--nodes=20", "--width=600", "--height=600", "--duration=30", "--warmup=10", "--churn=6", "--publishers=2")
PAIRED = ("positions", "publications", "subscriptions")


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("mobility", ["grid", "uniform", "random-waypoint", "gauss-markov"])
def test_only_the_protocol_differs(recorded: Recorded, mobility: str) -> None:
    runs = [
        recorded("manet", *SMALL, f"--mobility={mobility}", f"--radio={radio}", f"--protocol={protocol}")
        for radio in ("wifi", "ideal")
        for protocol in PROTOCOLS
    ]
    for table in PAIRED:
        assert len({(run / f"{table}.trace").read_bytes() for run in runs}) == 1, table
    # SHOPPARENT's metrics may agree on every parent of a small network; TopSim sends JOINs in any.
    assert len({(run / "transmissions.trace").read_bytes() for run in runs}) > 3


@pytest.mark.parametrize("radio", ["--radio=wifi", "--radio=ideal", "--propagation=nakagami"])
def test_the_same_run_has_the_same_bytes(recorded: Recorded, radio: str) -> None:
    # The order of arguments makes it another call of the same run.
    once = contents(recorded("manet", *SMALL, radio, "--RngRun=3"))
    again = contents(recorded("manet", "--RngRun=3", radio, *SMALL))
    assert len(once) == 9 + 20
    assert once == again


def test_another_replication_is_another_network(recorded: Recorded) -> None:
    one = recorded("manet", *SMALL, "--RngRun=1")
    other = recorded("manet", *SMALL, "--RngRun=2")
    for table in PAIRED:
        assert (one / f"{table}.trace").read_bytes() != (other / f"{table}.trace").read_bytes()


def test_mobility_does_not_depend_on_the_workload(recorded: Recorded) -> None:
    one = recorded("manet", *SMALL)
    other = recorded("manet", *SMALL, "--event_rate=20")
    assert (one / "positions.trace").read_bytes() == (other / "positions.trace").read_bytes()


def test_positions_are_recorded_every_second_within_the_area(recorded: Recorded) -> None:
    rows = read_trace(recorded("manet", *SMALL) / "positions.trace").rows
    assert sorted(set(rows["time_ns"])) == [second * 10**9 for second in range(31)]
    for column in ("x_m", "y_m"):
        assert rows[column].min() >= -1e-6
        assert rows[column].max() <= 600 + 1e-6
