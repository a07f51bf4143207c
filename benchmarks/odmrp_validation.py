"""The tables of docs/odmrp-validation.md: `./waf python -m benchmarks.odmrp_validation results/odmrp-glomosim`.

Reads the trace tables of the runs of a sweep, finished or not, and prints a row for each variant: means over its
replications with 95 % intervals. Needs neither captures nor the sweep's report.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.command_line import Folder, run, swept
from benchmarks.markdown import head, plus_minus
from schema import manifest
from schema.intervals import estimate
from schema.traces import NO_NODE, UNREACHABLE, read_trace

COLUMNS = {
    "delivered": ("delivered, %", 1),
    "reachable": ("of those with a path, %", 1),
    "frames": ("event frames per event", 1),
    "data": ("event frames per delivery", 2),
    "all": ("frames per delivery", 2),
    "copies": ("duplicate copies per event", 0),
    "control": ("control frames per event", 1),
}
"""Figure -> its heading and decimals."""


def figures(run: Path) -> dict[str, float]:
    """What one run came to. Event frames are those with an event behind any header."""
    published = len(read_trace(run / "publications.trace").rows)
    due = read_trace(run / "due.trace").rows
    delivered = _deliveries(read_trace(run / "deliveries.trace").rows)
    pathed = _deliveries(due[due["shortest_hops"] != UNREACHABLE])
    sent = read_trace(run / "transmissions.trace").rows
    events = int((sent["publisher"] != NO_NODE).sum())
    copies = int(np.count_nonzero(read_trace(run / "drops.trace").column("reason") == "duplicate"))
    return {
        "delivered": 100 * len(delivered) / len(due),
        "reachable": 100 * len(delivered & pathed) / len(pathed),
        "frames": events / published,
        "data": events / len(delivered),
        "all": len(sent) / len(delivered),
        "copies": copies / published,
        "control": (len(sent) - events) / published,
    }


def _deliveries(rows: np.ndarray) -> set[tuple[int, int, int]]:
    columns = (rows[name].tolist() for name in ("publisher", "sequence", "node"))
    return set(zip(*columns, strict=True))


def table(folder: Path) -> str:
    """Markdown: a row for each variant that has runs."""
    experiment = swept(folder)
    varying = list(experiment.varying)
    headings = [name.rpartition("::")[2] for name in varying] + ["runs"] + [heading for heading, _ in COLUMNS.values()]
    lines = head(*headings)
    for variant in experiment.variants:
        runs = sorted((folder / manifest.RUNS / variant).glob("[0-9]*"))
        done = [(run, found) for run in runs if (found := manifest.read_manifest(run)) and found.state == "done"]
        if done:
            labels = [str(done[0][1].varying[name]) for name in varying]
            lines.append(f"| {' | '.join([*labels, str(len(done)), *_cells([figures(run) for run, _ in done])])} |")
    return "\n".join(lines)


def _cells(runs: Sequence[dict[str, float]]) -> list[str]:
    return [plus_minus(estimate([run[name] for run in runs]), decimals) for name, (_, decimals) in COLUMNS.items()]


def main(results: Folder) -> None:
    """Print the table of a sweep's folder."""
    print(table(results))


if __name__ == "__main__":
    run(main)
