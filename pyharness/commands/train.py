"""`./waf train INPUT... --out FILE`: train the network of a traffic predictor on the series of given runs."""

from __future__ import annotations

from pyharness.commands import ForwardingVerb, register_verb
from pyharness.programs.analysis_process import run_to_end


def train_network(arguments: list[str]) -> int:
    """Run the analysis, which has the arguments and their help."""
    run_to_end("train", *arguments)
    return 0


register_verb(
    ForwardingVerb(
        name="train",
        summary="Train the traffic prediction network on series of runs or files, and write its file.",
        execute=train_network,
        needs=("classes",),
    )
)
