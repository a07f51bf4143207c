"""`./waf predict INPUT... --out DIR`: predict the traffic of links with every model, and what that is worth."""

from __future__ import annotations

from pyharness.commands import ForwardingVerb, register_verb
from pyharness.programs.analysis_process import run_to_end


def predict_traffic(arguments: list[str]) -> int:
    """Run the analysis, which has the arguments and their help."""
    run_to_end("predict", *arguments)
    return 0


register_verb(
    ForwardingVerb(
        name="predict",
        summary="Predict the traffic of links of runs or files with every model, and write tables of errors and skill.",
        execute=predict_traffic,
        needs=("classes",),
    )
)
