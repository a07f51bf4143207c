"""A scheduler decides how fast a run is, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scenario_bench import Program, Recorded

BUSY = ("manet", "--nodes=20", "--width=500", "--height=500", "--duration=15", "--warmup=5", "--event_rate=20")


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("scheduler", ["Map", "List", "Calendar"])
def test_every_byte_is_the_same(recorded: Recorded, scheduler: str) -> None:
    usual = written(recorded(*BUSY))
    assert "radio-19.pcap" in usual and len(usual["deliveries.trace"]) > 1000
    assert written(recorded(*BUSY, f"--SchedulerType=ns3::{scheduler}Scheduler")) == usual


def test_programs_tell_of_it(program: Program) -> None:
    (told,) = (
        entry
        for entry in json.loads(program("manet", "--describe").stdout)["attributes"]
        if entry["name"] == "SchedulerType"
    )
    assert told["default"] == "ns3::PriorityQueueScheduler"
    assert "--SchedulerType" in program("manet", "--help").stdout
