"""Programs that keep docs/run-contract.md: compiled ones in build/bin, Python-driven ones below scenarios."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pyharness.programs.checkout import Checkout
from schema.errors import UsageError
from schema.text import listed, nearest

PYTHON = ".py"
"""How the name of a Python-driven scenario ends."""


@dataclass(frozen=True)
class Program:
    """What an experiment calls a program, how it is started, and what decides its bytes."""

    name: str
    """`manet`, `topsim_paper.py`."""
    command: tuple[str, ...]
    """Absolute paths; a run's arguments follow."""
    hashed: tuple[Path, ...]
    """The files whose content decides what it does, in an order that does not depend on the machine."""

    @property
    def is_python(self) -> bool:
        """Whether it runs through the ns-3 bindings."""
        return self.name.endswith(PYTHON)


def program_names(checkout: Checkout) -> list[str]:
    """Return the compiled programs, sorted, then the Python-driven scenarios, sorted."""
    return [*_compiled(checkout), *sorted({path.name for path in _python_driven(checkout)})]


def find_program(checkout: Checkout, name: str) -> Program:
    """Return program `name`; `NAME.py` may also be given by its path, such as `scenarios/stores/NAME.py`.

    Raises UsageError with the list of programs, or with the files if several of them have the name.
    """
    compiled = _compiled(checkout)
    if name in compiled:
        path = checkout.programs / name
        return Program(name, (str(path),), _existing(path, *checkout.models))
    scenarios = _scenarios_called(checkout, name)
    if len(scenarios) > 1:
        paths = [path.relative_to(checkout.root).as_posix() for path in scenarios]
        raise UsageError(f"program {name!r} is {listed(paths)}; expected one file of that name")
    for path in scenarios:
        hashed = _existing(*imports(path, checkout.scenarios), checkout.bindings, *checkout.models)
        return Program(path.name, (sys.executable, str(path)), hashed)
    if not compiled:
        raise UsageError(f"no program {name!r}: nothing is built yet, ./waf build does that")
    names = program_names(checkout)
    raise UsageError(f"no program {name!r}{nearest(name, names)}; there are {listed(names)}")


def set_up(checkout: Checkout, program: Program) -> None:
    """Install what `program` needs on this machine: the ns-3 bindings, at the first use of a Python-driven scenario.

    Raises UsageError where that fails, after the message of ./waf.
    """
    if program.is_python:
        done = subprocess.run([checkout.root / "waf", "bindings"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            raise UsageError(f"{program.name} needs the ns-3 bindings, and ./waf bindings has not set them up")


def summary(checkout: Checkout, name: str) -> str:
    """Return the first line of the docstring of Python-driven scenario `name`, or why it cannot be read."""
    try:
        text = ast.get_docstring(_parsed(_scenarios_called(checkout, name)[0])) or ""
    except UsageError as error:
        return str(error)
    return text.partition("\n")[0].rstrip(".")


def imports(script: Path, scenarios: Path) -> tuple[Path, ...]:
    """Return `script` and all files that it imports from its folder or from `scenarios`, packages whole; sorted.

    What the imported files import counts, too.
    """
    folders = dict.fromkeys((script.parent, scenarios))
    found: set[Path] = set()
    left = [script]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            if path.suffix == PYTHON:
                names = list(_imported(path))
                left += [file for folder in folders for name in names for file in _files_of(folder, name)]
    return tuple(sorted(found))


def _imported(script: Path) -> Iterator[str]:
    """Yield the top-level names that `script` imports, anywhere in it."""
    for node in ast.walk(_parsed(script)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _parsed(script: Path) -> ast.Module:
    try:
        return ast.parse(script.read_bytes(), str(script))
    except (OSError, SyntaxError) as error:
        raise UsageError(f"{script}: cannot be read as Python ({error})") from error


def _files_of(folder: Path, name: str) -> list[Path]:
    """Return the files of module or package `name` in `folder`; none where it comes from elsewhere."""
    package, module = folder / name, folder / f"{name}{PYTHON}"
    if (package / f"__init__{PYTHON}").is_file():
        return [path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return [module] if module.is_file() else []


def _compiled(checkout: Checkout) -> list[str]:
    """Empty before the first build."""
    if not checkout.programs.is_dir():
        return []
    return sorted(path.name for path in checkout.programs.iterdir() if path.is_file() and os.access(path, os.X_OK))


def _python_driven(checkout: Checkout) -> list[Path]:
    """Return `scenarios/*.py`, and those of its folders that are no packages."""
    below = (path for path in checkout.scenarios.glob(f"*/*{PYTHON}") if not (path.parent / "__init__.py").is_file())
    return sorted([*checkout.scenarios.glob(f"*{PYTHON}"), *below])


def _scenarios_called(checkout: Checkout, name: str) -> list[Path]:
    """Return the Python-driven scenarios with this name, or the one with this path."""
    path = Path(name)
    found = [each for each in _python_driven(checkout) if each.name == path.name]
    if path.parent == Path():
        return found
    return [each for each in found if path in (each, each.relative_to(checkout.root))]


def _existing(*files: Path) -> tuple[Path, ...]:
    """Return those of `files` that exist; a program may do without ns-3."""
    return tuple(file for file in files if file.exists())
