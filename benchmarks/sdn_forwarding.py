"""What does a delivery by switches cost? `./waf python -m benchmarks.sdn_forwarding`.

Switches form a random tree with a host at each. Hosts in turn send datagrams of 200 bytes of IPv6 multicast to all
others: by our switches, by ns-3's IPv6 multicast forwarding, and by ns-3's CSMA bridge. The program sdn-forwarding
measures the processor time of all three in one process, in turn. No time includes the start-up. Prints the table that
stands in docs/switches.md.
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
from benchmarks.rivals import Command, Ratio, Rounds, ratio, take
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError

PROGRAM = "sdn-forwarding"
WAYS = ("sdn", "router", "bridge")
SWITCHES = (100,)
"""The sizes of an experiment."""
DATAGRAMS = 1000
"""Sent in a round."""
ROUND = re.compile(r"(\w+): (\d+) sent, (\d+) delivered, (\S+) s, \S+ us per delivery")


@dataclass(frozen=True)
class DeliveryCost:
    """A row of the table: microseconds of a processor per delivery, round by round."""

    switches: int
    rounds: dict[str, list[float]]
    """By way to forward."""

    @property
    def quicker(self) -> str:
        """The quicker one of ns-3's own two ways."""
        return min(WAYS[1:], key=lambda way: median(self.rounds[way]))

    @property
    def compared(self) -> Ratio:
        """Time of our switches, to that of ns-3's quicker way in the same round."""
        return ratio(self.rounds[WAYS[0]], self.rounds[self.quicker])

    def cells(self) -> list[str]:
        """As the table has them."""
        return [
            f"{self.switches:,}",
            *(f"{median(self.rounds[way]):.1f}" for way in WAYS),
            f"{self.compared} of the {self.quicker}",
        ]


HEAD = ("switches and hosts", "µs per delivery, SdnSwitch", "IPv6 multicast router", "CSMA bridge", "ratio")


def rounds_in(output: str, switches: int) -> dict[str, list[float]]:
    """Read the rounds that the program printed. Raises UsageError where a delivery is missing."""
    rounds: dict[str, list[float]] = {}
    for way, sent, delivered, seconds in ROUND.findall(output):
        due = int(sent) * (switches - 1)
        if int(delivered) != due:
            raise UsageError(f"{delivered} of {due} deliveries by {way}, expected all")
        rounds.setdefault(way, []).append(1e6 * float(seconds) / due)
    return rounds


def measure(switches: int, rounds: int) -> DeliveryCost:
    """Measure one size. Raises UsageError where the program is not built, CalledProcessError where it fails."""
    program = Checkout.here().root / "build" / "examples" / PROGRAM
    if not program.exists():
        raise UsageError(f"no program {PROGRAM} in build/examples, ./waf build --tests makes it")
    words = (f"--switches={switches}", f"--datagrams={DATAGRAMS}", f"--rounds={rounds}")
    return DeliveryCost(switches, rounds_in(take(Command((str(program), *words))).said, switches))


def table(rows: Sequence[DeliveryCost]) -> str:
    """In Markdown."""
    return "\n".join([*head(*HEAD), *(f"| {' | '.join(row.cells())} |" for row in rows)])


Switches = Annotated[
    list[int] | None, typer.Option(min=2, metavar="N", help="Only so many switches, each with a host; repeatable.")
]


def main(switches: Switches = None, rounds: Rounds = 5) -> None:
    """What a delivery costs by our switches, by ns-3's IPv6 multicast forwarding and by its CSMA bridge."""
    print(table([measure(each, rounds) for each in switches or SWITCHES]))


if __name__ == "__main__":
    command_line.run(main)
