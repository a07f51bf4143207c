"""The tables that others read: results/<experiment>/tables/*.{parquet,csv}, the same bytes for the same runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from schema.manifest import Experiment, Scalar
from spark_analysis.metrics.catalogue import CATALOGUE
from spark_analysis.run.runs import Finished
from spark_analysis.statistics.intervals import differences, holm, means
from spark_analysis.statistics.table_columns import result_schema

_UNITS = {metric.name: metric.unit for metric in CATALOGUE}
_PAIR = ("variant_a", "variant_b", "parameter")
_ORDER = {metric.name: rank for rank, metric in enumerate(CATALOGUE)}


def runs_table(experiment: Experiment, runs: Sequence[Finished], measured: pd.DataFrame) -> pd.DataFrame:
    """Long form: experiment, variant, each varying parameter, replication, metric, value, unit."""
    known = measured.dropna(subset=["value"])
    table = pd.DataFrame({"experiment": experiment.name, "variant": known["variant"]})
    for name in experiment.varying:
        table[name] = known["variant"].map({run.variant: run.varying[name] for run in runs})
    table["replication"] = known["replication"].astype("int64")
    table["metric"] = known["metric"]
    table["value"] = known["value"].astype("float64")
    table["unit"] = known["metric"].map(_UNITS)
    return _sorted(table, experiment)


def summary_table(experiment: Experiment, runs: pd.DataFrame) -> pd.DataFrame:
    """variant, each varying parameter, metric, unit, n, mean, sd, ci_low, ci_high, boot_low, boot_high."""
    keys = ["variant", *experiment.varying, "metric", "unit"]
    groups = runs.groupby(keys, sort=False, dropna=False)
    number = groups.ngroup()
    samples = np.full((groups.ngroups, int(runs["replication"].max()) if len(runs) else 0), math.nan)
    samples[number, runs["replication"] - 1] = runs["value"]
    table = runs.groupby(number)[keys].first().assign(**means(samples))
    return _sorted(table, experiment)


def pairs_table(experiment: Experiment, runs: pd.DataFrame) -> pd.DataFrame:
    """Paired differences a - b of variants that differ in one parameter, or in several that vary together; p_holm
    within metric and parameter."""
    varying = _varying(experiment, runs)
    near = [
        (a, b, parameter)
        for a, b in itertools.combinations(experiment.variants, 2)
        if (parameter := _apart(experiment, varying, a, b))
    ]
    parts = [_metric_pairs(str(metric), group, near) for metric, group in runs.groupby("metric", sort=False)]
    columns = ["metric", "variant_a", "variant_b", "n", "mean_difference", "ci_low", "ci_high", "p_value", "parameter"]
    table = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)
    table["p_holm"] = math.nan
    for _, family in table.groupby(["metric", "parameter"]):
        table.loc[family.index, "p_holm"] = holm(family["p_value"].tolist())
    columns += ["p_holm", "effect_size", "effect_low", "effect_high", "boot_low", "boot_high"]
    return _sorted(table.reindex(columns=columns), experiment)


def _metric_pairs(metric: str, runs: pd.DataFrame, near: Sequence[tuple[str, str, str]]) -> pd.DataFrame:
    """A row for each pair of `near`, variants and what they differ in, that has a replication in common."""
    values = runs.pivot(index="variant", columns="replication", values="value")
    row = {variant: index for index, variant in enumerate(values.index)}
    pairs = pd.DataFrame([pair for pair in near if pair[0] in row and pair[1] in row], columns=list(_PAIR))
    samples = values.to_numpy()
    a, b = (pairs[name].map(row).to_numpy(dtype=int) for name in _PAIR[:2])
    found = pairs.assign(metric=metric, **differences(samples[a] - samples[b]))
    return found[found["n"] > 0].rename(columns={"mean": "mean_difference"})


def _varying(experiment: Experiment, runs: pd.DataFrame) -> dict[str, dict[str, Scalar]]:
    rows = runs.drop_duplicates("variant").set_index("variant")
    return {str(variant): {name: rows.at[variant, name] for name in experiment.varying} for variant in rows.index}


def _apart(experiment: Experiment, varying: dict[str, dict[str, Scalar]], a: str, b: str) -> str:
    """The parameter in which two variants differ, or `nodes+width` where those vary together; empty where they are
    further apart, or one has no finished run."""
    if a not in varying or b not in varying:
        return ""
    names = [name for name, value in varying[a].items() if value != varying[b][name]]
    near = len(names) == 1 or any(set(names) <= set(group) for group in experiment.together)
    return "+".join(names) if near else ""


def _sorted(table: pd.DataFrame, experiment: Experiment) -> pd.DataFrame:
    """By metric as in the catalogue, variant as planned, replication."""
    variants = {name: rank for rank, name in enumerate(experiment.variants)}
    keys = [key for key in ("metric", "variant", "variant_a", "variant_b", "replication") if key in table]
    return table.sort_values(
        keys,
        key=lambda column: (
            column.map(_ORDER if column.name == "metric" else variants) if column.name != "replication" else column
        ),
        kind="stable",
    ).reset_index(drop=True)


def write_table(
    folder: Path, name: str, table: pd.DataFrame, units: Mapping[str, str] | None = None, network: str = "radio"
) -> None:
    """Write `name`.parquet and `name`.csv, whole or not at all; floats in CSV are the shortest that read back.

    `units`: of the parameters that vary, where they have one. `network`: name of the experiment's kind of network.

    Raises ValueError where its columns are not those of spark_analysis.statistics.table_columns, ArrowInvalid where
    values are not of their types.
    """
    found = pa.Table.from_pandas(table, preserve_index=False)
    kinds = {field.name: field.type for field in found.schema}
    described = found.cast(result_schema(name, found.column_names, kinds, units or {}, network))
    folder.mkdir(parents=True, exist_ok=True)
    for ending in ("parquet", "csv"):
        temporary = folder / f".{name}.{ending}.partial"
        if ending == "csv":
            described.to_pandas().to_csv(temporary, index=False, lineterminator="\n")
        else:
            pq.write_table(described, temporary)
        temporary.replace(folder / f"{name}.{ending}")
