"""`./waf predict INPUT... --out DIR`: predict the traffic of links; `./waf predict train`: train a network for it."""

from __future__ import annotations

from pyharness.commands import ForwardingVerb, register_verb
from pyharness.programs.analysis_process import run_to_end

TRAIN = "train"
"""The first argument that asks for a trained network."""


def predict_traffic(arguments: list[str]) -> int:
    """Run the analysis, which has the arguments and their help."""
    if arguments[:1] == [TRAIN]:
        run_to_end(*arguments)
    else:
        run_to_end("predict", *arguments)
    return 0


register_verb(
    ForwardingVerb(
        name="predict",
        summary="Predict the traffic of links of runs or files; predict train: train the network of a simulation.",
        execute=predict_traffic,
        needs=("classes",),
    )
)
