"""`./waf new-protocol NAME`: begin a protocol of your own."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pyharness.commands import Verb, register_verb
from pyharness.programs.checkout import Checkout


def _add_arguments(parser: ArgumentParser) -> None:
    """Add the protocol's name."""
    parser.add_argument("name", metavar="NAME", help="Lower-case words with dashes, e.g. my-gossip.")


def make_protocol(arguments: Namespace) -> int:
    """Write the protocol's files and print their names. Imported here: no other verb needs the template library."""
    from pyharness.programs.protocol_files import new_protocol

    checkout = Checkout.here()
    for path in new_protocol(checkout, arguments.name):
        print(path.relative_to(checkout.root))
    command = f'./waf --run "manet --protocol={arguments.name}"'
    print(f"Its decision is ShouldForward() in the model. This builds and runs it: {command}")
    return 0


register_verb(
    Verb(
        name="new-protocol",
        summary="Begin a protocol of your own: model, test suite and page, built and listed from then on.",
        add_arguments=_add_arguments,
        run=make_protocol,
    )
)
