"""The verbs of the command line, one file each.

A new verb is a new file in this folder, named for it, that calls `register_verb`. What `./waf` has to make before the
verb can run stands in the file as `needs=("programs",)`: `programs`, `suites` (programs and their tests), `classes` (of
Spark, for a quick start).
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from schema.errors import UsageError
from schema.text import nearest

VERBS_OF_WAF = {
    "build": "Compile modules and programs: build [--tests] [--sanitize] [--werror].",
    "python": "Start the project's Python: python [arguments].",
    "test": "Run every test: test [--no-install] [pytest's arguments].",
}
"""Verbs that ./waf handles itself, because they may run before this package can."""


class ArgumentError(UsageError):
    """The arguments of a verb are not as its --help lists them."""

    def __init__(self, message: str) -> None:
        super().__init__(f"{message}; --help lists the arguments")


class VerbParser(argparse.ArgumentParser):
    """A parser whose errors are raised as ArgumentError."""

    def __init__(self, name: str, description: str) -> None:
        super().__init__(
            prog=f"./waf {name}",
            description=description,
            allow_abbrev=False,
            add_help=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.add_argument("-h", "--help", action="help", help="Show this help.")

    def error(self, message: str) -> NoReturn:
        """Raise ArgumentError with `message`."""
        raise ArgumentError(message)


def _no_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing."""


@dataclass(frozen=True)
class Verb:
    """A verb: its help, its arguments, and what it does."""

    name: str
    summary: str
    """One sentence for the list of verbs."""
    run: Callable[[argparse.Namespace], int]
    """Returns the exit status."""
    add_arguments: Callable[[argparse.ArgumentParser], None] = _no_arguments
    details: str = ""
    """More help, below the summary."""
    needs: tuple[str, ...] = ()
    """What `./waf` makes before the verb runs. It reads this from the file, on one line."""

    def execute(self, arguments: list[str]) -> int:
        """Parse `arguments` and run the verb. Raises ArgumentError; SystemExit(0) after --help."""
        parser = VerbParser(self.name, "\n\n".join(filter(None, [self.summary, self.details])))
        self.add_arguments(parser)
        namespace, unknown = parser.parse_known_intermixed_args(arguments)
        if unknown:
            known = [option for action in parser._actions for option in action.option_strings]
            what = "option" if unknown[0].startswith("-") else "argument"
            raise ArgumentError(f"no such {what}: {unknown[0]}{nearest(unknown[0], known)}")
        return self.run(namespace)


@dataclass(frozen=True)
class ForwardingVerb:
    """A verb that passes its arguments on, --help too."""

    name: str
    summary: str
    execute: Callable[[list[str]], int]
    """Returns the exit status."""
    needs: tuple[str, ...] = ()
    """See Verb."""


_VERBS: dict[str, Verb | ForwardingVerb] = {}


def register_verb(verb: Verb | ForwardingVerb) -> None:
    """Make `verb` known. Its file is imported when the verb is typed, or listed."""
    _VERBS[verb.name] = verb


def verb_names() -> list[str]:
    """Return the verbs of this folder, sorted."""
    return sorted(each.name.replace("_", "-") for each in pkgutil.iter_modules([str(Path(__file__).parent)]))


def load_verb(name: str) -> Verb | ForwardingVerb:
    """Return verb `name`. Raises UsageError with the nearest name where there is none."""
    names = verb_names()
    if name not in names:
        raise UsageError(f"no such verb: {name}{nearest(name, [*names, *VERBS_OF_WAF])}; --help lists the verbs")
    importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    return _VERBS[name]


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Add DIR, the folder of an experiment."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="Folder of an experiment, e.g. results/demo.")


def add_run(parser: argparse.ArgumentParser) -> None:
    """Add RUN, the folder of a run."""
    parser.add_argument("run", metavar="RUN", type=Path, help="Folder of a run, e.g. results/demo/runs/VARIANT/1.")


def add_number(parser: argparse.ArgumentParser, option: str, minimum: int, help_text: str) -> None:
    """Add an option that takes a whole number of at least `minimum`."""

    def whole_number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or int(text) < minimum:
            raise ArgumentError(f"{option} is {text!r}, expected a whole number of at least {minimum}")
        return int(text)

    parser.add_argument(option, metavar="N", type=whole_number, help=help_text)


def add_validated(
    parser: argparse.ArgumentParser, option: str, metavar: str, help_text: str, validate: Callable[[str], object]
) -> None:
    """Add an option whose text `validate` accepts, or refuses with UsageError."""

    def checked(text: str) -> str:
        validate(text)
        return text

    parser.add_argument(option, metavar=metavar, type=checked, help=help_text.replace("%", "%%"))
