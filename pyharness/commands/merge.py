"""`./waf merge FROM INTO`: put the runs of two folders of one experiment together."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from pyharness.commands import Verb, register_verb
from pyharness.store.merge import merge_folders
from schema.text import counted


def _add_arguments(parser: ArgumentParser) -> None:
    """Add the two folders."""
    parser.add_argument("source", metavar="FROM", type=Path, help="Folder of the same experiment; it is not changed.")
    parser.add_argument("target", metavar="INTO", type=Path, help="Folder that takes its runs; made if need be.")


def print_merge(arguments: Namespace) -> int:
    """Merge and print what became of the runs."""
    merged = merge_folders(arguments.source, arguments.target)
    left = f", {merged.left} not done there" if merged.left else ""
    print(f"{counted(merged.taken, 'run')} taken, {merged.present} there already{left}: {arguments.target}")
    return 0


register_verb(
    Verb(
        name="merge",
        summary="Put the runs of two folders of one experiment together, e.g. from two machines.",
        add_arguments=_add_arguments,
        run=print_merge,
    )
)
