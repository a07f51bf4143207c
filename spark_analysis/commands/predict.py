"""`python -m spark_analysis predict INPUT... --out DIR`: predict the traffic of links, and what that is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schema.errors import UsageError
from schema.spark.master import answering
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

if TYPE_CHECKING:
    from spark_analysis.prediction.campaign.settings import EvaluationSettings

Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder that gets the tables; an earlier one goes on.")]
TestSteps = Annotated[int, typer.Option(min=8, metavar="N", help="The last N steps of each series are predicted.")]
RefitEvery = Annotated[int | None, typer.Option(min=1, metavar="N", help="Fit again after every N predicted steps.")]
Season = Annotated[int | None, typer.Option(min=2, metavar="N", help="Steps of a period, for seasonal-naive.")]
Only = Annotated[list[str] | None, typer.Option("--predictor", metavar="NAME", help="Only this one; repeatable.")]
Networks = Annotated[
    list[Path] | None, typer.Option("--network", metavar="FILE", help="Also a network that train wrote; repeatable.")
]
SearchOrder = Annotated[
    bool, typer.Option("--search-order", help="Search the order of ARIMA on a sample of the series (default: 1,1,1).")
]
Seed = Annotated[int, typer.Option(min=1, metavar="N", help="Of the networks and trees.")]
Figures = Annotated[bool, typer.Option("--figures", help="Also draw figures of the longest series and of the skill.")]


def predict_command(
    inputs: Inputs,
    out: Out,
    replications: Replications = None,
    traffic: Traffic = None,
    captures: Captures = False,
    step: StepLength = None,
    longest_part: LongestPart = False,
    test_steps: TestSteps = 50,
    refit_every: RefitEvery = None,
    season: Season = None,
    predictor: Only = None,
    network: Networks = None,
    search_order: SearchOrder = False,
    seed: Seed = 1,
    figures: Figures = False,
    master: Master = "local[*]",
) -> int:
    """Predict the series of INPUT with every model and write tables of errors and skill to the folder of --out.

    `./waf predict train INPUT... --out FILE` trains the network of a simulation instead; it has a --help of its own.
    """
    from spark_analysis.prediction.campaign.settings import EvaluationSettings
    from spark_analysis.prediction.sources.inputs import SeriesInputs, check_inputs

    found = SeriesInputs(
        paths=tuple(inputs),
        replications=replication_numbers(replications),
        traffic_parameter=traffic,
        from_captures=captures,
        step_ns=step_ns(step),
        longest_part=longest_part,
    )
    settings = EvaluationSettings(
        test_steps=test_steps,
        refit_every=refit_every,
        season=season,
        seed=seed,
        only=tuple(predictor or ()),
        networks=tuple(_network(path) for path in network or ()),
    )
    _check(settings)
    with usable(), answering(master):
        check_inputs(found)
        from spark_analysis.prediction.campaign.campaign import run_campaign
        from spark_analysis.run.session import spark_session

        with spark_session(master) as spark:
            campaign = run_campaign(spark, found, settings, out, search_order)
    print(campaign.summary(), flush=True)
    if figures:
        from spark_analysis.report.plots.prediction.gallery import write_prediction_figures

        print("\n".join(f"Figure: {path}" for path in write_prediction_figures(campaign, out / "figures")))
    print(f"Tables: {out}")
    return 0


def _network(path: Path) -> tuple[str, str]:
    """Name and text of a trained network's file. Raises UsageError."""
    from spark_analysis.prediction.network.network_file import NotANetworkFile, read_network

    try:
        read_network(path)
    except (OSError, NotANetworkFile) as error:
        reason = f"{path} cannot be read ({error.strerror})" if isinstance(error, OSError) else str(error)
        raise UsageError(f"--network: {reason}") from error
    return path.stem, path.read_text(encoding="utf-8")


def _check(settings: EvaluationSettings) -> None:
    try:
        settings.predictors()
    except ValueError as error:
        raise UsageError(f"--predictor: {error}") from error
