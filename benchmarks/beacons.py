"""What does a transmission cost among few radios and among many? `./waf python -m benchmarks.beacons [--nodes 50]`.

N ad hoc radios, 50 to the square kilometre, 802.11g at 6 Mbit/s with a range of 250 m; each broadcasts 64 bytes of UDP
once a second. By ns-3's own channel, which schedules an event for every other radio, and by the spatial one, which
does so for those in reach. All figures are net of start-up. Prints the table that stands in docs/speed.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer

from benchmarks import command_line
from benchmarks.markdown import head
from benchmarks.rivals import Command, Jobs, Ratio, Rounds, Taken, in_turn, instructions, ratio, take
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError

PROGRAM = "spatial-beacons"
STATIC, MOVING = "static", "random-waypoint"
RANGE, LOSSES = "range", ("friis", "log-distance", "friis-alone")
STOCK, SPATIAL = "stock", "spatial"
NODES = (50, 100, 200, 400, 1000, 2000, 5000)
NODES_MOVING = (200, 1000)
NODES_LOSSES = 50
STOCK_UP_TO = 1000
"""Nodes; beyond, its time grows with their square."""
SETTLED = "*Settled*"
"""What the program calls after a second, when everybody has sent once and neighbours know each other."""
COUNTED = 500
"""Transmissions after that under callgrind, or one of everybody if those are more."""
NODE_SECONDS, LEAST_SECONDS = 5_000, 5
"""Simulated ones of all nodes together, and of each at least, for real time."""


@dataclass(frozen=True)
class Setup:
    """A row of the table."""

    nodes: int
    mobility: str = STATIC
    loss: str = RANGE

    @property
    def channels(self) -> tuple[str, ...]:
        """Those that are measured."""
        return (STOCK, SPATIAL) if self.nodes <= STOCK_UP_TO else (SPATIAL,)

    @property
    def seconds_counted(self) -> int:
        """Simulated ones, under callgrind."""
        return 1 + max(COUNTED // self.nodes, 1)

    def expected(self, channel: str) -> float:
        """Roughly, in millions of instructions: start-up, and what each of two transmissions costs."""
        return self.nodes * (2.4 + 2 * (0.9 + (0.0065 * self.nodes if channel == STOCK else 0)))

    @property
    def seconds(self) -> int:
        """Simulated ones, for real time."""
        return max(NODE_SECONDS // self.nodes, LEAST_SECONDS)

    def command(self, channel: str, seconds: int) -> Command:
        """The program for this row."""
        program = Checkout.here().root / "build" / "examples" / PROGRAM
        if not program.exists():
            raise UsageError(f"no program {PROGRAM} in build/examples, ./waf build --tests makes it")
        settings = {"channel": channel, "nodes": self.nodes, "seconds": seconds}
        settings |= {"mobility": self.mobility, "loss": self.loss}
        words = (str(program), *(f"--{name}={value}" for name, value in settings.items()))
        return Command(words, counted_since=SETTLED)

    @property
    def name(self) -> str:
        """Its first cell."""
        words = [f"{self.nodes:,}", *(["moving"] if self.mobility == MOVING else [])]
        return ", ".join([*words, *([self.loss] if self.loss != RANGE else [])])


SETUPS = (
    *(Setup(nodes) for nodes in NODES),
    *(Setup(nodes, MOVING) for nodes in NODES_MOVING),
    *(Setup(NODES_LOSSES, STATIC, loss) for loss in LOSSES),
)


@dataclass(frozen=True)
class Outcome:
    """What the program tells of a run."""

    transmissions: int
    receptions: int
    log: str
    """Hash of the reception log: the same for both channels."""


def outcome(taken: Taken) -> Outcome:
    """Read off what the program said."""
    found = re.fullmatch(r"(\d+) sent, (\d+) received, hash (\w+)\n", taken.said)
    if found is None:
        raise ValueError(f"{PROGRAM} says {taken.said!r}")
    return Outcome(int(found[1]), int(found[2]), found[3])


@dataclass(frozen=True)
class Cost:
    """Of one channel in one row."""

    instructions: float
    """Per transmission."""
    microseconds: float
    """Real ones per node and simulated second, the least of several rounds."""
    kilobytes: float
    """Peak memory per node."""


@dataclass(frozen=True)
class Row:
    """All that is measured of one set-up."""

    setup: Setup
    receptions: float
    """Per transmission."""
    costs: dict[str, Cost]
    real_time: Ratio | None
    """Spatial to stock; None where stock is not measured."""

    def cells(self) -> list[str]:
        """As the table has them."""
        stock, spatial = self.costs.get(STOCK), self.costs[SPATIAL]
        both = [stock, spatial]
        counted = f"{spatial.instructions / stock.instructions:.2f}" if stock else "–"
        return [
            self.setup.name,
            f"{self.receptions:.1f}",
            *(f"{cost.instructions / 1e6:.2f}" if cost else "–" for cost in both),
            counted,
            *(f"{cost.microseconds:.0f}" if cost else "–" for cost in both),
            str(self.real_time or "–"),
            *(f"{cost.kilobytes:.0f}" if cost else "–" for cost in both),
        ]


HEAD = (
    *("nodes", "receptions per transmission", "million instructions per transmission, stock", "spatial", "ratio"),
    *("µs per node and simulated second, stock", "spatial", "ratio"),
    *("memory per node, stock, kB", "spatial, kB"),
)


def measure(setups: Sequence[Setup], rounds: int, jobs: int | None = None) -> Iterator[Row]:
    """Instructions of all, then real time of all. Raises UsageError where the channels receive different things."""
    cases = [(setup, channel) for setup in setups for channel in setup.channels]
    cases.sort(key=lambda case: case[0].expected(case[1]), reverse=True)
    counts = instructions((setup.command(channel, setup.seconds_counted) for setup, channel in cases), jobs)
    timed = [setup.command(channel, seconds) for setup, channel in cases for seconds in (0, setup.seconds)]
    real = in_turn(timed, rounds)
    empty = take(Setup(2).command(SPATIAL, 1)).peak_bytes
    for setup in setups:
        taken = {channel: take(setup.command(channel, setup.seconds_counted)) for channel in setup.channels}
        outcomes = {outcome(each) for each in taken.values()}
        if len(outcomes) > 1:
            raise UsageError(f"the channels differ in what {setup} receives: {outcomes}")
        (said,) = outcomes
        times = {channel: _net(setup, channel, real) for channel in setup.channels}
        costs = {
            channel: Cost(
                counts[setup.command(channel, setup.seconds_counted)] / (said.transmissions - setup.nodes),
                1e6 * min(times[channel]) / setup.nodes / setup.seconds,
                (taken[channel].peak_bytes - empty) / setup.nodes / 1e3,
            )
            for channel in setup.channels
        }
        compared = ratio(times[SPATIAL], times[STOCK]) if STOCK in times else None
        yield Row(setup, said.receptions / said.transmissions, costs, compared)


def _net(setup: Setup, channel: str, real: dict[Command, list[float]]) -> list[float]:
    """Real seconds of each round beyond those of a run that ends at once."""
    whole, start = (real[setup.command(channel, seconds)] for seconds in (setup.seconds, 0))
    return [this - that for this, that in zip(whole, start, strict=True)]


def table(rows: Sequence[Row]) -> str:
    """In Markdown."""
    return "\n".join([*head(*HEAD), *(f"| {' | '.join(row.cells())} |" for row in rows)])


def tabled(rounds: int, jobs: int | None) -> str:
    """The whole table, in Markdown."""
    return table(list(measure(SETUPS, rounds, jobs)))


Nodes = Annotated[list[int] | None, typer.Option(min=2, metavar="N", help="Only these, static; repeatable.")]


def main(nodes: Nodes = None, rounds: Rounds = 3, jobs: Jobs = None) -> None:
    """What a transmission costs among few radios and among many, by ns-3's channel and by the spatial one."""
    print(table(list(measure([Setup(each) for each in nodes] if nodes else SETUPS, rounds, jobs))))


if __name__ == "__main__":
    command_line.run(main)
