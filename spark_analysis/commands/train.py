"""`python -m spark_analysis train INPUT... --out FILE`: train the paper's network for the simulation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schema.errors import UsageError
from schema.spark.master import answering
from schema.text import counted
from spark_analysis.commands.arguments import Master
from spark_analysis.commands.series_arguments import (
    Captures,
    Inputs,
    LongestPart,
    Replications,
    StepLength,
    Traffic,
    replication_numbers,
    step_ns,
    usable,
)

Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="File of the trained network.")]
Scale = Annotated[str, typer.Option("--scaling", metavar="file|link", help="Extremes of all series, or of each link.")]
WithoutChanges = Annotated[bool, typer.Option("--without-changes", help="Leave out dS and dA.")]
FirstSteps = Annotated[int | None, typer.Option(min=30, metavar="N", help="Train on the first N steps of each series.")]
Goal = Annotated[float, typer.Option(min=0, metavar="LOSS", help="Training stops at this loss of scaled values.")]
Seed = Annotated[int, typer.Option(min=1, metavar="N", help="Of the initial weights.")]


def train_command(
    inputs: Inputs,
    out: Out,
    replications: Replications = None,
    captures: Captures = False,
    step: StepLength = None,
    longest_part: LongestPart = False,
    traffic: Traffic = None,
    scaling: Scale = "file",
    without_changes: WithoutChanges = False,
    steps: FirstSteps = None,
    goal: Goal = 0.001,
    seed: Seed = 1,
    master: Master = "local[*]",
) -> int:
    """Train the paper's network on all series of INPUT together and write its file, which the simulation reads.

    Train on other replications than those that are evaluated or simulated: the option --replications selects them.
    """
    from spark_analysis.prediction.network.levenberg_marquardt import TrainingRules
    from spark_analysis.prediction.network.network_file import write_network
    from spark_analysis.prediction.network.pooled_training import (
        PooledScaling,
        PooledTraining,
        train_pooled_network,
        with_scaling,
    )
    from spark_analysis.prediction.sources.inputs import SeriesInputs, check_inputs, collect_series, only_series
    from spark_analysis.run.session import spark_session

    if scaling not in list(PooledScaling):
        raise UsageError(f"--scaling: {scaling!r} is neither file nor link")
    wanted = replication_numbers(replications)
    found = SeriesInputs(tuple(inputs), wanted, traffic, captures, step_ns(step), longest_part)
    with usable(), answering(master):
        check_inputs(found)
        with spark_session(master) as spark:
            collection = only_series(collect_series(spark, found), inputs)
        parts = [each.series.until(steps) if steps else each.series for each in collection.series]
        settings = PooledTraining(not without_changes, seed, PooledScaling(scaling), TrainingRules(goal=goal))
        usable_parts = with_scaling(parts, settings.scaling)
        trained = train_pooled_network(usable_parts, settings)
    partial = out.with_name(f".{out.name}.partial")
    write_network(trained.trained, partial)
    partial.replace(out)
    for note in collection.notes:
        print(note)
    others = len(collection.excluded) + len(parts) - len(usable_parts)
    left_out = f", {counted(others, 'other')} left out" if others else ""
    epochs = len(trained.training.epochs) - 1
    print(f"Trained on {len(usable_parts):,} series{left_out}: loss {trained.training.loss:.6g} after {epochs} epochs,")
    print(f"stopped because {trained.training.stop.value}.\nNetwork: {out}", flush=True)
    return 0
