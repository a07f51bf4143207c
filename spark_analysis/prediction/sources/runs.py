"""The runs that series are taken from: all of an experiment's folder, or one run's folder."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from schema.manifest import EXPERIMENT, MANIFEST, Manifest
from schema.run_files import NotCounted, done_manifest
from spark_analysis.prediction.series.collection import ExcludedSeries, SeriesName
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.run.runs import Finished, finished_of, read_plan

TRAFFIC_PARAMETERS = ("traffic", "stage_ticks", "churn_ticks")
"""The names of parameters that describe the traffic begin with one of these."""
_OFF = (0, "0", "")
"""Values that say that a run has nothing of the kind."""


@dataclass(frozen=True)
class RunSource:
    """A finished run, and what its series are called."""

    experiment: str
    folder: str
    """The experiment's, which keeps parsed captures."""
    run: Finished
    traffic: str

    def name(self, link: str = "") -> SeriesName:
        return SeriesName(self.experiment, self.run.variant, self.run.replication, link)


@dataclass(frozen=True)
class RunSources:
    """Runs that may be counted, and those that may not, with the reason."""

    runs: tuple[RunSource, ...]
    excluded: tuple[ExcludedSeries, ...]


def is_run_source(path: Path) -> bool:
    """Whether `path` is an experiment's folder or a run's."""
    return any((path / name).is_file() for name in (EXPERIMENT, MANIFEST))


def find_runs(
    path: Path, replications: Collection[int] | None = None, traffic_parameter: str | None = None
) -> RunSources:
    """The runs in `path`, an experiment's folder or one run's; with `replications`, only those.

    The label of the traffic is the experiment's name with the value of `traffic_parameter`. Without it, the values are
    those of all parameters that vary and describe the traffic. Raises UnusableSeries for another folder, and for a
    parameter that no run has.
    """
    if not is_run_source(path):
        raise UnusableSeries(Fault.SHAPE, f"{path} is not an experiment's folder, nor that of a run")
    try:
        found = _of_experiment(path) if (path / EXPERIMENT).is_file() else _one_run(path)
    except (OSError, ValidationError) as error:
        raise UnusableSeries(Fault.SHAPE, f"{path} is not an experiment's folder of this version") from error
    name, folder, finished, failed = found
    wanted = [run for run in finished if replications is None or run.replication in replications]
    labels = [_traffic_of(name, run, traffic_parameter) for run in wanted]
    if wanted and traffic_parameter is not None and not any(label != name for label in labels):
        raise UnusableSeries(Fault.SHAPE, f"no run of {name} has a parameter {traffic_parameter!r}")
    runs = tuple(RunSource(name, str(folder), run, label) for run, label in zip(wanted, labels, strict=True))
    excluded = (
        ExcludedSeries(SeriesName(name, *key, ""), Fault.EMPTY, f"{key[0]}/{key[1]} of {name} does not count: {reason}")
        for key, reason in failed.items()
        if replications is None or key[1] in replications
    )
    return RunSources(runs, tuple(excluded))


_Found = tuple[str, Path, tuple[Finished, ...], dict[tuple[str, int], str]]


def _of_experiment(folder: Path) -> _Found:
    plan = read_plan(folder)
    return plan.experiment.name, folder.resolve(), plan.finished, plan.failed


def _one_run(path: Path) -> _Found:
    """The run in `path`, which is `<experiment>/runs/<variant>/<replication>`."""
    try:
        manifest = done_manifest(path)
    except NotCounted as error:
        raise UnusableSeries(Fault.EMPTY, f"{path} does not count: {error}") from error
    folder = path.resolve().parents[2]
    key = (manifest.variant, manifest.replication)
    return manifest.experiment, folder, *finished_of(folder, [key])


def _traffic_of(experiment: str, run: Finished, parameter: str | None) -> str:
    manifest: Manifest = done_manifest(Path(run.path))
    parameters = {**manifest.parameters, **manifest.varying}
    names = [
        name for name, value in manifest.varying.items() if name.startswith(TRAFFIC_PARAMETERS) and value not in _OFF
    ]
    if parameter is not None:
        names = [parameter] if parameter in parameters else []
    return ", ".join([experiment, *(f"{name}={parameters[name]}" for name in names)])
