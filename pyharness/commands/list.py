"""`./waf list`: the programs, protocols and experiments of the checkout."""

from __future__ import annotations

from argparse import Namespace
from concurrent.futures import ThreadPoolExecutor

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table

from pyharness.commands import Verb, register_verb
from pyharness.experiment.experiment_file import read_experiment_file
from pyharness.programs.checkout import Checkout
from pyharness.programs.description import Description, Parameter, describe
from pyharness.programs.program import PYTHON, find_program, program_names, summary
from schema.errors import UsageError


def print_list(arguments: Namespace) -> int:
    """Print the three tables."""
    Console().print(listing(Checkout.here()))
    return 0


def listing(checkout: Checkout) -> Group:
    """Return three tables. A program that does not describe itself (a test runner) is no scenario and left out."""
    names = program_names(checkout)
    with ThreadPoolExecutor() as pool:
        answers = pool.map(lambda name: _described(checkout, name), names)
        described = {name: each for name, each in zip(names, answers, strict=True) if each}
    programs = [(name, each.summary) for name, each in described.items()]
    protocols = sorted({name for each in described.values() for name in _protocols(each)})
    used_by = [
        (protocol, ", ".join(name for name, each in described.items() if protocol in _protocols(each)))
        for protocol in protocols
    ]
    return Group(
        _table("Program", "What it simulates", programs or [("none", "nothing is built yet: ./waf build")]),
        "",
        _table("Protocol", "In", used_by or [("none", "")]),
        "",
        _table("Experiment", "Its question", _experiments(checkout) or [("none", "")]),
    )


def _described(checkout: Checkout, name: str) -> Description | None:
    """Return the description; for a Python-driven scenario without the bindings, the first line of its docstring."""
    try:
        return describe(find_program(checkout, name))
    except UsageError:
        return Description(program=name, summary=summary(checkout, name)) if name.endswith(PYTHON) else None


def _protocols(description: Description) -> tuple[str, ...]:
    parameter = description.find("protocol")
    return tuple(map(str, parameter.choices or ())) if isinstance(parameter, Parameter) else ()


def _experiments(checkout: Checkout) -> list[tuple[str, str]]:
    rows = []
    for path in sorted(checkout.scenarios.rglob("*.toml")):
        name = path.relative_to(checkout.root).as_posix()
        try:
            rows.append((name, read_experiment_file(path).question))
        except UsageError as error:
            rows.append((name, str(error)))
    return rows


def _table(first: str, second: str, rows: list[tuple[str, str]]) -> Table:
    table = Table(first, second, box=None, pad_edge=False, header_style="bold")
    table.columns[0].no_wrap = True
    for row in rows:
        table.add_row(*map(escape, row))
    return table


register_verb(
    Verb(
        name="list",
        summary="List the programs, protocols and experiments of the checkout.",
        run=print_list,
        needs=("programs",),
    )
)
