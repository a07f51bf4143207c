"""`./waf demo`: the main job, a sweep of scenarios/radio/demo.toml."""

from __future__ import annotations

from argparse import Namespace

from pyharness.commands import Verb, register_verb
from pyharness.commands.sweep import add_options, sweep_file
from pyharness.programs.checkout import Checkout


def run_demo(arguments: Namespace) -> int:
    """Sweep scenarios/radio/demo.toml with the options of a sweep."""
    return sweep_file(Checkout.here().scenarios / "radio" / "demo.toml", arguments)


register_verb(
    Verb(
        name="demo",
        summary="Run the demo end to end: four protocols on one mobile network, from radios to report, in minutes.",
        details="It is a sweep of scenarios/radio/demo.toml.",
        add_arguments=add_options,
        run=run_demo,
        needs=("programs", "classes"),
    )
)
