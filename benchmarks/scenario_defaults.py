"""What each default of the scenarios saves over its rivals: `./waf python -m benchmarks.scenario_defaults`.

`manet` as in scenarios/radio/compare.toml, with 50 nodes and with 1,000 at the same density: scheduler, memory
allocator, rate, propagation and carrier sense, each changed alone. Instructions and real time to those of the
defaults. Schedulers and allocators change nothing in what is simulated; the others do. Prints the tables that stand
in docs/speed.md.
"""

from __future__ import annotations

import ctypes.util
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from benchmarks import command_line
from benchmarks.markdown import head
from benchmarks.own_cost import Setup
from benchmarks.rivals import Command, Jobs, Ratio, Rounds, in_turn, instructions, ratio
from pyharness.programs.checkout import Checkout

PROTOCOL = "topsim"
FEW, MANY = 50, 1000
TOGETHER = 4
"""Runs at a time, as a sweep has them."""


class Question(StrEnum):
    """What there is to choose."""

    SCHEDULER = "scheduler"
    ALLOCATOR = "allocator"
    RATE = "rate"
    RANGE = "range"


@dataclass(frozen=True)
class Scale:
    """How much is simulated, in seconds; `manet` begins with events after `warmup` of them."""

    nodes: int
    warmup: int
    counted: int
    timed: int


SCALES = {FEW: Scale(FEW, 5, 12, 60), MANY: Scale(MANY, 1, 2, 4)}


@dataclass(frozen=True)
class Choice:
    """A rival of a default."""

    what: Question
    name: str
    arguments: tuple[str, ...] = ()
    library: str = ""
    """Preloaded; by the name that the linker knows."""
    nodes: tuple[int, ...] = (FEW, MANY)
    """Where it is measured."""

    @property
    def is_default(self) -> bool:
        """Whether it changes nothing."""
        return not self.arguments and not self.library


def _scheduler(name: str) -> Choice:
    return Choice(Question.SCHEDULER, name, (f"--SchedulerType=ns3::{name}Scheduler",))


def _rate(standard: str, rate: float) -> Choice:
    return Choice(
        Question.RATE, f"{standard}, {rate} Mbit/s", (f"--standard={standard}", f"--rate={rate}"), nodes=(FEW,)
    )


def _range(name: str, argument: str) -> Choice:
    return Choice(Question.RANGE, name, (argument,), nodes=(FEW,))


CHOICES = (
    Choice(Question.SCHEDULER, "PriorityQueue (default)"),
    *(_scheduler(name) for name in ("Map", "Calendar", "List")),
    Choice(Question.ALLOCATOR, "of the system (default)"),
    Choice(Question.ALLOCATOR, "tcmalloc_minimal", library="tcmalloc_minimal"),
    Choice(Question.ALLOCATOR, "jemalloc", library="jemalloc"),
    Choice(Question.RATE, "80211g, 6 Mbit/s (default)"),
    *(_rate("80211g", 54), _rate("80211b", 1), _rate("80211b", 5.5), _rate("80211b", 11)),
    Choice(Question.RANGE, "friis, carrier sense 2.2 ranges (default)"),
    _range("friis, carrier sense one range", "--carrier_sense=250"),
    _range("friis, no limit", "--carrier_sense=1e6"),
    *(_range(loss, f"--propagation={loss}") for loss in ("log-distance", "two-ray", "nakagami")),
)


def command(choice: Choice, scale: Scale, seconds: int) -> Command:
    """`manet` for `seconds` simulated ones."""
    checkout = Checkout.here()
    file = tomllib.loads((checkout.scenarios / "radio" / "compare.toml").read_text())
    setup = Setup(file["parameters"], scale.nodes, seconds, scale.warmup)
    words = map(str, setup.command(PROTOCOL, checkout.programs / "manet"))
    return Command((*words, "--drain=0", *choice.arguments), library(choice.library) if choice.library else "")


def library(name: str) -> str:
    """The file that the loader finds by that name, empty where there is none."""
    return ctypes.util.find_library(name) or ""


@dataclass(frozen=True)
class Row:
    """What a choice costs, as multiples of what the default of the same question costs, by number of nodes."""

    choice: Choice
    instructions: dict[int, float]
    real_time: dict[int, Ratio]
    together: Ratio | None
    """Real time with several runs at once, of few nodes; None where that is not measured."""

    def cells(self) -> list[str]:
        """As the table has them."""
        if self.choice.is_default:
            return [self.choice.name, *["1"] * 4]
        counted = [f"{self.instructions[nodes]:.2f}" if nodes in self.instructions else "–" for nodes in SCALES]
        return [self.choice.name, *counted, *(str(self.real_time.get(nodes, "–")) for nodes in SCALES)]


def installed(choices: Sequence[Choice]) -> list[Choice]:
    """Those that this machine has."""
    return [choice for choice in choices if not choice.library or library(choice.library)]


def measure(choices: Sequence[Choice], scales: Sequence[Scale], rounds: int, jobs: int | None = None) -> list[Row]:
    """Instructions of all, then real time of all. `choices` name the default of a question before its rivals."""
    cases = [(choice, scale) for scale in scales[::-1] for choice in choices if scale.nodes in choice.nodes]
    counted = {case: command(*case, case[1].counted) for case in cases}
    timed = {case: command(*case, case[1].timed) for case in cases}
    counts = instructions(counted.values(), jobs)
    real = in_turn(timed.values(), rounds)
    allocators = [choice for choice in choices if choice.what == Question.ALLOCATOR]
    crowd = {choice: command(choice, scales[0], scales[0].timed) for choice in allocators}
    crowded = in_turn(crowd.values(), rounds, TOGETHER)
    rows = []
    for choice in choices:
        default = next(each for each in choices if each.what == choice.what)
        here = [scale for scale in scales if scale.nodes in choice.nodes]
        rows.append(
            Row(
                choice,
                {s.nodes: counts[counted[choice, s]] / counts[counted[default, s]] for s in here},
                {s.nodes: ratio(real[timed[choice, s]], real[timed[default, s]]) for s in here},
                ratio(crowded[crowd[choice]], crowded[crowd[default]]) if choice in crowd else None,
            )
        )
    return rows


def table(rows: Sequence[Row]) -> str:
    """In Markdown."""
    lines = head("", *(f"instructions, {nodes:,} nodes" for nodes in SCALES), *(f"time, {n:,} nodes" for n in SCALES))
    for row, before in zip(rows, [None, *rows], strict=False):
        if before is None or before.choice.what != row.choice.what:
            lines.append(f"| **{row.choice.what}** | | | | |")
        lines.append(f"| {' | '.join(row.cells())} |")
    at_once = [f"{row.choice.name} {row.together}" for row in rows if row.together and not row.choice.is_default]
    if at_once:
        lines += ["", f"{TOGETHER} runs of {FEW} nodes at once, time: {', '.join(at_once)}."]
    return "\n".join(lines)


def tabled(rounds: int, jobs: int | None) -> str:
    """The whole table, in Markdown, without what this machine lacks."""
    return table(measure(installed(CHOICES), list(SCALES.values()), rounds, jobs))


What = Annotated[list[Question] | None, typer.Option(help="Only this question; repeatable.")]
Few = Annotated[bool, typer.Option("--few", help=f"Only {FEW} nodes.")]


def main(what: What = None, few: Few = False, rounds: Rounds = 3, jobs: Jobs = None) -> None:
    """What each default of the scenarios saves over its rivals."""
    choices = [choice for choice in CHOICES if not what or choice.what in what]
    scales = [SCALES[FEW]] if few else list(SCALES.values())
    print(table(measure(installed(choices), scales, rounds, jobs)))


if __name__ == "__main__":
    command_line.run(main)
