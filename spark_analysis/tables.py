"""The tables that others read: results/<experiment>/tables/*.{parquet,csv}, the same bytes for the same runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from schema.manifest import Experiment, Scalar
from spark_analysis.catalogue import CATALOGUE
from spark_analysis.runs import Finished
from spark_analysis.statistics import estimate, holm, paired_p_value

_UNITS = {metric.name: metric.unit for metric in CATALOGUE}
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
    """variant, each varying parameter, metric, unit, n, mean, sd, ci_low, ci_high."""
    keys = ["variant", *experiment.varying, "metric", "unit"]
    rows = [
        (*key, *vars(estimate(group["value"].tolist())).values())
        for key, group in runs.groupby(keys, sort=False, dropna=False)
    ]
    return _sorted(pd.DataFrame(rows, columns=[*keys, "n", "mean", "sd", "ci_low", "ci_high"]), experiment)


def pairs_table(experiment: Experiment, runs: pd.DataFrame) -> pd.DataFrame:
    """Paired differences a - b of variants that differ in one parameter, or in several that vary together; p_holm
    within metric and parameter."""
    rows = []
    varying = _varying(experiment, runs)
    pairs = [(a, b) for a, b in itertools.combinations(experiment.variants, 2) if _apart(experiment, varying, a, b)]
    for metric, group in runs.groupby("metric", sort=False):
        values = group.pivot(index="replication", columns="variant", values="value")
        for a, b in pairs:
            if a in values and b in values:
                difference = (values[a] - values[b]).dropna().sort_index()
                if len(difference):
                    about = estimate(difference.tolist())
                    rows.append(
                        (
                            metric,
                            a,
                            b,
                            about.n,
                            about.mean,
                            about.ci_low,
                            about.ci_high,
                            paired_p_value(difference.tolist()),
                            _apart(experiment, varying, a, b),
                        )
                    )
    columns = ["metric", "variant_a", "variant_b", "n", "mean_difference", "ci_low", "ci_high", "p_value", "parameter"]
    table = pd.DataFrame(rows, columns=columns)
    table["p_holm"] = math.nan
    for _, family in table.groupby(["metric", "parameter"]):
        table.loc[family.index, "p_holm"] = holm(family["p_value"].tolist())
    return _sorted(table, experiment)


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


def write_table(folder: Path, name: str, table: pd.DataFrame) -> None:
    """Write `name`.parquet and `name`.csv, whole or not at all; floats in CSV are the shortest that read back."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending in ("parquet", "csv"):
        temporary = folder / f".{name}.{ending}.partial"
        if ending == "csv":
            table.to_csv(temporary, index=False, lineterminator="\n")
        else:
            pq.write_table(pa.Table.from_pandas(table, preserve_index=False), temporary)
        temporary.replace(folder / f"{name}.{ending}")
