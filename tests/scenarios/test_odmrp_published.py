"""The main shapes of docs/odmrp-validation.md, on a part of its runs: a few minutes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from scenario_bench import Recorded
from scenario_outcome import read_outcome

from schema.traces import read_trace

pytestmark = pytest.mark.long
REPLICATIONS = range(1, 5)
FAST = "--speed=20"
AT_REST = "--speed=0.01"
ONE_PUBLISHER = ("--publishers=1", "--subscribers=0.408")


def setup(checkout: Path) -> list[str]:
    """The published set-up, without captures."""
    experiment = tomllib.loads((checkout / "scenarios" / "radio" / "odmrp-glomosim.toml").read_text())
    parameters = {**experiment["parameters"], "captures": "false"}
    return [f"--{name}={value}" for name, value in parameters.items()]


def runs(checkout: Path, recorded: Recorded, *more: str) -> list[Path]:
    return [recorded("manet", *setup(checkout), f"--RngRun={number}", *more) for number in REPLICATIONS]


def delivered(run: Path) -> float:
    """Share of what was due."""
    outcome = read_outcome(run)
    return outcome.deliveries / sum(len(receivers) for receivers in outcome.due.values())


def copies(run: Path) -> float:
    """Copies of an event that a node hears and has no use for, per event."""
    reasons = read_trace(run / "drops.trace").column("reason")
    return float(np.count_nonzero(reasons == "duplicate")) / len(read_outcome(run).due)


def frames(run: Path) -> float:
    """Event frames per delivery."""
    outcome = read_outcome(run)
    return sum(outcome.sent(event) for event in outcome.due) / outcome.deliveries


def test_as_published_delivery_is_high_even_at_72_km_per_hour(checkout: Path, recorded: Recorded) -> None:
    fast = [delivered(run) for run in runs(checkout, recorded, "--protocol=odmrp", FAST)]
    assert np.mean(fast) > 0.93


def test_with_one_publisher_delivery_falls_with_speed(checkout: Path, recorded: Recorded) -> None:
    rest, middle, fast = (
        np.mean([delivered(run) for run in runs(checkout, recorded, "--protocol=odmrp", *ONE_PUBLISHER, speed)])
        for speed in (AT_REST, "--speed=10", FAST)
    )
    assert fast < middle < rest
    assert rest > 0.95


def test_flooding_delivers_more_with_more_frames(checkout: Path, recorded: Recorded) -> None:
    odmrp = runs(checkout, recorded, "--protocol=odmrp", *ONE_PUBLISHER, FAST)
    flooding = runs(checkout, recorded, "--protocol=flooding", *ONE_PUBLISHER, FAST)
    assert np.mean([delivered(run) for run in flooding]) > np.mean([delivered(run) for run in odmrp])
    assert all(frames(a) < frames(b) for a, b in zip(odmrp, flooding, strict=True))


def test_a_longer_forwarding_group_timeout_is_more_redundancy_and_overhead(checkout: Path, recorded: Recorded) -> None:
    short, long = (
        runs(checkout, recorded, "--protocol=odmrp", *ONE_PUBLISHER, FAST, f"--ns3::Odmrp::ForwardingGroupTimeout={t}")
        for t in ("4s", "15s")
    )
    assert all(copies(a) < copies(b) for a, b in zip(short, long, strict=True))
    assert all(frames(a) < frames(b) for a, b in zip(short, long, strict=True))
    assert np.mean([delivered(run) for run in long]) > np.mean([delivered(run) for run in short])
