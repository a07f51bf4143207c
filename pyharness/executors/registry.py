"""The executors that a command line can choose. Each registers its option in its own file.

A new executor is a new file in this folder: a class that keeps the contract of `base.Executor`, and a call of
`register_executor` with the option that starts it. The option then appears in `./waf sweep --help`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pyharness.executors.base import Executor
from pyharness.executors.local import LocalExecutor
from schema.errors import UsageError
from schema.text import listed


@dataclass(frozen=True)
class ExecutorOption:
    """The command-line option that selects an executor."""

    name: str
    """With its dashes, `--slurm`."""
    metavar: str
    help: str
    start: Callable[[str, Path], Executor]
    """Start the executor from the option's value and the experiment's folder. Raises UsageError."""
    validate: Callable[[str], object] = lambda value: value
    """Raises UsageError where the value is not spelled as it has to be."""
    serves_analysis: bool = False
    """Whether the value is a Spark master, which the analysis uses, too."""


@dataclass(frozen=True)
class ExecutorChoice:
    """The executor that a command line asks for; without an option, this machine's."""

    option: ExecutorOption | None = None
    value: str = ""

    @property
    def analysis_master(self) -> str | None:
        """Spark's master for the analysis, where the option names one."""
        return self.value if self.option is not None and self.option.serves_analysis else None

    def start(self, folder: Path) -> Executor:
        """Start the executor, which may keep files for its workers in `folder`. Raises UsageError where it cannot."""
        return LocalExecutor() if self.option is None else self.option.start(self.value, folder)


_OPTIONS: dict[str, ExecutorOption] = {}


def register_executor(option: ExecutorOption) -> None:
    """Make an executor known by its option."""
    _OPTIONS[option.name] = option


@cache
def executor_options() -> tuple[ExecutorOption, ...]:
    """Import every file of this folder and return the options that they register, by name."""
    package = __name__.rpartition(".")[0]
    for file in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"{package}.{file.name}")
    return tuple(_OPTIONS[name] for name in sorted(_OPTIONS))


def choose_executor(values: Mapping[str, str | None]) -> ExecutorChoice:
    """Return the executor whose option has a value; `values` are by option name, None where an option is not given.

    Raises UsageError where several options are given.
    """
    given = [(option, value) for option in executor_options() if (value := values.get(option.name)) is not None]
    if len(given) > 1:
        names = listed(option.name for option, _ in given)
        raise UsageError(f"{names} each choose where runs are executed, expected one of them")
    return ExecutorChoice(*given[0]) if given else ExecutorChoice()
