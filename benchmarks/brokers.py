"""What does an event cost among brokers, compared with forwarded datagrams? `./waf python -m benchmarks.brokers`.

Brokers in a tree with ten clients each. Every client subscribes to one of 100 topics, and random clients publish. In
turn with the events, plain UDP datagrams of the same size go from clients to clients over as many of the same links,
forwarded by ns-3's static routes. The program broker-forwarding measures the processor time of both in one process.
Callgrind counts the instructions of the events alone. No figure includes the start-up. Prints the table that stands in
docs/speed.md.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Annotated

import typer

from benchmarks import callgrind, command_line
from benchmarks.markdown import head
from benchmarks.own_cost import own_spending, preloading_ns3
from benchmarks.rivals import Command, Jobs, Ratio, Rounds, ratio, take
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError

PROGRAM = "broker-forwarding"
EVENTS, DATAGRAMS = "events", "datagrams"
CLIENTS_EACH, TOPICS = 10, 100
LINKS_EACH = 4
"""Links that an event crosses for each of its subscribers, roughly."""
BROKERS = (100, 1000)
LINKS_TIMED = 150_000
"""Links that the events of a round cross, roughly."""
LINKS_COUNTED = 20_000
"""The same under callgrind."""
COUNTED = "*Simulate()*"
"""The function of the program that simulates one part of a round."""
LINE = re.compile(r"(\w+): (\d+) sent, (\d+) of (\d+) received, (\d+) links crossed, (\S+) s")


@dataclass(frozen=True)
class Part:
    """One part of a round: events or datagrams."""

    what: str
    sent: int
    links: int
    """That all of them crossed."""
    seconds: float
    """Of a processor."""

    @property
    def microseconds(self) -> float:
        """Per link crossed."""
        return 1e6 * self.seconds / self.links


@dataclass(frozen=True)
class Setup:
    """A row of the table."""

    brokers: int

    @property
    def clients(self) -> int:
        """Spread evenly over the brokers."""
        return CLIENTS_EACH * self.brokers

    def events(self, links: int) -> int:
        """Events that cross so many links, roughly."""
        return max(10, links * TOPICS // (LINKS_EACH * self.clients))

    def command(self, links: int, *options: str) -> tuple[str, ...]:
        """The program for this row."""
        program = Checkout.here().root / "build" / "examples" / PROGRAM
        if not program.exists():
            raise UsageError(f"no program {PROGRAM} in build/examples, ./waf build --tests makes it")
        size = {"brokers": self.brokers, "clients": self.clients, "topics": TOPICS, "events": self.events(links)}
        return (str(program), *(f"--{name}={value}" for name, value in size.items()), *options)


@dataclass(frozen=True)
class Counts:
    """Instructions of events, under callgrind."""

    per_link: float
    own: float
    """Share of our own code with what it calls in libc and libstdc++, percent."""
    functions: list[tuple[str, float]]
    """Our functions, costliest first, with their share in percent."""


@dataclass(frozen=True)
class Row:
    """All that is measured of one set-up."""

    setup: Setup
    events: list[Part]
    datagrams: list[Part]
    counts: Counts

    @property
    def compared(self) -> Ratio:
        """Time per link of events, to that of the datagrams of the same round."""
        these, those = ([part.microseconds for part in parts] for parts in (self.events, self.datagrams))
        return ratio(these, those)

    def cells(self) -> list[str]:
        """As the table has them."""
        per_second = median(part.sent / part.seconds for part in self.events)
        links = sum(part.links for part in self.events) / sum(part.sent for part in self.events)
        times = (median(part.microseconds for part in parts) for parts in (self.events, self.datagrams))
        return [
            f"{self.setup.brokers:,}",
            f"{self.setup.clients:,}",
            f"{links:.0f}",
            f"{per_second:,.0f}",
            *(f"{microseconds:.1f}" for microseconds in times),
            str(self.compared),
            f"{self.counts.per_link / 1e3:.1f}",
            f"{self.counts.own:.1f}",
        ]


HEAD = (
    *("brokers", "clients", "links that an event crosses", "events per second of processor time"),
    *("µs per link crossed, events", "datagrams", "ratio"),
    *("thousand instructions per link crossed, events", "own, %"),
)


def parts(said: str) -> list[Part]:
    """Read what the program printed. Raises UsageError where something that was due did not arrive."""
    found = [LINE.fullmatch(line) for line in said.splitlines()]
    rounds = []
    for match in found:
        if match is None:
            raise ValueError(f"{PROGRAM} says {said!r}")
        what, sent, received, due, links, seconds = match.groups()
        if received != due:
            raise UsageError(f"{received} of {due} {what} arrived, expected all")
        rounds.append(Part(what, int(sent), int(links), float(seconds)))
    return rounds


def count(setup: Setup) -> Counts:
    """Count the instructions of events. Raises what callgrind.profile() raises."""
    command = setup.command(LINKS_COUNTED, "--datagrams=false")
    (events,) = parts(take(Command(command)).said)
    # As in own_cost: the loader would take ns-3's templates from our libraries, and their work would look like ours.
    linked = subprocess.run(["ldd", command[0]], check=True, capture_output=True, text=True).stdout
    run = callgrind.profile(command, preloading_ns3(linked) | {"LD_BIND_NOW": "1"}, within=COUNTED)
    own = own_spending(run, Path(command[0]).parents[1])
    functions = [(function.name, 100 * cost / run.total) for function, cost in own.most_common()]
    return Counts(run.total / events.links, 100 * own.total() / run.total, functions)


def measure(setups: Sequence[Setup], rounds: int, jobs: int | None = None) -> list[Row]:
    """Count the instructions of all, `jobs` at a time, then measure the time of one after the other."""
    with ThreadPoolExecutor(jobs) as pool:
        counts = list(pool.map(count, setups))
    rows = []
    for setup, counted in zip(setups, counts, strict=True):
        all_parts = parts(take(Command(setup.command(LINKS_TIMED, f"--rounds={rounds}"))).said)
        events, datagrams = ([part for part in all_parts if part.what == what] for what in (EVENTS, DATAGRAMS))
        rows.append(Row(setup, events, datagrams, counted))
    return rows


def table(rows: Sequence[Row]) -> str:
    """In Markdown."""
    return "\n".join([*head(*HEAD), *(f"| {' | '.join(row.cells())} |" for row in rows)])


Brokers = Annotated[list[int] | None, typer.Option(min=2, metavar="N", help="Only so many; repeatable.")]


def main(
    brokers: Brokers = None,
    rounds: Rounds = 3,
    jobs: Jobs = None,
    functions: Annotated[int, typer.Option(min=0, help="Print this many of our costliest functions, too.")] = 0,
) -> None:
    """What an event costs among brokers, compared with datagrams that ns-3 forwards over the same links."""
    rows = measure([Setup(each) for each in brokers or BROKERS], rounds, jobs)
    print(table(rows))
    for row in rows if functions else []:
        shares = [f"{share:6.2f} % {name}" for name, share in row.counts.functions[:functions]]
        print("", f"{row.setup.brokers:,} brokers:", *shares, sep="\n")


if __name__ == "__main__":
    command_line.run(main)
