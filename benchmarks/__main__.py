"""`./waf bench [NAME] [OPTIONS]`, and without ./waf `python -m benchmarks`."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from pathlib import Path

from schema.errors import UsageError
from schema.text import listed, nearest

MAIN = "simulator"
HELP = f"""\
./waf bench                the simulator's tables, those of docs/speed.md; a quarter of an hour
./waf bench --write FILE   and put them into that page; --rounds N and --jobs N as benchmarks.{MAIN} has them
./waf bench --list         the other benchmarks, what each asks
./waf bench NAME --help    what NAME does and takes
./waf bench NAME …         measure

Instructions are counted by valgrind's callgrind, which has to be installed (apt-get install valgrind)."""


def programs() -> dict[str, str]:
    """Every benchmark and what its docstring says it asks; a module that is none does not name its command there."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        text = ast.get_docstring(ast.parse(path.read_bytes())) or ""
        if f"benchmarks.{path.stem}" in text or path.stem == MAIN:
            found[path.stem] = re.split(r":? `?\./waf|\n\n", text)[0].rstrip(".")
    return found


def main(arguments: list[str]) -> int:
    """Run one of them in this process. Raises UsageError for a name that is none."""
    first, rest = (arguments[0], arguments[1:]) if arguments else (MAIN, [])
    if first in ("--help", "-h"):
        print(HELP)
        return 0
    known = programs()
    if first == "--list":
        width = max(map(len, known))
        print("\n".join(f"{name:{width}}  {question}" for name, question in known.items()))
        return 0
    if first.startswith("-"):
        first, rest = MAIN, arguments
    if first not in known:
        raise UsageError(f"no benchmark {first!r}{nearest(first, known)}; there are {listed(known)}")
    sys.argv = [f"./waf bench {first}", *rest]
    runpy.run_module(f"benchmarks.{first}", run_name="__main__")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except UsageError as error:
        print(f"{error}.", file=sys.stderr)
        sys.exit(2)
