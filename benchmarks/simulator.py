"""How fast is the simulator, and what does each default save? `./waf bench [--write docs/speed.md]`.

The tables of benchmarks.beacons and benchmarks.scenario_defaults, and on which machine they were measured. Some ten
minutes on four processors that have nothing else to do. With --write they take the place of those in a page, between
`<!-- NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import beacons, command_line, scenario_defaults
from benchmarks.rivals import Jobs, Rounds
from pyharness.programs.checkout import Checkout
from schema.errors import UsageError

Page = Annotated[Path | None, typer.Option(metavar="FILE", help="A page whose tables are to be replaced by these.")]

TABLES: dict[str, Callable[[int, int | None], str]] = {
    "beacons": beacons.tabled,
    "defaults": scenario_defaults.tabled,
}
MACHINE = "machine"


def machine() -> str:
    """What the figures are of: processors, their load, the commit."""
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    name = found[1] if found else platform.machine()
    command = ["git", "-C", str(Checkout.here().root), "describe", "--always", "--dirty"]
    try:
        described = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:  # no Git on this machine
        described = ""
    commit = f"commit {described}" if described else "no commit"
    processors = f"{os.cpu_count()} processors ({name})"
    return f"{time.strftime('%Y-%m-%d')}, {commit}, {processors}, load before it {os.getloadavg()[0]:.1f}."


def replaced(page: str, name: str, table: str) -> str:
    """`page` with `table` between its marks. Raises UsageError where it has none of that name."""
    marked = re.compile(rf"(?<=<!-- {re.escape(name)} -->\n).*?(?=<!-- end -->)", re.DOTALL)
    if not marked.search(page):
        raise UsageError(f"no <!-- {name} --> and <!-- end --> in it, expected the place of that table")
    return marked.sub(lambda _: f"\n{table}\n\n", page, count=1)


def main(write: Page = None, rounds: Rounds = 3, jobs: Jobs = None) -> None:
    """How fast the simulator is, among few radios and among many, and what each default of the scenarios saves."""
    if write is not None:
        for name in (MACHINE, *TABLES):
            _in_page(write, name, "")  # refused now and not at the end
    here = machine()
    made = {name: table(rounds, jobs) for name, table in TABLES.items()}
    for name, table in {MACHINE: here, **made}.items():
        print(f"{table}\n")
        if write is not None:
            write.write_text(_in_page(write, name, table))


def _in_page(page: Path, name: str, table: str) -> str:
    try:
        return replaced(page.read_text(), name, table)
    except FileNotFoundError:
        raise UsageError(f"{page}: no such page") from None
    except UsageError as error:
        raise UsageError(f"{page}: {error}") from None


if __name__ == "__main__":
    command_line.run(main)
