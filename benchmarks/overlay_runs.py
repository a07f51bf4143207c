"""What does a run of an overlay cost? `./waf python -m benchmarks.overlay_runs`.

The program `overlay` publishes for a number of ticks at the three sizes of the experiments of Chi et al. 2014, without
captures and without a row for each message. Time is that of a processor: from the start to the end of the first window
that is measured, and from then on. Prints a table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from benchmarks import command_line
from benchmarks.markdown import head
from benchmarks.rivals import Command, take
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError

PUBLISHED = 1000
"""Brokers of the published experiments; smaller networks have as many times fewer clients and routers."""
BROKERS = (40, 200, PUBLISHED)
STRATEGIES = ("static", "ocbr", "ocbr-e", "psoo-fcat")
WARM_UP = 50
"""Ticks until the first event; a tick is a second."""
WINDOW = 50
"""Ticks of a window, with which the measured time begins."""
DRAIN = 5
NOTIFICATIONS = re.compile(r"(\d+) ov_notify")


@dataclass(frozen=True)
class OverlayRunCost:
    """A row of the table."""

    brokers: int
    strategy: str
    ticks: int
    """Of the whole run, without its warm-up."""
    first_s: float
    """Seconds of a processor for the warm-up and the first window."""
    whole_s: float
    """For all ticks, too."""
    notifications: int
    """That crossed a link of the overlay after the first window."""
    peak_bytes: int

    def cells(self) -> list[str]:
        """As the table has them."""
        since = self.whole_s - self.first_s
        return [
            f"{self.brokers:,}",
            f"`{self.strategy}`",
            f"{self.first_s:.1f}",
            f"{self.whole_s:.1f}",
            f"{self.notifications:,}",
            f"{1e6 * since / self.notifications:.1f}",
            f"{self.peak_bytes / 1e6:.0f}",
        ]


def columns(ticks: int) -> list[str]:
    """The head of the table."""
    return [
        *("brokers", "strategy", f"s until tick {WINDOW}", f"s until tick {ticks:,}"),
        *("notifications sent from then on", "µs for each", "MB"),
    ]


def command(brokers: int, strategy: str, ticks: int, folder: str) -> Command:
    """A run as scenarios/overlay/fig-3.toml has it. Raises UsageError where the program is not built."""
    program = Checkout.here().root / "build" / "bin" / "overlay"
    if not program.exists():
        raise UsageError("no program overlay in build/bin, ./waf build makes it")
    words = {
        "strategy": strategy,
        "brokers": brokers,
        "routers": 5 * brokers,
        "workload_divisor": PUBLISHED // brokers,
        "window_ticks": WINDOW,
        "warmup": WARM_UP,
        "drain": DRAIN,
        "duration": WARM_UP + ticks + DRAIN,
        "captures": "false",
        "transmissions": "false",
        "ns3::pubsub::broker::OcbrExtendedStrategy::Elements": "pairs",
        "out": folder,
    }
    return Command((str(program), *(f"--{name}={value}" for name, value in words.items())))


def notifications_in(output: str) -> int:
    """Read from the program's last lines how many notifications were sent. Raises UsageError where none was."""
    said = NOTIFICATIONS.search(output)
    if said is None:
        raise UsageError("the run has sent no notification, expected a longer one")
    return int(said[1])


def measure(brokers: int, strategy: str, ticks: int) -> OverlayRunCost:
    """Measure one run, and its beginning in a run of its own."""
    with TemporaryDirectory() as folder:
        first, whole = (take(command(brokers, strategy, each, f"{folder}/{each}")) for each in (WINDOW, ticks))
    return OverlayRunCost(
        brokers=brokers,
        strategy=strategy,
        ticks=ticks,
        first_s=first.processor_s,
        whole_s=whole.processor_s,
        notifications=notifications_in(whole.said) - notifications_in(first.said),
        peak_bytes=whole.peak_bytes,
    )


def table(rows: Sequence[OverlayRunCost], ticks: int) -> str:
    """In Markdown."""
    return "\n".join([*head(*columns(ticks)), *(f"| {' | '.join(row.cells())} |" for row in rows)])


Brokers = Annotated[
    list[int] | None, typer.Option(min=40, max=PUBLISHED, metavar="N", help="Only so many; repeatable.")
]
Strategies = Annotated[list[str] | None, typer.Option("--strategy", metavar="NAME", help="Only this one; repeatable.")]
Ticks = Annotated[int, typer.Option(min=2 * WINDOW, metavar="N", help="In which events are published.")]


def main(brokers: Brokers = None, strategies: Strategies = None, ticks: Ticks = 1000) -> None:
    """What a run of an overlay costs, by number of brokers and strategy."""
    rows = [measure(each, name, ticks) for each in brokers or BROKERS for name in strategies or STRATEGIES]
    print(table(rows, ticks))


if __name__ == "__main__":
    command_line.run(main)
