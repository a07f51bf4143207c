"""What does a datagram cost per link of an underlay? `./waf python -m benchmarks.overlay_forwarding`.

BRITE makes the underlay, and random routers of it carry brokers. Datagrams of 200 bytes go between random brokers, in
turn by light routers and by ns-3's IP stack, on the same paths. The program overlay-forwarding measures the processor
time of both in one process; memory is that of a process with one of them. No time includes the start-up. Prints the
table that stands in docs/underlays.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Annotated

import typer

from benchmarks import command_line
from benchmarks.markdown import head
from benchmarks.rivals import Command, Ratio, Rounds, Taken, ratio, take
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError

PROGRAM = "overlay-forwarding"
WAYS = ("light", "ip")
NETWORKS = {200: 40, 1000: 200, 5000: 1000}
"""Routers -> brokers, the tiers of an experiment."""
DATAGRAMS = 20_000
"""Sent in a round."""
ROUND = re.compile(r"(\w+): (\d+) sent, (\d+) received, (\d+) links crossed, (\S+) s, \S+ us per link")
BUILT = re.compile(r"(\w+): \d+ routers, \d+ links, built in (\S+) s")


@dataclass(frozen=True)
class ForwardingRound:
    """The datagrams of one round by one way to forward."""

    links: int
    """That all of them crossed."""
    seconds: float
    """Of a processor."""

    @property
    def microseconds(self) -> float:
        """Per link crossed."""
        return 1e6 * self.seconds / self.links


@dataclass(frozen=True)
class NetworkCost:
    """A row of the table."""

    routers: int
    brokers: int
    rounds: dict[str, list[ForwardingRound]]
    """By way to forward."""
    built_s: dict[str, float]
    """Seconds until the network was there, without BRITE's."""
    peak_bytes: dict[str, int]
    """Of a process with this way alone."""

    @property
    def compared(self) -> Ratio:
        """Time per link of light routers, to that of the IP stack in the same round."""
        these, those = ([each.microseconds for each in self.rounds[way]] for way in WAYS)
        return ratio(these, those)

    def cells(self) -> list[str]:
        """As the table has them."""
        links = self.rounds[WAYS[0]][0].links / DATAGRAMS
        return [
            f"{self.routers:,}",
            f"{self.brokers:,}",
            f"{links:.1f}",
            *(f"{median(each.microseconds for each in self.rounds[way]):.2f}" for way in WAYS),
            str(self.compared),
            *(f"{self.built_s[way]:.2f}" for way in WAYS),
            *(f"{self.peak_bytes[way] / 1e6:.0f}" for way in WAYS),
        ]


HEAD = (
    *("routers", "brokers", "links that a datagram crosses", "µs per link crossed, light", "IP stack", "ratio"),
    *("s to build, light", "IP stack", "MB, light", "IP stack"),
)


def rounds_in(output: str) -> dict[str, list[ForwardingRound]]:
    """Read the rounds that the program printed. Raises UsageError where a datagram was lost."""
    rounds: dict[str, list[ForwardingRound]] = {}
    for way, sent, received, links, seconds in ROUND.findall(output):
        if received != sent:
            raise UsageError(f"{received} of {sent} datagrams arrived by {way}, expected all")
        rounds.setdefault(way, []).append(ForwardingRound(int(links), float(seconds)))
    return rounds


def execute(routers: int, brokers: int, **options: object) -> Taken:
    """Execute the program once. Raises UsageError where it is not built, CalledProcessError where it fails."""
    program = Checkout.here().root / "build" / "examples" / PROGRAM
    if not program.exists():
        raise UsageError(f"no program {PROGRAM} in build/examples, ./waf build --tests makes it")
    words = {"routers": routers, "brokers": brokers, "datagrams": DATAGRAMS, **options}
    return take(Command((str(program), *(f"--{name}={value}" for name, value in words.items()))))


def measure(routers: int, brokers: int, rounds: int) -> NetworkCost:
    """Measure one network."""
    output = execute(routers, brokers, rounds=rounds).said
    return NetworkCost(
        routers=routers,
        brokers=brokers,
        rounds=rounds_in(output),
        built_s={way: float(seconds) for way, seconds in BUILT.findall(output)},
        peak_bytes={way: execute(routers, brokers, forwarding=way).peak_bytes for way in WAYS},
    )


def table(rows: Sequence[NetworkCost]) -> str:
    """In Markdown."""
    return "\n".join([*head(*HEAD), *(f"| {' | '.join(row.cells())} |" for row in rows)])


Routers = Annotated[
    list[int] | None, typer.Option(min=20, metavar="N", help="Only so many, a fifth with brokers; repeatable.")
]


def main(routers: Routers = None, rounds: Rounds = 5) -> None:
    """What a datagram costs per link of an underlay, by light routers and by ns-3's IP stack."""
    networks = {each: each // 5 for each in routers} if routers else NETWORKS
    print(table([measure(each, brokers, rounds) for each, brokers in networks.items()]))


if __name__ == "__main__":
    command_line.run(main)
