"""The kinds of traffic that the experiments have, by name."""

from __future__ import annotations

from collections.abc import Mapping

from schema.manifest import Scalar

TRAFFIC, STAGE_TICKS, CHURN_TICKS = "traffic", "stage_ticks", "churn_ticks"
STEADY, CHAOTIC = "steady", "chaotic"


def traffic_kind(varying: Mapping[str, Scalar]) -> str:
    """Return `daily`, `stages of 500 ticks` or `churn`, from the parameters of a run that vary."""
    if stage := int(float(varying.get(STAGE_TICKS, 0))):
        return f"stages of {stage:,} ticks"
    if float(varying.get(CHURN_TICKS, 0)):
        return "churn"
    return str(varying.get(TRAFFIC, STEADY))
