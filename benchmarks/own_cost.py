"""What our own C++ costs next to the radio: `./waf python -m benchmarks.own_cost`.

Each protocol in the set-up of `scenarios/radio/compare.toml` under callgrind, three times: without outputs, with
traces, with traces and captures. All figures are instructions from the beginning of the simulation on: start-up is
not in them.

- **own**: share of the run with traces that is spent in our program and `libpubsub` (templates of ns-3's headers that
  are compiled into them, too), and in whatever else than ns-3's libraries they call directly (libc, libstdc++, ...).
- **channel**: the same of the channel with a spatial index, which does what ns-3's own would else do, and more of it.
- **both**: the sum of these, all that is not in ns-3's libraries.
- **traces**: what a run with traces takes more than one without, over the latter.
- **captures**: what a run with captures takes more than one with traces only, over the latter.
"""

from __future__ import annotations

import math
import os
import subprocess
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks import callgrind, command_line
from benchmarks.callgrind import Function, Profile
from benchmarks.markdown import head
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError

OUTPUTS: dict[str, tuple[str, ...]] = {"none": (), "traces": ("--captures=false",), "captures": ("--captures=true",)}
"""What each of the three runs of a protocol writes, and its options for that."""

BEGINNING = "ns3::ScenarioRun::Simulate*"
CHANNEL = "libspatial-wifi-channel.so"
START = "(below main)"
"""What calls main()."""
NOWHERE = "???"
"""The object of an address that belongs to no function: a jump to another one, whose costs are its own."""


@dataclass(frozen=True)
class OwnCost:
    """Where the instructions of one protocol's run go, shares in percent."""

    protocol: str
    per_second: float
    """Instructions per simulated second, with traces."""
    own: float
    channel: float
    traces: float
    captures: float
    functions: list[tuple[Function, float]]
    """Our functions, costliest first: percent of the run with traces in each itself and in libc and the like."""


@dataclass(frozen=True)
class Setup:
    """What is run: the parameters of `scenarios/radio/compare.toml` at another size."""

    parameters: dict[str, Any]
    nodes: int
    duration: int
    warmup: int

    def command(self, protocol: str, program: Path) -> list[str | Path]:
        """Without outputs. The area grows with the nodes, so that neighbours are as many as in the experiment."""
        scale = math.sqrt(self.nodes / self.parameters["nodes"])
        size = {"nodes": self.nodes, "duration": self.duration, "warmup": self.warmup}
        area = {side: self.parameters[side] * scale for side in ("width", "height")}
        settings = self.parameters | size | area | {"protocol": protocol, "RngRun": 1}
        return [program, *(f"--{name}={value}" for name, value in settings.items())]


def own_spending(run: Profile, ours: Path) -> Counter[Function]:
    """Instructions of each function in objects below `ours`, with those of what it calls in neither ours nor ns-3's.

    Templates of the standard library that it calls are not ns-3's, wherever the loader found them.
    """
    sums: Counter[Function] = Counter()
    for function, cost in run.spent.items():
        if _is_ours(function, ours):
            sums[function] += cost
    for (caller, callee), cost in run.calls.items():
        if _is_ours(caller, ours) and caller.name != START and not (_is_ours(callee, ours) or _is_of_ns3(callee)):
            sums[caller] += cost if callee.object != NOWHERE else 0
    return sums


def _is_ours(function: Function, ours: Path) -> bool:
    return Path(function.object).is_relative_to(ours)


def _is_of_ns3(function: Function) -> bool:
    is_standard = function.name.startswith("std::") and "_Function_handler" not in function.name
    return Path(function.object).name.startswith("libns3") and not is_standard


def preloading_ns3(linked: str) -> dict[str, str]:
    """The environment in which the loader takes ns-3's libraries first, in the order of `linked`, what ldd says.

    By their names, since the loader takes a blank in LD_PRELOAD for the end of a path.
    """
    found = [line.split(" => ") for line in linked.splitlines() if line.strip().startswith("libns3")]
    folders = {str(Path(path.rpartition(" (")[0]).parent) for _, path in found}
    return {"LD_PRELOAD": " ".join(name.strip() for name, _ in found), "LD_LIBRARY_PATH": ":".join(sorted(folders))}


def measure(setup: Setup, protocols: Sequence[str], jobs: int, checkout: Checkout) -> list[OwnCost]:
    """Every protocol, `jobs` runs at a time."""
    cases = [(protocol, outputs) for protocol in protocols for outputs in OUTPUTS]
    program = checkout.programs / "manet"
    # Else the loader finds ns-3's own templates in our library where both have a copy, and their work looks like ours,
    # as does the loader's where it looks a function up at its first call.
    linked = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    libraries = preloading_ns3(linked) | {"LD_BIND_NOW": "1"}

    def run(case: tuple[str, str]) -> Profile:
        protocol, outputs = case
        with tempfile.TemporaryDirectory() as folder:
            out = (f"--out={folder}/out", *OUTPUTS[outputs]) if outputs != "none" else ()
            return callgrind.profile([*setup.command(protocol, program), *out], libraries, since=BEGINNING)

    with ThreadPoolExecutor(jobs) as pool:
        profiles = dict(zip(cases, pool.map(run, cases), strict=True))
    return [_shares(each, profiles, setup.duration, checkout.programs.parent) for each in protocols]


def _shares(protocol: str, profiles: dict[tuple[str, str], Profile], seconds: int, build: Path) -> OwnCost:
    none, traces, captures = (profiles[protocol, outputs].total for outputs in OUTPUTS)
    spent = own_spending(profiles[protocol, "traces"], build)
    functions = Counter({each: cost for each, cost in spent.items() if Path(each.object).name != CHANNEL})
    return OwnCost(
        protocol,
        per_second=traces / seconds,
        own=100 * functions.total() / traces,
        channel=100 * (spent.total() - functions.total()) / traces,
        traces=100 * (traces / none - 1),
        captures=100 * (captures / traces - 1),
        functions=[(function, 100 * cost / traces) for function, cost in functions.most_common()],
    )


def markdown(table: Sequence[OwnCost]) -> str:
    """A row for each protocol."""
    rows = [
        f"| {each.protocol} | {each.per_second / 1e6:.1f} | {each.own:.1f} | {each.channel:.1f} "
        f"| {each.own + each.channel:.1f} | {each.traces:.2f} | {each.captures:.1f} |"
        for each in table
    ]
    names = (
        "protocol",
        "million instructions per simulated second",
        "own, %",
        "channel, %",
        "both, %",
        "traces, %",
        "captures, %",
    )
    return "\n".join([*head(*names), *rows])


def costliest(each: OwnCost, count: int) -> str:
    """Our costliest functions of one protocol's run."""
    lines = [f"{share:6.2f} % {function.name}" for function, share in each.functions[:count]]
    return "\n".join([f"{each.protocol}:", *lines])


def main(
    protocol: Annotated[list[str] | None, typer.Option(help="Of these only; all if not given.")] = None,
    nodes: Annotated[int, typer.Option(min=2)] = 50,
    duration: Annotated[
        int | None, typer.Option(min=4, help="Simulated seconds; as compare.toml if not given.")
    ] = None,
    warmup: Annotated[int | None, typer.Option(min=0, help="Of them without events; a third if not given.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Runs at a time.")] = os.cpu_count() or 1,
    functions: Annotated[int, typer.Option(min=0, help="Print this many of our costliest functions, too.")] = 0,
) -> None:
    """Print the table of what our own C++ costs."""
    checkout = Checkout.here()
    experiment = tomllib.loads((checkout.scenarios / "radio" / "compare.toml").read_text())
    known = experiment["vary"]["protocol"]
    for name in protocol or []:
        if name not in known:
            raise UsageError(f"--protocol={name}: expected one of {', '.join(known)}")
    parameters = experiment["parameters"]
    seconds = duration or int(parameters["duration"])
    quiet = seconds // 3 if warmup is None else warmup
    table = measure(Setup(parameters, nodes, seconds, quiet), protocol or known, jobs, checkout)
    print(markdown(table))
    for each in table if functions else []:
        print("", costliest(each, functions), sep="\n")


if __name__ == "__main__":
    command_line.run(main)
