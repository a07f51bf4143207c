"""The tables that others read: as docs/tables.md says, and the same whatever order they were made in."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schema.intervals import estimate
from schema.manifest import Experiment
from spark_analysis.statistics.intervals import holm
from spark_analysis.statistics.result_tables import pairs_table, summary_table, write_table
from spark_analysis.statistics.table_columns import RESULT_TABLES, TYPES, tables_page

PROTOCOLS, SPEEDS, REPLICATIONS = ("flooding", "topsim", "gossip"), (2.0, 20.0), 9
UNITS = {"delivery_ratio": "1", "latency_p50_s": "s", "events": "events"}


def experiment() -> Experiment:
    return Experiment(
        name="made",
        question="Are the tables right?",
        program="none",
        parameters={},
        varying={"protocol": PROTOCOLS, "speed": SPEEDS},
        variants=tuple(f"protocol={p},speed={s:g}" for p, s in itertools.product(PROTOCOLS, SPEEDS)),
        replications=REPLICATIONS,
        source="",
    )


def runs() -> pd.DataFrame:
    """Every variant has noise of its own; topsim has no latency, one run of gossip no delivery ratio."""
    draw = np.random.default_rng(1)
    rows = [
        ("made", f"protocol={p},speed={s:g}", p, s, k, metric, 5.0 if metric == "events" else draw.normal(), unit)
        for p, s, k, (metric, unit) in itertools.product(PROTOCOLS, SPEEDS, range(1, REPLICATIONS + 1), UNITS.items())
        if not (p == "topsim" and metric == "latency_p50_s") and not (p == "gossip" and k == 4 and unit == "1")
    ]
    columns = ["experiment", "variant", "protocol", "speed", "replication", "metric", "value", "unit"]
    return pd.DataFrame(rows, columns=columns)


def test_the_page_is_made_from_the_description(checkout: Path) -> None:
    assert (checkout / "docs" / "tables.md").read_text() == tables_page()


def test_a_summary_is_of_each_variants_values() -> None:
    table = summary_table(experiment(), runs())
    assert len(table) == 16
    for row in table.itertuples():
        of = runs().query("variant == @row.variant and metric == @row.metric")
        about = estimate(of["value"].tolist())
        assert (row.n, row.mean, row.sd, row.ci_low, row.ci_high) == pytest.approx(tuple(vars(about).values()))
        assert (row.protocol, row.speed, row.unit) == (of["protocol"].iloc[0], of["speed"].iloc[0], UNITS[row.metric])
        assert row.boot_low < row.mean < row.boot_high or row.metric == "events"


def test_pairs_are_variants_that_differ_in_one_parameter_over_the_replications_both_have() -> None:
    table = pairs_table(experiment(), runs()).set_index(["metric", "variant_a", "variant_b"])
    assert len(table.loc["delivery_ratio"]) == 9 and len(table.loc["latency_p50_s"]) == 4
    a, b = "protocol=topsim,speed=2", "protocol=gossip,speed=2"
    values = runs().query("metric == 'delivery_ratio'").pivot(index="replication", columns="variant", values="value")
    about = estimate((values[a] - values[b]).dropna().tolist())
    row = table.loc[("delivery_ratio", a, b)]
    assert (row["n"], row["mean_difference"], row["ci_low"]) == pytest.approx((8, about.mean, about.ci_low))
    assert row["parameter"] == "protocol" and row["p_holm"] >= row["p_value"]


def test_holms_correction_is_over_the_pairs_of_one_metric_and_parameter() -> None:
    families = pairs_table(experiment(), runs()).groupby(["metric", "parameter"])
    assert sorted(len(family) for _, family in families) == [2, 2, 3, 3, 6, 6]
    for _, family in families:
        assert family["p_holm"].tolist() == pytest.approx(holm(family["p_value"].tolist()), nan_ok=True)


def test_a_row_does_not_depend_on_the_rows_around_it() -> None:
    """A variant more must not move the intervals of the others, neither may another order."""
    whole = summary_table(experiment(), runs()).query("protocol == 'gossip'").reset_index(drop=True)
    alone = summary_table(experiment(), runs().query("protocol == 'gossip'").sample(frac=1, random_state=3))
    pd.testing.assert_frame_equal(whole, alone, check_exact=True)


def test_tables_on_disk_have_the_columns_and_types_that_are_described(tmp_path: Path) -> None:
    for name, table in made().items():
        write_table(tmp_path, name, table, {"speed": "m/s"})
        written = pq.read_schema(tmp_path / f"{name}.parquet")
        varying = [("protocol", pa.string()), ("speed", pa.float64())] if RESULT_TABLES[name].varying else []
        expected = [(column.name, TYPES[column.type]) for column in RESULT_TABLES[name].columns]
        at = [column for column, _ in expected].index("variant") + 1 if varying else 0
        assert [(field.name, field.type) for field in written] == [*expected[:at], *varying, *expected[at:]]
        if varying:
            assert written.field("speed").metadata[b"unit"] == b"m/s"
        for column in RESULT_TABLES[name].columns:
            about = written.field(column.name).metadata
            assert about == {b"unit": column.unit.encode(), b"description": column.meaning.encode()}
        assert (tmp_path / f"{name}.csv").read_text().splitlines()[0].split(",") == written.names
        pd.testing.assert_frame_equal(
            pd.read_csv(tmp_path / f"{name}.csv"), pd.read_parquet(tmp_path / f"{name}.parquet")
        )


def made() -> dict[str, pd.DataFrame]:
    return {"runs": runs(), "summary": summary_table(experiment(), runs()), "pairs": pairs_table(experiment(), runs())}


def test_tables_without_a_row_are_tables_too(tmp_path: Path) -> None:
    none = runs().iloc[:0]
    write_table(tmp_path, "summary", summary_table(experiment(), none))
    write_table(tmp_path, "pairs", pairs_table(experiment(), none))
    for name in ("summary", "pairs"):
        assert pq.read_table(tmp_path / f"{name}.parquet").num_rows == 0
        assert len((tmp_path / f"{name}.csv").read_text().splitlines()) == 1


def test_a_table_that_is_not_as_described_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="table pairs has the columns"):
        write_table(tmp_path, "pairs", made()["pairs"].drop(columns="effect_size"))
    with pytest.raises(pa.ArrowInvalid):
        write_table(tmp_path, "runs", runs().assign(replication=math.pi))
    assert not list(tmp_path.iterdir())
