"""How long does the evaluation of thousands of traffic series take? `./waf python -m benchmarks.predictions`.

Makes series of counts, each with a rate that varies for some time, and evaluates every predictor on them as
`./waf predict` does. The peer is joblib, which spreads the same function over processes. Both get one thread a process.
Prints the processor time of each predictor for a series, and the time of both.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import numpy as np
import typer
from joblib import Parallel, delayed
from rich.console import Console
from scipy.signal import lfilter
from threadpoolctl import threadpool_limits

from benchmarks import command_line
from benchmarks.markdown import head
from spark_analysis.prediction.campaign.evaluate_all import evaluate_all
from spark_analysis.prediction.campaign.result_cache import ResultCache
from spark_analysis.prediction.campaign.series_result import evaluated
from spark_analysis.prediction.campaign.settings import EvaluationSettings
from spark_analysis.prediction.evaluation.rolling_origin import RollingOrigin, rolling_predictions
from spark_analysis.prediction.series.collection import NamedSeries, SeriesName
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.run.session import spark_session

SETTINGS = EvaluationSettings()
SAMPLE = 20
"""Series whose processor time is taken predictor by predictor."""


def made_series(seed: int, steps: int) -> LinkSeries:
    """Poisson counts whose logarithmic rate is an autoregression with a period of its own."""
    draw = np.random.default_rng(seed)
    noise = lfilter([1.0], [1.0, -0.8], draw.normal(size=steps))
    period = 0.3 * np.sin(2 * np.pi * np.arange(steps) / draw.integers(50, 200))
    rate = np.exp(3 + draw.uniform(0, 2) + 0.2 * noise + period)
    changes = draw.integers(-3, 4, (2, steps))
    return LinkSeries(draw.poisson(rate), *changes)


def times_of_predictors(series: Sequence[LinkSeries]) -> Iterator[str]:
    """Markdown: the median processor time of each predictor for one series, fit and predictions."""
    yield from head("predictor", "ms of a processor for a series")
    total = 0.0
    with threadpool_limits(1):
        for predictor in SETTINGS.predictors():
            taken = []
            for one in series:
                started = time.process_time()
                rolling_predictions(predictor, one, RollingOrigin(len(one) - SETTINGS.test_steps))
                taken.append(1000 * (time.process_time() - started))
            total += median(taken)
            yield f"| `{predictor.name}` | {median(taken):.1f} |"
    yield f"| all | {total:.0f} |"


def seconds(work: Callable[[], object]) -> float:
    """Real time that `work` takes."""
    started = time.monotonic()
    work()
    return time.monotonic() - started


def time_in_workers(series: Sequence[LinkSeries], workers: int) -> float:
    """Real time of our evaluation, Spark running already and its workers warm, with an empty cache."""
    named = [NamedSeries(SeriesName("made", "", 0, str(index)), one, "") for index, one in enumerate(series)]
    with spark_session(f"local[{workers}]") as spark, TemporaryDirectory() as folder:
        console = Console(stderr=True)
        evaluate_all(spark, named[:workers], SETTINGS, ResultCache(Path(folder, "warm")), console)
        cache = ResultCache(Path(folder, "cold"))
        return seconds(lambda: evaluate_all(spark, named, SETTINGS, cache, console))


def time_of_joblib(series: Sequence[LinkSeries], workers: int) -> float:
    """Real time of joblib with warm processes; it keeps nothing and shows nothing."""
    with Parallel(n_jobs=workers) as parallel:
        parallel(delayed(partial(evaluated, settings=SETTINGS))(one) for one in series[:workers])
        return seconds(lambda: parallel(delayed(partial(evaluated, settings=SETTINGS))(one) for one in series))


Links = Annotated[int, typer.Option(min=1, metavar="N", help="Series that are evaluated.")]
Steps = Annotated[int, typer.Option(min=200, metavar="N", help="Of each series.")]
PeerLinks = Annotated[int, typer.Option(min=0, metavar="N", help="Of them for joblib; 0: no comparison.")]
Workers = Annotated[int | None, typer.Option(min=1, metavar="N", help="Processes (default: one for each processor).")]


def main(links: Links = 2000, steps: Steps = 1000, peer_links: PeerLinks = 200, workers: Workers = None) -> None:
    """How long the evaluation of traffic series takes, by predictor and altogether."""
    count = workers or os.cpu_count() or 1
    series = [made_series(seed, steps) for seed in range(links)]
    print("\n".join(times_of_predictors(series[:SAMPLE])), flush=True)
    rows = [("`./waf predict`", links, time_in_workers(series, count))]
    if peer_links:
        rows.append(("joblib", min(peer_links, links), time_of_joblib(series[:peer_links], count)))
    print("\n".join(["", *head(f"{count} processes, {steps:,} steps", "series", "s", "series a second")]))
    print("\n".join(f"| {name} | {many:,} | {taken:.0f} | {many / taken:.2f} |" for name, many, taken in rows))


if __name__ == "__main__":
    command_line.run(main)
