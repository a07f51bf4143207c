"""`./waf debug RUN`: the command that starts a run in the debugger."""

from __future__ import annotations

import shlex
from argparse import Namespace
from pathlib import Path

from pyharness.commands import Verb, add_run, register_verb
from pyharness.store.failures import rerun_command
from pyharness.store.run_folders import run_manifest


def print_debug_command(arguments: Namespace) -> int:
    """Print the command."""
    print(debug_command(arguments.run))
    return 0


def debug_command(run: Path) -> str:
    """Return the command that executes `run` in gdb, for the current folder. Raises UsageError."""
    manifest = run_manifest(run)
    command = shlex.join(manifest.command)
    return rerun_command(manifest).replace(command, f"gdb -ex run --args {command}")


register_verb(
    Verb(
        name="debug",
        summary="Print the command that executes a run in the debugger.",
        add_arguments=add_run,
        run=print_debug_command,
    )
)
