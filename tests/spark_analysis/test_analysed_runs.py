"""Runs of ns-3 with interests that change and several publishers, against a plain reading of the definitions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from analysis_here import analysis_in_this_process
from pyspark.sql import SparkSession

from pyharness.command_line import main
from schema.filters import attributes_of, parse
from schema.messages import CARRIERS
from schema.traces import NO_NODE, read_trace
from spark_analysis.statistics.table_columns import RESULT_TABLES, result_schema

PLAN = """
name = "churning"
question = "Does the analysis count what its definitions say?"
program = "manet"
replications = 1

[parameters]
nodes = 16
width = 400
height = 400
duration = 60
publishers = 3
churn = 8
content = 0.7
selectivity = 0.5

[vary]
radio = ["wifi", "ideal"]
"""
VARIANTS = ("radio=wifi", "radio=ideal")


@pytest.fixture(scope="module")
def results(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("churning")
    plan = folder / "churning.toml"
    plan.write_text(PLAN)
    with analysis_in_this_process():
        assert main(["sweep", str(plan), "--results", str(folder / "results")]) == 0
    return folder / "results"


def rows(results: Path, variant: str, table: str) -> list[tuple[object, ...]]:
    trace = read_trace(results / "runs" / variant / "1" / f"{table}.trace")
    return list(zip(*(trace.column(name).tolist() for name in trace.rows.dtype.names), strict=True))


def interested(results: Path, variant: str) -> Iterator[tuple[int, int, int, set[int]]]:
    """Time, publisher and number of every event, and who but the publisher wanted it then."""
    changes = rows(results, variant, "subscriptions")
    for time, publisher, number, topic, attributes, _ in rows(results, variant, "publications"):
        filters: dict[int, list[str]] = defaultdict(list)
        for at, node, wanted, active in changes:
            if at <= time:
                filters[node].append(wanted) if active else filters[node].remove(wanted)
        event = topic, attributes_of(attributes)
        who = {node for node, wanted in filters.items() if any(parse(one).matches(*event) for one in wanted)}
        yield time, publisher, number, who - {publisher}


def measured(results: Path, variant: str, metric: str) -> float:
    runs = pd.read_csv(results / "tables" / "runs.csv").set_index(["variant", "metric"])["value"]
    return float(runs[variant, metric])


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_was_due_is_what_the_subscriptions_say(results: Path, variant: str) -> None:
    due = {(publisher, number, node) for publisher, number, node, _ in rows(results, variant, "due")}
    events = list(interested(results, variant))
    assert due == {(publisher, number, node) for _, publisher, number, who in events for node in who}
    assert len(events) > 50 and len(due) > 50


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_relayed_overhead_is_that_of_the_frames_sent(results: Path, variant: str) -> None:
    wanting = {(publisher, number): who for _, publisher, number, who in interested(results, variant)}
    sent = [row for row in rows(results, variant, "transmissions") if row[2] in CARRIERS]
    expected = sum(1 if node in wanting[publisher, number] else 2 for _, node, _, publisher, number, _, _ in sent)
    assert measured(results, variant, "relay_overhead_events") == expected > 100


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_trees_overhead_is_that_of_the_nodes_with_someone_below(results: Path, variant: str) -> None:
    changes = rows(results, variant, "parents")
    expected = 0
    for time, publisher, _, who in interested(results, variant):
        parent = {node: new for at, node, root, _, new, _, _ in changes if at <= time and root == publisher}
        proxies = {node for one in who for node in way_up(one, publisher, parent)}
        expected += sum(1 if node in who else 2 for node in proxies)
    assert measured(results, variant, "pst_overhead_events") == expected > 100


def way_up(node: int, root: int, parent: dict[int, int]) -> list[int]:
    """Who is above `node`, the root last; nobody where the chain ends elsewhere or runs in a circle."""
    above: list[int] = []
    while node != root:
        node = parent.get(node, NO_NODE)
        if node == NO_NODE or node in above:
            return []
        above.append(node)
    return above


def test_traces_and_captures_agree(results: Path) -> None:
    assert pd.read_csv(results / "tables" / "checks.csv")["equal"].all()


def test_ideal_links_lose_next_to_nothing(results: Path) -> None:
    assert measured(results, "radio=ideal", "mac_collision_ratio") < 1e-3  # positions are sampled, not known exactly
    assert measured(results, "radio=wifi", "mac_collision_ratio") > measured(
        results, "radio=ideal", "mac_collision_ratio"
    )


def test_the_tables_on_disk_are_as_described(results: Path) -> None:
    written = {path.stem: pq.read_schema(path) for path in (results / "tables").glob("*.parquet")}
    assert set(written) == {name for name, table in RESULT_TABLES.items() if "radio" in table.kinds}
    for name, schema in written.items():
        varying = {"radio": pa.string()} if RESULT_TABLES[name].varying else {}
        assert schema.equals(result_schema(name, schema.names, varying, {}))
        assert (results / "tables" / f"{name}.csv").read_text().splitlines()[0] == ",".join(schema.names)
