"""What the harness adds to its runs: `./waf python -m benchmarks.harness_overhead --runs 1000 --sem PYTHON`.

The same runs of `manet` (50 nodes, 40 simulated seconds, all captures: about a second of one processor and 6 MB each)
by GNU xargs, by `./waf sweep --no-report`, and by SEM where `--sem` names an interpreter that has it
(`pip install sem==0.3.9.1`), in turn, several times. Next to real time stand the processor seconds of the runs and, the
best measure where a machine has other things to do, what the harness itself took of them, in percent of its runs'.
xargs only starts the commands; the sweep also checks, hashes and syncs what they wrote.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from pyharness.programs.checkout import Checkout

PROGRAM = "manet"
PARAMETERS = {"duration": "40", "warmup": "10"}


@dataclass(frozen=True)
class Taken:
    """Seconds: of real time, of processors in the command itself, and in all that it started."""

    real: float
    own: float
    runs: float


def measure(command: list[str | Path], stdin: Path | None = None) -> Taken:
    """Execute `command`, whose output is of no interest. Raises CalledProcessError where it fails."""
    with (stdin or Path(os.devnull)).open() as given:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert process.stderr is not None
        said = process.stderr.read()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        real = time.perf_counter() - started
        own = _processor_seconds(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, stderr=said)
    return Taken(real, own, usage.ru_utime + usage.ru_stime - own)


def _processor_seconds(pid: int) -> float:
    """Of a process that has ended and was not reaped, without its children's."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def by_xargs(checkout: Checkout, folder: Path, jobs: int, runs: int) -> Taken:
    """The bare commands, `jobs` at a time."""
    settings = " ".join(f"--{key}={value}" for key, value in PARAMETERS.items())
    lines = folder / "commands"
    lines.write_text("".join(f"{settings} --RngRun={run} --out={folder / str(run)}\n" for run in range(1, runs + 1)))
    return measure(["xargs", "-P", str(jobs), "-L", "1", checkout.programs / PROGRAM], stdin=lines)


def by_sweep(checkout: Checkout, folder: Path, jobs: int, runs: int) -> Taken:
    """The command line, from its start to its end."""
    experiment = folder / "overhead.toml"
    settings = "".join(f"{key} = {value}\n" for key, value in PARAMETERS.items())
    experiment.write_text(
        f'name = "overhead"\nquestion = "What does the harness add?"\nprogram = "{PROGRAM}"\n'
        f"replications = {runs}\n[parameters]\n{settings}"
    )
    results: list[str | Path] = ["--results", folder / "results", "--jobs", str(jobs)]
    return measure([sys.executable, checkout.root / "waf", "sweep", experiment, "--no-report", *results])


def by_sem(python: Path, checkout: Checkout, folder: Path, jobs: int, runs: int) -> Taken:
    """A campaign of SEM's parallel runner."""
    settings = [f"{key}={value}" for key, value in PARAMETERS.items()]
    script = Path(__file__).with_name("sem_campaign.py")
    return measure([python, script, checkout.programs / PROGRAM, folder, str(jobs), str(runs), *settings])


def compare(contestants: dict[str, Callable[[Path], Taken]], rounds: int, scratch: Path) -> pd.DataFrame:
    """Every contestant once in each round, in an empty folder; the ratios are to the first one's of the same round."""
    taken: dict[str, list[Taken]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, contestant in contestants.items():
            folder = scratch / name
            folder.mkdir(parents=True)
            taken[name].append(contestant(folder))
            shutil.rmtree(folder)
            print(name, taken[name][-1], flush=True)
    base = next(iter(taken.values()))
    return pd.DataFrame([_row(name, each, base) for name, each in taken.items()])


def _row(name: str, taken: list[Taken], base: list[Taken]) -> dict[str, str | float]:
    ratios = [each.real / other.real for each, other in zip(taken, base, strict=True)]
    own = [100 * each.own / each.runs for each in taken]
    return {
        "by": name,
        "real s, least": round(min(each.real for each in taken), 1),
        "ratio, least": round(min(ratios), 3),
        "ratio, median": round(statistics.median(ratios), 3),
        "own %, least": round(min(own), 2),
        "own %, median": round(statistics.median(own), 2),
    }


def main() -> None:
    """Parse the command line, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sem", type=Path, metavar="PYTHON")
    given = parser.parse_args()
    checkout = Checkout.here()
    contestants: dict[str, Callable[[Path], Taken]] = {
        "xargs": lambda folder: by_xargs(checkout, folder, given.jobs, given.runs),
        "sweep": lambda folder: by_sweep(checkout, folder, given.jobs, given.runs),
    }
    if given.sem is not None:
        contestants["SEM"] = lambda folder: by_sem(given.sem, checkout, folder, given.jobs, given.runs)
    with tempfile.TemporaryDirectory(dir=checkout.results) as scratch:
        print(compare(contestants, given.rounds, Path(scratch)).to_string(index=False))


if __name__ == "__main__":
    main()
