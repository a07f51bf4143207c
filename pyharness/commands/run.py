"""`./waf run PROGRAM`: run one scenario program once, without a sweep."""

from __future__ import annotations

import os
import sys

from pyharness.commands import ArgumentError, ForwardingVerb, register_verb
from pyharness.programs.allocator import allocation
from pyharness.programs.checkout import Checkout
from pyharness.programs.program import find_program, set_up

SUMMARY = "Run one scenario program once: run manet --protocol=topsim --nodes=50."
HELP = f"""\
usage: ./waf run PROGRAM [its arguments]
       ./waf --run "PROGRAM [its arguments]"

{SUMMARY}
./waf list shows the programs; ./waf run PROGRAM --help lists its parameters."""


def run_program(arguments: list[str]) -> int:
    """Become the program. Returns only after --help; raises UsageError where there is no such program."""
    if not arguments:
        raise ArgumentError("the following arguments are required: PROGRAM")
    if arguments[0] in ("-h", "--help"):
        print(HELP)
        return 0
    checkout = Checkout.here()
    program = find_program(checkout, arguments[0])
    set_up(checkout, program)
    sys.stdout.flush()
    os.execve(program.command[0], [*program.command, *arguments[1:]], {**os.environ, **allocation(program)})


register_verb(
    ForwardingVerb(
        name="run",
        summary=SUMMARY,
        execute=run_program,
        needs=("programs",),
    )
)
