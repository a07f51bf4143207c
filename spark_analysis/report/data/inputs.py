"""Everything the report is made of, read once from an experiment's folder and put into one fixed order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import pandas as pd

from schema.manifest import RUNS, Experiment, Manifest, read_manifest
from schema.run_files import NOT_RUN, NotCounted
from spark_analysis.metrics.catalogue import metrics_of
from spark_analysis.report.data.variants import Variant, variants_of
from spark_analysis.run.runs import Finished, Plan, RunKey, read_plan, read_run
from spark_analysis.statistics.table_columns import RESULT_TABLES

REPORT_COLUMNS: dict[str, tuple[str, ...]] = {
    "runs": ("variant", "replication", "metric", "value", "unit"),
    "summary": ("variant", "metric", "unit", "n", "mean", "sd", "ci_low", "ci_high"),
    "pairs": (
        *("metric", "variant_a", "variant_b", "n", "mean_difference", "ci_low", "ci_high"),
        *("p_value", "p_holm", "effect_size"),
    ),
    "checks": ("variant", "replication", "check", "trace_value", "pcap_value", "equal"),
    "captures": ("variant", "replication", "good", "truncated", "oversized", "undecodable", "bytes_skipped"),
    "latencies": ("variant", "replication", "quantile", "latency_s"),
    "warmup": ("variant", "series", "n", "difference", "ci_low", "ci_high", "p_holm", "verdict"),
    "loads": ("variant", "replication", "node", "tx_frames"),
    "links": ("variant", "replication", "node", "link_to", "tx_frames", "utilisation"),
    "overlay_costs": ("variant", "replication", "time_s", "cost", "cost_with_control", "reconfigurations", "stage"),
    "broker_loads": ("variant", "replication", "node", "first_degree", "last_degree", "notifications"),
    "overlay_loads": ("variant", "replication", "node", "link_to", "notifications", "messages"),
}
"""The columns that the report reads of each result table."""


class Definition(Protocol):
    """One entry of the metric catalogue."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def definition(self) -> str: ...
    @property
    def source(self) -> str: ...


@dataclass(frozen=True)
class Inputs:
    """One experiment's results. Every frame has the columns of REPORT_COLUMNS and is sorted.

    A table that the experiment's kind of network does not have is a frame without rows.
    """

    folder: Path
    plan: Plan
    manifests: tuple[Manifest, ...]
    """Of the planned runs, those that can be read."""
    variants: tuple[Variant, ...]
    definitions: tuple[Definition, ...]
    runs: pd.DataFrame
    summary: pd.DataFrame
    pairs: pd.DataFrame
    checks: pd.DataFrame
    captures: pd.DataFrame
    latencies: pd.DataFrame
    loads: pd.DataFrame
    links: pd.DataFrame
    overlay_costs: pd.DataFrame
    broker_loads: pd.DataFrame
    overlay_loads: pd.DataFrame
    warmup: pd.DataFrame

    @property
    def experiment(self) -> Experiment:
        return self.plan.experiment

    @property
    def done(self) -> tuple[Manifest, ...]:
        """Of the runs that count."""
        return tuple(one for one in self.manifests if (one.variant, one.replication) not in self.left_out)

    @property
    def failed(self) -> tuple[Manifest, ...]:
        return tuple(manifest for manifest in self.manifests if manifest.state == "failed")

    @property
    def absent(self) -> tuple[RunKey, ...]:
        """Planned runs that are not there."""
        return tuple(run for run, reason in self.left_out.items() if reason == NOT_RUN)

    @property
    def unsound(self) -> tuple[RunKey, ...]:
        """Runs that are there and did not fail, but do not count."""
        failed = {(manifest.variant, manifest.replication) for manifest in self.failed}
        return tuple(run for run in self.left_out if run not in failed and run not in self.absent)

    @cached_property
    def left_out(self) -> dict[RunKey, str]:
        """The planned runs that do not count, in plan order, and why: see `spark_analysis.run.runs`.

        A run that is done but in no table is read, every byte, to find what is wrong with it.
        """
        known = {
            (str(variant), int(replication))
            for table in (self.runs, self.captures)
            for variant, replication in zip(table["variant"], table["replication"], strict=True)
        }
        unknown = (run for run in self.plan.finished if (run.variant, run.replication) not in known)
        reasons = self.plan.failed | {(run.variant, run.replication): _why_unknown(run) for run in unknown}
        return {run: reasons[run] for run in self.plan.runs if run in reasons}

    def values(self, metric: str, column: str = "mean") -> dict[str, float]:
        """Variant name -> that column of the summary of `metric`."""
        rows = self.summary[self.summary["metric"] == metric]
        return {str(name): float(value) for name, value in zip(rows["variant"], rows[column], strict=True)}

    def unit(self, metric: str) -> str:
        units = self.summary.loc[self.summary["metric"] == metric, "unit"]
        return str(units.iloc[0]) if len(units) and isinstance(units.iloc[0], str) else ""


def read_inputs(folder: Path, definitions: Sequence[Definition] | None = None) -> Inputs:
    """Read `folder`. `definitions` defaults to the metrics of the experiment's kind of network; one that not every run
    has is left out where no run has it.

    Raises what `read_experiment` raises when it is not an experiment's folder, FileNotFoundError where a table is
    missing, ValueError where one lacks a column.
    """
    plan = read_plan(folder)
    manifests = _manifests(folder, plan)
    variants = variants_of(plan.experiment, manifests)
    order = {variant.name: index for index, variant in enumerate(variants)}
    frames = {name: _result_table(folder, name, plan.experiment.network_kind) for name in REPORT_COLUMNS}
    for name, frame in frames.items():
        keys = [
            key
            for key in (
                "metric",
                "variant",
                "variant_a",
                "variant_b",
                "replication",
                "check",
                "quantile",
                "time_s",
                "node",
            )
            if key in frame
        ]
        ranks = {key: order for key in ("variant", "variant_a", "variant_b")}
        frames[name] = frame.sort_values(
            keys, key=lambda column: column.map(ranks[column.name]) if column.name in ranks else column, kind="stable"
        ).reset_index(drop=True)
    if definitions is None:
        measured = set(map(str, frames["summary"]["metric"]))
        known = metrics_of(plan.experiment.network_kind)
        definitions = tuple(metric for metric in known if metric.in_every_run or metric.name in measured)
    return Inputs(folder, plan, manifests, variants, tuple(definitions), **frames)


def _manifests(folder: Path, plan: Plan) -> tuple[Manifest, ...]:
    found = (read_manifest(folder / RUNS / variant / str(replication)) for variant, replication in plan.runs)
    return tuple(sorted((m for m in found if m is not None), key=lambda m: (m.variant, m.replication)))


def _why_unknown(run: Finished) -> str:
    try:
        read_run(run)
    except NotCounted as reason:
        return str(reason)
    return "done after the tables were made, ./waf report counts it"


def _result_table(folder: Path, name: str, kind: str) -> pd.DataFrame:
    """The table `name` in `folder`; a frame without rows where experiments of that kind of network have none."""
    columns = list(REPORT_COLUMNS[name])
    if kind not in RESULT_TABLES[name].kinds:
        return pd.DataFrame(columns=columns)
    path = folder / "tables" / f"{name}.parquet"
    if not path.exists():
        raise FileNotFoundError(f"{folder}: no tables/{name}.parquet in it, ./waf report makes it")
    frame = pd.read_parquet(path)
    if missing := [column for column in columns if column not in frame]:
        raise ValueError(f"{path}: no column {', '.join(missing)} in it, ./waf report makes it anew")
    return frame[columns]
