"""`./waf check DIR`: read every byte of an experiment's runs and list those that have changed."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console

from pyharness.commands import Verb, add_folder, register_verb
from pyharness.store.check import check_runs


def print_check(arguments: Namespace) -> int:
    """Print each corrupt run; return 1 where there is one."""
    intact, corrupt = check_runs(arguments.folder, Console(stderr=True))
    print(check_text(intact, corrupt))
    return 1 if corrupt else 0


def check_text(intact: int, corrupt: list[tuple[str, str]]) -> str:
    """Return a line for each corrupt run, then the counts."""
    lines = [f"corrupt: {run}: {reason}" for run, reason in corrupt]
    return "\n".join([*lines, f"{intact:,} of {intact + len(corrupt):,} runs are as they were written"])


register_verb(
    Verb(
        name="check",
        summary="Read every byte of an experiment's runs and list those that are not as they were written.",
        add_arguments=add_folder,
        run=print_check,
    )
)
