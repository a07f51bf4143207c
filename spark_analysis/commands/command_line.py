"""The verbs together, and what ends them.

Exit status: 0 done; 1 the system refused something; 2 wrong usage, or no Spark, with one sentence on standard error;
128 + n on signal n, without a word.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import typer
from typer.exceptions import TyperException

from schema.errors import Interrupted, UsageError
from schema.signals import interruptible

WRONG_USAGE = 2
VERBS = ("report", "measure", "metrics", "compare", "paper", "predict", "train")
"""A verb is the function `VERB_command` of the module of its name in this folder."""


def command_line(arguments: Sequence[str]) -> typer.Typer:
    """Return the verb that `arguments` begin with, or all of them: only its module is imported."""
    app = typer.Typer(add_completion=False, help="Tables, reports and comparisons of an experiment's runs.")
    app.callback()(lambda: None)  # or typer would take the name of an only verb for its first argument
    for verb in VERBS if arguments[:1] == [] or arguments[0] not in VERBS else arguments[:1]:
        module = import_module(f"spark_analysis.commands.{verb}")
        app.command(verb)(getattr(module, f"{verb}_command"))
    return app


def main(arguments: list[str]) -> int:
    """Run the command line and return the exit status."""
    try:
        with interruptible():
            result = command_line(arguments)(arguments, prog_name="python -m spark_analysis", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except UsageError as error:
        return _end(str(error), WRONG_USAGE)
    except TyperException as error:
        return _end(f"{error.format_message().rstrip('.')}; --help shows what there is", WRONG_USAGE)
    except ImportError as error:
        return _end(f"the analysis is not installed ({error}): no tables, no report", 1)
    except OSError as error:  # a full disk, a folder that may only be read
        return _end(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
    except Interrupted as interruption:
        return interruption.exit_status
    except (KeyboardInterrupt, typer.Abort):
        return 130


def _end(sentence: str, exit_status: int) -> int:
    """Write a sentence to standard error and return the exit status."""
    print(f"{sentence}.", file=sys.stderr)
    return exit_status
