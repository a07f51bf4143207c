"""The command line: finds the verb, runs it, and turns every error into one sentence and an exit status.

Exit status: 0 all done, 1 some runs failed, 2 wrong usage (one sentence on standard error), 128 + n on signal n.
"""

from __future__ import annotations

import shlex
import sys

from pyharness.commands import VERBS_OF_WAF, ArgumentError, load_verb, verb_names
from schema.errors import CommandFailed, Interrupted, UsageError

FAILED, WRONG_USAGE_STATUS, INTERRUPTED = 1, 2, 130
ABOUT = """\
usage: ./waf VERB [arguments]
       ./waf --run "PROGRAM --parameter=value"

adhoc-pubsub simulates publish/subscribe routing packet by packet on ns-3 and reports every metric with a confidence
interval. `./waf demo` shows all of it in minutes: build, sweep, analyse, report.
"""


def main(arguments: list[str]) -> int:
    """Run the command line and return the exit status."""
    try:
        verb, rest = _split(arguments)
        if verb in ("", "-h", "--help", "help"):
            print(_help())
            return 0
        return load_verb(verb).execute(rest)
    except SystemExit as leave:  # argparse after --help
        return int(leave.code or 0)
    except UsageError as error:
        return _fail(str(error), WRONG_USAGE_STATUS)
    except CommandFailed as error:
        return _fail(str(error), error.exit_status)
    except OSError as error:  # a full disk, a read-only folder
        return _fail(_system_error(error), FAILED)
    except Interrupted as interruption:
        return _fail(interruption.sentence, interruption.exit_status)
    except KeyboardInterrupt:
        return _fail("ended", INTERRUPTED)


def _split(arguments: list[str]) -> tuple[str, list[str]]:
    """Return verb and arguments; `--run "manet --nodes=50"` is `run manet --nodes=50`."""
    if not arguments:
        return "", []
    first, rest = arguments[0], arguments[1:]
    if first == "--run":
        return "run", [*_words(rest[0]), *rest[1:]] if rest else []
    if first.startswith("--run="):
        return "run", [*_words(first.removeprefix("--run=")), *rest]
    if first.startswith("-") and first not in ("-h", "--help"):
        raise ArgumentError(f"no such option: {first}")
    return first, rest


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"--run {text!r}: {str(error).lower()}") from error


def _help() -> str:
    """Return the help page: a line for each verb."""
    summaries = VERBS_OF_WAF | {name: load_verb(name).summary for name in verb_names()}
    width = max(map(len, summaries))
    lines = [f"  {name:{width}}  {summaries[name]}" for name in sorted(summaries)]
    return "\n".join([ABOUT, "verbs:", *lines, "", "./waf VERB --help lists the arguments of a verb."])


def _system_error(error: OSError) -> str:
    """Return the file and the reason; of several errors (shutil goes on after the first) the first."""
    if error.strerror is None and error.args and isinstance(error.args[0], list):
        _, name, reason = error.args[0][0]
        return f"{name}: {str(reason).partition('] ')[2].partition(':')[0] or reason}"
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _fail(sentence: str, exit_status: int) -> int:
    if sentence:
        print(f"{sentence}.", file=sys.stderr)
    return exit_status
