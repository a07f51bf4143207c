"""How long a folder of 100,000 finished runs is looked at: `./waf python -m benchmarks.finished_runs --runs 100000`.

Makes the folder (manifests as a sweep writes them, over small files instead of captures and traces), then times
`./waf status` and a `./waf sweep --no-report` that finds nothing to run: once without the index, then as they will
mostly be called.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd

from benchmarks.harness_overhead import Taken, measure
from pyharness.executors import STDOUT
from pyharness.experiment.experiment_file import read_experiment_file
from pyharness.experiment.plan import Plan, PlannedRun, make_plan
from pyharness.programs.checkout import Checkout
from schema.manifest import EXPERIMENT, MANIFEST, Manifest, OutputFile, sealed
from schema.traces import TABLES

VARIANTS = 1000
CONTENT = b"as a run would leave it\n"


def write_experiment(folder: Path, runs: int) -> Path:
    """1,000 variants of `manet`, with as many replications as it takes."""
    path = folder / "finished.toml"
    path.write_text(
        'name = "finished"\nquestion = "How long does it take to see that all is done?"\nprogram = "manet"\n'
        f'replications = {max(1, runs // VARIANTS)}\n[vary]\nprotocol = ["sp-nhop", "topsim"]\n'
        f"speed_max = {list(range(5, 5 + min(runs, VARIANTS) // 2))}\n"
    )
    return path


def write_runs(plan: Plan, folder: Path) -> None:
    """The folder of the finished sweep, as far as the harness looks."""
    digest = hashlib.sha256(CONTENT).hexdigest()
    names = sorted([STDOUT, *(f"{table}.trace" for table in TABLES)])
    files = tuple(OutputFile(name=name, bytes=len(CONTENT), sha256=digest) for name in names)
    for run in plan.runs:
        place = folder / run.place
        place.mkdir(parents=True)
        for name in names:
            (place / name).write_bytes(CONTENT)
        (place / MANIFEST).write_text(sealed(_manifest(plan, run, files)))


def _manifest(plan: Plan, run: PlannedRun, files: tuple[OutputFile, ...]) -> Manifest:
    return Manifest(
        experiment=plan.experiment.name,
        variant=run.variant.name,
        replication=run.replication,
        state="done",
        identity=run.identity,
        program=plan.experiment.program,
        program_sha256=plan.program_sha256,
        parameters=dict(run.variant.parameters),
        varying=dict(run.variant.varying),
        rng_run=run.replication,
        versions=dict(plan.versions),
        command=[plan.experiment.program, *run.arguments],
        started="2026-01-01T00:00:00+00:00",
        wall_seconds=1.0,
        peak_memory_bytes=50_000_000,
        exit_status=0,
        files=files,
    )


def main() -> None:
    """Make the folder, time both verbs, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    checkout = Checkout.here()
    with tempfile.TemporaryDirectory(dir=checkout.results) as scratch:
        folder = Path(scratch) / "results"
        experiment = write_experiment(Path(scratch), given.runs)
        plan = make_plan(checkout, read_experiment_file(experiment))
        started = time.perf_counter()
        write_runs(plan, folder)
        print(f"{len(plan.runs)} runs made in {time.perf_counter() - started:.0f} s", flush=True)
        waf = [sys.executable, str(checkout.root / "waf")]
        verbs = {
            "sweep": [*waf, "sweep", str(experiment), "--no-report", "--results", str(folder)],
            "status": [*waf, "status", str(folder)],
        }
        rows = [_row("sweep, no index", [measure(list(verbs["sweep"]))])]
        rows += [_row(name, [measure(list(verb)) for _ in range(given.rounds)]) for name, verb in verbs.items()]
        assert (folder / EXPERIMENT).is_file()
        print(pd.DataFrame(rows).to_string(index=False))


def _row(name: str, taken: list[Taken]) -> dict[str, str | float]:
    return {
        "verb": name,
        "real s, least": round(min(each.real for each in taken), 2),
        "processor s, least": round(min(each.own + each.runs for each in taken), 2),
    }


if __name__ == "__main__":
    main()
