"""Everything the report is made of, read once from an experiment's folder and put into one fixed order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pandas as pd

from schema.manifest import RUNS, Experiment, Manifest, read_experiment, read_manifest
from spark_analysis.report.variants import Variant, variants_of

TABLES: dict[str, tuple[str, ...]] = {
    "runs": ("variant", "replication", "metric", "value", "unit"),
    "summary": ("variant", "metric", "unit", "n", "mean", "sd", "ci_low", "ci_high"),
    "pairs": (
        "metric",
        "variant_a",
        "variant_b",
        "n",
        "mean_difference",
        "ci_low",
        "ci_high",
        "p_value",
        "p_holm",
        "effect_size",
    ),
    "checks": ("variant", "replication", "check", "trace_value", "pcap_value", "equal"),
    "captures": ("variant", "replication", "good", "truncated", "oversized", "undecodable", "bytes_skipped"),
    "latencies": ("variant", "replication", "quantile", "latency_s"),
    "warmup": ("variant", "series", "n", "difference", "ci_low", "ci_high", "p_holm", "verdict"),
    "loads": ("variant", "replication", "node", "tx_frames"),
}
"""The columns the report reads; a table or column that is not there is taken as empty."""


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
    """One experiment's results. Every frame has the columns of TABLES and is sorted."""

    folder: Path
    experiment: Experiment
    manifests: tuple[Manifest, ...]
    variants: tuple[Variant, ...]
    definitions: tuple[Definition, ...]
    runs: pd.DataFrame
    summary: pd.DataFrame
    pairs: pd.DataFrame
    checks: pd.DataFrame
    captures: pd.DataFrame
    latencies: pd.DataFrame
    loads: pd.DataFrame
    warmup: pd.DataFrame

    @property
    def done(self) -> tuple[Manifest, ...]:
        return tuple(manifest for manifest in self.manifests if manifest.state == "done")

    @property
    def failed(self) -> tuple[Manifest, ...]:
        return tuple(manifest for manifest in self.manifests if manifest.state == "failed")

    @property
    def absent(self) -> tuple[tuple[str, int], ...]:
        """Planned runs that left no manifest."""
        there = {(manifest.variant, manifest.replication) for manifest in self.manifests}
        rank = {name: index for index, name in enumerate(self.experiment.variants)}
        planned = sorted(self.experiment.planned(), key=lambda run: (rank[run[0]], run[1]))
        return tuple(run for run in planned if run not in there)

    @property
    def uncounted(self) -> tuple[Manifest, ...]:
        """Runs that are done by their manifest, but of which no table knows: their files were not whole."""
        known = {
            (str(variant), int(replication))
            for table in (self.runs, self.captures)
            for variant, replication in zip(table["variant"], table["replication"], strict=True)
        }
        return tuple(one for one in self.done if known and (one.variant, one.replication) not in known)

    def values(self, metric: str, column: str = "mean") -> dict[str, float]:
        """Variant name -> that column of the summary of `metric`."""
        rows = self.summary[self.summary["metric"] == metric]
        return {str(name): float(value) for name, value in zip(rows["variant"], rows[column], strict=True)}

    def unit(self, metric: str) -> str:
        units = self.summary.loc[self.summary["metric"] == metric, "unit"]
        return str(units.iloc[0]) if len(units) and isinstance(units.iloc[0], str) else ""


def read_inputs(folder: Path, definitions: Sequence[Definition]) -> Inputs:
    """Read `folder`. Raises what `read_experiment` raises when it is not an experiment's folder."""
    experiment = read_experiment(folder)
    manifests = _manifests(folder)
    variants = variants_of(experiment, manifests)
    order = {variant.name: index for index, variant in enumerate(variants)}
    frames = {name: _table(folder / "tables" / f"{name}.parquet", columns) for name, columns in TABLES.items()}
    for name, frame in frames.items():
        keys = [
            key
            for key in ("metric", "variant", "variant_a", "variant_b", "replication", "check", "quantile", "node")
            if key in frame
        ]
        ranks = {key: order for key in ("variant", "variant_a", "variant_b")}
        frames[name] = frame.sort_values(
            keys, key=lambda column: column.map(ranks[column.name]) if column.name in ranks else column, kind="stable"
        ).reset_index(drop=True)
    return Inputs(folder, experiment, manifests, variants, tuple(definitions), **frames)


def _manifests(folder: Path) -> tuple[Manifest, ...]:
    found = (read_manifest(run) for run in sorted((folder / RUNS).glob("*/*")))
    return tuple(sorted((m for m in found if m is not None), key=lambda m: (m.variant, m.replication)))


def _table(path: Path, columns: tuple[str, ...]) -> pd.DataFrame:
    frame = pd.read_parquet(path) if path.exists() else pd.DataFrame()
    return frame.reindex(columns=list(columns))
