"""Hint-driven routing in its published set-up, ours next to the publication's eight points.

    ./waf python -m benchmarks.hint_validation results/hint-published results/hint-published-gossip

Reads the finished sweeps of scenarios/radio/hint-published.toml and hint-published-gossip.toml, counts from their
traces (which the sweeps' reports hold against the captures) and prints the tables that stand in
docs/hint-validation.md.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.command_line import Folder, run, swept
from benchmarks.markdown import head, plus_minus
from schema import manifest, traces
from schema.intervals import Estimate, estimate

CREDITS = "ns3::HintRouting::Credits"
PROBABILITY = "ns3::Gossip::Probability"
MEASURES = ("delivery", "sends", "latency")


@dataclass(frozen=True)
class Published:
    """A point of G. Hansell's figures 2 to 4, from the logs beside his paper (seed 47)."""

    delivery: float
    """Deliveries over events times subscribers."""
    sends: float
    """Frames per node, beacons included, for 60 events."""
    latency: float
    """Mean from publication to delivery, s."""


PUBLISHED: Mapping[str, Published] = {
    "hint 0": Published(0.735, 19.1, 0.560),
    "hint 1": Published(0.837, 23.9, 0.691),
    "hint 2": Published(0.888, 28.7, 0.691),
    "gossip 0.1": Published(0.155, 1.7, 0.175),
    "gossip 0.3": Published(0.332, 5.4, 0.309),
    "gossip 0.5": Published(0.713, 21.9, 0.387),
    "gossip 0.7": Published(0.880, 36.7, 0.363),
    "gossip 0.9": Published(0.925, 50.2, 0.351),
}
EVENTS = 60
"""The published number of events; ours are Poisson, so that sends are given for as many."""


def measure(folder: Path) -> pd.DataFrame:
    """One row per finished run of a sweep: `point`, `replication` and MEASURES."""
    experiment = swept(folder, "protocol")
    rows = []
    for variant, replication in experiment.planned():
        run = folder / manifest.RUNS / variant / str(replication)
        if (about := manifest.read_manifest(run)) and about.state == "done":
            rows.append((point(about.parameters), replication, *measure_run(run)))
    return pd.DataFrame(rows, columns=["point", "replication", *MEASURES])


def point(parameters: Mapping[str, manifest.Scalar]) -> str:
    """What a run is called here: its protocol, and the credits or the probability."""
    protocol = parameters["protocol"]
    return f"{protocol} {parameters[PROBABILITY if protocol == 'gossip' else CREDITS]}"


def measure_run(run: Path) -> tuple[float, float, float]:
    """MEASURES of one run."""
    rows = {
        table: traces.read_trace(run / f"{table}.trace").rows
        for table in ("nodes", "publications", "due", "transmissions", "deliveries")
    }
    delivered = rows["deliveries"]
    delivery = np.count_nonzero(delivered["wanted"]) / len(rows["due"])
    sends = len(rows["transmissions"]) / len(rows["nodes"]) * EVENTS / len(rows["publications"])
    latency = float(delivered["age_ns"].mean()) / 1e9 if len(delivered) else math.nan
    return delivery, sends, latency


def paired(measured: pd.DataFrame, a: str, b: str, by: str) -> Estimate:
    """Of a less b, over the replications that both have."""
    of = {point: rows.set_index("replication")[by] for point, rows in measured.groupby("point")}
    return estimate((of[a] - of[b]).dropna().tolist())


def verdict(difference: Estimate) -> str:
    """What the interval of a difference that the publication has above 0 says."""
    if difference.ci_low > 0:
        return "yes"
    return "no" if difference.ci_high < 0 else "open"


def published_order(by: str) -> list[str]:
    """The eight points from the least to the greatest."""
    return sorted(PUBLISHED, key=lambda point: float(getattr(PUBLISHED[point], by)))


def points(measured: pd.DataFrame) -> Iterator[str]:
    """Markdown: the published points, each one run, next to ours and the range of our runs."""
    ours = ("ours", "our runs")
    yield from head("point", "delivered", *ours, "sends", *ours, "latency, s", "ours")
    for name, published in PUBLISHED.items():
        rows = measured[measured["point"] == name]
        cells = [f"{published.delivery:.3f}", _of(rows["delivery"], 3), _range(rows["delivery"], 2)]
        cells += [f"{published.sends:.1f}", _of(rows["sends"], 1), _range(rows["sends"], 1)]
        cells += [f"{published.latency:.3f}", _of(rows["latency"], 3)]
        yield f"| {name} | " + " | ".join(cells) + " |"


def order(measured: pd.DataFrame, by: str) -> Iterator[str]:
    """Markdown: every published step from one point to the next greater, and ours, paired."""
    yield from head(f"{by}: greater", "than", "published by", "ours, paired", "holds")
    for less, more in itertools.pairwise(published_order(by)):
        step = float(getattr(PUBLISHED[more], by)) - float(getattr(PUBLISHED[less], by))
        ours = paired(measured, more, less, by)
        yield f"| {more} | {less} | {step:.3f} | {_interval(ours, 3)} | {verdict(ours)} |"


def pairs_in_order(measured: pd.DataFrame, by: str) -> str:
    """Of all 28 pairs of points: how many stand as published, and which don't."""
    pairs = list(itertools.combinations(published_order(by), 2))
    found = {(less, more): verdict(paired(measured, more, less, by)) for less, more in pairs}
    named = {
        said: ", ".join(f"{more} > {less}" for (less, more), each in found.items() if each == said) or "none"
        for said in ("no", "open")
    }
    held = list(found.values()).count("yes")
    return f"{by}: {held} of {len(pairs)} pairs as published; reversed: {named['no']}; open: {named['open']}"


def per_target(measured: pd.DataFrame) -> Iterator[str]:
    """Markdown: suppression per target less suppression by any copy, paired."""
    yield from head("credits", "delivered", "sends", "latency, s")
    for credit in (0, 1, 2):
        differences = [paired(measured, f"hint-per-target {credit}", f"hint {credit}", by) for by in MEASURES]
        cells = [_interval(each, digits) for each, digits in zip(differences, (3, 1, 3), strict=True)]
        yield f"| {credit} | " + " | ".join(cells) + " |"


def _of(values: pd.Series, digits: int) -> str:
    return plus_minus(estimate(values.dropna().tolist()), digits)


def _range(values: pd.Series, digits: int) -> str:
    return f"{values.min():.{digits}f} to {values.max():.{digits}f}"


def _interval(about: Estimate, digits: int) -> str:
    return f"{about.mean:+.{digits}f} ({about.ci_low:+.{digits}f} to {about.ci_high:+.{digits}f})"


def main(folders: list[Folder]) -> None:
    """Print every table."""
    measured = pd.concat([measure(folder) for folder in folders])
    print("\n".join(points(measured)))
    for by in MEASURES:
        print("\n" + "\n".join(order(measured, by)))
    print("\n" + "\n".join(pairs_in_order(measured, by) for by in MEASURES))
    if (measured["point"] == "hint-per-target 0").any():
        print("\n" + "\n".join(per_target(measured)))


if __name__ == "__main__":
    run(main)
