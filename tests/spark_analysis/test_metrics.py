"""Metrics of runs written by hand, and of random small runs against a plain computation apart from them."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pandas as pd
import pytest
from test_capture_reader import frame
from written_run import Rows, write_plan, write_run

from schema.messages import encode
from schema.traces import NO_NODE, UNREACHABLE
from spark_analysis import analyse
from spark_analysis.metrics.catalogue import metrics_of, metrics_page
from spark_analysis.metrics.radio.tree_overhead import overhead_of_event
from spark_analysis.run.runs import read_plan
from spark_analysis.run.session import spark_session
from spark_analysis.run.workers import measure_runs

pytestmark = pytest.mark.usefixtures("spark")

SECOND = 10**9
PARAMETERS = {"range": 100.0, "warmup": 10.0, "duration": 20.0}
ONE = "protocol=one"
TAP_BYTES = 20


def event(publisher: int, sequence: int, sender: int, hops: int) -> bytes:
    return encode(
        "event",
        {
            "node": sender,
            "publisher": publisher,
            "sequence": sequence,
            "published_ns": 0,
            "hops": hops,
            "topic": "a.b",
            "attributes": [],
            "payload_bytes": 10,
        },
    )


def beacon(sender: int) -> bytes:
    return encode("beacon", {"node": sender, "sequence": 1, "inherent": [], "trees": []})


def line_of_three() -> tuple[Rows, dict[int, list[tuple[int, bytes, bool]]]]:
    """0 publishes two events to 2 over 1, which wants the topic itself; the second gets lost behind 1."""
    at = 12 * SECOND
    tables: Rows = {
        "nodes": [(node, str(node), "00:00:00:00:00:01", "10.0.0.1") for node in range(3)],
        "positions": [(second * SECOND, node, 80.0 * node, 0.0) for second in range(21) for node in range(3)],
        "subscriptions": [(0, 1, "a.b", 1), (0, 2, "a.#", 1)],
        "publications": [(at, 0, 1, "a.b", "", 10), (at + SECOND, 0, 2, "a.b", "", 10)],
        "due": [(0, number, node, node) for number in (1, 2) for node in (1, 2)],
        "transmissions": [
            (at, 0, 1, 0, 1, 30, NO_NODE),
            (at + 1, 1, 1, 0, 1, 30, NO_NODE),
            (at + SECOND, 0, 1, 0, 2, 30, NO_NODE),
            (at + SECOND + 1, 1, 1, 0, 2, 30, NO_NODE),
            (at, 2, 2, NO_NODE, 0, 20, NO_NODE),
        ],
        "deliveries": [
            (at + 10, 1, 0, 1, 1, 1, 10),
            (at + 30, 2, 0, 1, 1, 2, 30),
            (at + SECOND + 10, 1, 0, 2, 1, 1, 10),
        ],
        "parents": [(SECOND, 1, 0, NO_NODE, 0, 0.0, 0.0), (2 * SECOND, 2, 0, NO_NODE, 1, 1.0, 0.0)],
    }
    radios = {
        0: [
            (at, event(0, 1, 0, 1), False),
            (at + 12, event(0, 1, 1, 2), True),
            (at + SECOND, event(0, 2, 0, 1), False),
            (at + SECOND + 12, event(0, 2, 1, 2), True),
        ],
        1: [
            (at, beacon(2), True),
            (at + 10, event(0, 1, 0, 1), True),
            (at + 11, event(0, 1, 1, 2), False),
            (at + SECOND + 9, event(0, 2, 0, 1), True),
            (at + SECOND + 11, event(0, 2, 1, 2), False),
        ],
        2: [(at, beacon(2), False), (at + 25, event(0, 1, 1, 2), True)],
    }
    return tables, radios


def microseconds(message: bytes) -> int:
    """A frame on the air at 6 Mbit/s: 20 µs, then 4 µs for every 24 bits of service, frame and tail."""
    return 20 + 4 * math.ceil((16 + 8 * (len(frame(message)) - TAP_BYTES) + 6) / 24)


AIRTIME_US = 9 * microseconds(event(0, 1, 0, 1)) + 2 * microseconds(beacon(2))
"""Every line of every capture of the line below, once each."""


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("line")
    write_plan(folder, [ONE], 2)
    write_run(folder, ONE, 1, *line_of_three(), PARAMETERS)
    return folder


@pytest.fixture(scope="module")
def values(line: Path) -> dict[str, float]:
    analysis = analyse(line, "local[2]", report=False)
    assert analysis.failed_runs == (f"{ONE}/2: not run, or not finished",)
    runs = pd.read_csv(line / "tables" / "runs.csv")
    return dict(zip(runs["metric"], runs["value"], strict=True))


@pytest.mark.parametrize(
    ("metric", "expected"),
    {
        "events": 2,
        "due_deliveries": 4,
        "deliveries": 3,
        "delivery_ratio": 0.75,
        "reachable_delivery_ratio": 0.75,
        "hops_mean": 4 / 3,
        "path_stretch": 1.0,
        "latency_p50_s": 1e-8,
        "latency_p95_s": 2.8e-8,
        "false_delivery_ratio": 0.0,
        "duplicate_ratio": 2 / 5,  # the publisher hears both its events back, the other three are news
        "airtime_fraction": 1e-6 * AIRTIME_US / 3 / 10,
        "control_bytes_per_delivered_byte": (len(frame(beacon(2))) - TAP_BYTES) / (3 * 10),
        "pst_overhead_events": 2 * (2 + 1),  # root 2, node 1 wants it itself
        "relay_overhead_events": 2 * (2 + 1),
        "tx_per_delivery": 4 / 3,
        "control_tx_per_node_s": 1 / 3 / 10,
        "tx_fairness": (2 + 2 + 1) ** 2 / (3 * (4 + 4 + 1)),
        "parent_changes_per_node_min": 0.0,
        "orphan_time_fraction": 0.0,
        "tree_similarity": 0.0,  # node 2's a is one word, its parent's a.b one insertion away: 1 - 1/1
        "mac_collision_ratio": 1 - 6 / 7,  # 4 event frames to 1 or 2 radios and a beacon to 1: 7 pairs, 6 received
    }.items(),
)
def test_the_line_by_hand(values: dict[str, float], metric: str, expected: float) -> None:
    assert values[metric] == pytest.approx(expected)


def test_every_metric_is_in_the_catalogue(values: dict[str, float]) -> None:
    assert set(values) <= {metric.name for metric in metrics_of("radio")}


def test_the_checks_of_the_line_agree(line: Path, values: dict[str, float]) -> None:
    checks = pd.read_csv(line / "tables" / "checks.csv")
    assert checks["equal"].all()
    assert set(checks["check"]) == {"sent: event", "sent: beacon", "due deliveries found in a capture"}


def test_a_difference_between_trace_and_capture_is_reported(tmp_path: Path) -> None:
    tables, radios = line_of_three()
    radios[2] = radios[2][:1]
    write_plan(tmp_path, [ONE], 1)
    write_run(tmp_path, ONE, 1, tables, radios, PARAMETERS)
    analysis = analyse(tmp_path, "local[1]", report=False)
    checks = pd.read_csv(tmp_path / "tables" / "checks.csv").set_index("check")
    assert analysis.checks_failed == 1
    assert not checks.at["due deliveries found in a capture", "equal"]
    assert "1 of 3 counts differ" in analysis.summary_text


def test_the_docs_have_the_catalogue(checkout: Path) -> None:
    assert (checkout / "docs" / "metrics.md").read_text() == metrics_page()


def random_run(draw: random.Random) -> tuple[Rows, dict[int, list[tuple[int, bytes, bool]]]]:
    """Six nodes, a random tree, random interests and losses; captures say what the traces say."""
    nodes = range(6)
    parent = {node: draw.randrange(node) for node in nodes if node > 0}
    tables: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    radios: dict[int, list[tuple[int, bytes, bool]]] = {node: [] for node in nodes}
    tables["nodes"] = [(node, str(node), "m", "i") for node in nodes]
    tables["positions"] = [(s * SECOND, node, float(node), 0.0) for s in range(21) for node in nodes]
    tables["parents"] = [(0, node, 0, NO_NODE, up, 0.0, 0.0) for node, up in parent.items()]
    for number in range(1, 6):
        at = (10 + number) * SECOND
        tables["publications"].append((at, 0, number, "a", "", 10))
        due = [node for node in nodes if node > 0 and draw.random() < 0.5]
        for node in due:
            tables["due"].append((0, number, node, draw.choice([1, 2, UNREACHABLE])))
        for node in nodes:
            if draw.random() < 0.5:
                tables["transmissions"].append((at, node, 1, 0, number, 30, NO_NODE))
                radios[node].append((at, event(0, number, node, 1), False))
        for node in due:
            if draw.random() < 0.7:
                tables["deliveries"].append((at + node, node, 0, number, 1, draw.randint(1, 4), node))
                radios[node].append((at + node, event(0, number, 0, 1), True))
    return tables, radios


def plainly(tables: Rows) -> dict[str, float]:
    """The same metrics from the rows, by counting."""
    due = {(row[1], row[2]): row[3] for row in tables["due"]}
    made = {(row[3], row[1]): row[5] for row in tables["deliveries"]}
    reachable = [key for key, hops in due.items() if hops != UNREACHABLE]
    parent = {row[1]: row[4] for row in tables["parents"]}
    tree = 0
    for _, _, number, *_ in tables["publications"]:
        wanted = {node for (n, node) in due if n == number}
        for node in range(6):
            below = set()
            for other in wanted:
                up = other
                while up in parent:
                    up = parent[up]
                    if up == node:
                        below.add(other)
            tree += (1 if node in wanted else 2) if below else 0
    relayed = sum(1 if (row[4], row[1]) in due else 2 for row in tables["transmissions"])
    return {
        "delivery_ratio": len(made) / len(due),
        "reachable_delivery_ratio": sum(key in made for key in reachable) / len(reachable),
        "hops_mean": sum(made.values()) / len(made),
        "pst_overhead_events": tree,
        "relay_overhead_events": relayed,
        "tx_per_delivery": len(tables["transmissions"]) / len(made),
    }


def test_random_runs_against_plain_counting(tmp_path: Path) -> None:
    draw = random.Random(5)
    write_plan(tmp_path, [ONE, "protocol=two"], 4)
    expected = {}
    for variant in (ONE, "protocol=two"):
        for replication in range(1, 5):
            tables, radios = random_run(draw)
            write_run(tmp_path, variant, replication, tables, radios, PARAMETERS)
            expected[variant, replication] = plainly(tables)
    assert analyse(tmp_path, "local[2]", report=False).checks_failed == 0
    first = {path.name: path.read_bytes() for path in (tmp_path / "tables").iterdir()}
    runs = pd.read_csv(tmp_path / "tables" / "runs.csv").set_index(["variant", "replication", "metric"])["value"]
    for (variant, replication), metrics in expected.items():
        for metric, value in metrics.items():
            assert runs[variant, replication, metric] == pytest.approx(value), (variant, replication, metric)
    analyse(tmp_path, "local[1]", report=False)
    assert first == {path.name: path.read_bytes() for path in (tmp_path / "tables").iterdir()}


def test_a_chain_that_does_not_reach_the_root_costs_nothing() -> None:
    assert overhead_of_event(0, {2: 1}, {2}) == 0
    assert overhead_of_event(0, {2: 1, 1: 0}, {2}) == 4


def test_a_run_without_captures_is_counted_from_its_traces_alone(tmp_path: Path) -> None:
    tables, _ = line_of_three()
    write_plan(tmp_path, [ONE], 1)
    write_run(tmp_path, ONE, 1, tables, {}, PARAMETERS)
    analysis = analyse(tmp_path, "local[1]", report=False)
    metrics = set(pd.read_csv(tmp_path / "tables" / "runs.csv")["metric"])
    assert "delivery_ratio" in metrics
    assert not metrics & {"relay_overhead_events", "tx_per_delivery", "mac_collision_ratio"}
    assert analysis.checks_failed == 0
    assert "counts" not in analysis.summary_text


def test_a_protocol_without_trees_has_no_figures_of_trees(tmp_path: Path) -> None:
    write_plan(tmp_path, [ONE], 1)
    tables, radios = line_of_three()
    write_run(tmp_path, ONE, 1, {**tables, "parents": []}, radios, PARAMETERS)
    analyse(tmp_path, "local[1]", report=False)
    metrics = set(pd.read_csv(tmp_path / "tables" / "runs.csv")["metric"])
    assert "delivery_ratio" in metrics
    assert not metrics & {
        "pst_overhead_events",
        "parent_changes_per_node_min",
        "tree_similarity",
        "orphan_time_fraction",
    }


def test_no_finished_run_is_said_in_a_sentence(tmp_path: Path) -> None:
    write_plan(tmp_path, [ONE], 1)
    assert "No run is finished" in analyse(tmp_path, "local[1]", report=False).summary_text


def test_without_control_its_share_is_nothing_and_not_unknown(tmp_path: Path) -> None:
    tables, radios = line_of_three()
    radios = {node: [record for record in records if record[1] != beacon(2)] for node, records in radios.items()}
    write_plan(tmp_path, [ONE], 1)
    write_run(tmp_path, ONE, 1, tables, radios, PARAMETERS)
    analyse(tmp_path, "local[1]", report=False)
    found = pd.read_csv(tmp_path / "tables" / "runs.csv").set_index("metric")["value"]
    assert found["control_tx_per_node_s"] == 0
    assert found["control_bytes_per_delivered_byte"] == 0


def test_a_run_with_a_trace_cut_short_is_named_and_not_counted(tmp_path: Path) -> None:
    tables, radios = line_of_three()
    write_plan(tmp_path, [ONE], 2)
    for replication in (1, 2):
        run = write_run(tmp_path, ONE, replication, tables, radios, PARAMETERS)
    (run / "parents.trace").write_bytes((run / "parents.trace").read_bytes()[:-3])
    analysis = analyse(tmp_path, "local[1]", report=False)
    assert len(analysis.failed_runs) == 1
    assert analysis.failed_runs[0].startswith(f"{ONE}/2: parents.trace cannot be read (parents.trace: cut short")
    assert set(pd.read_csv(tmp_path / "tables" / "runs.csv")["replication"]) == {1}


def test_the_number_of_partitions_decides_nothing(tmp_path: Path) -> None:
    draw = random.Random(6)
    write_plan(tmp_path, [ONE], 5)
    for replication in range(1, 6):
        write_run(tmp_path, ONE, replication, *random_run(draw), PARAMETERS)
    measured = []
    with spark_session("local[2]") as spark:
        for partitions in (1, 4):
            measured.append(measure_runs(spark, tmp_path, read_plan(tmp_path).finished, partitions))
    assert measured[0] == measured[1]
    assert len(measured[0]) == 5 and all(len(found.metrics) > 10 for found in measured[0].values())


@pytest.mark.long
def test_workers_started_elsewhere_find_the_packages(line: Path, checkout: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
        "from spark_analysis.run.runs import read_plan; from spark_analysis.run.workers import measure_runs\n"
        "from spark_analysis.run.session import spark_session\n"
        "folder = Path(sys.argv[2])\n"
        "with spark_session('local[1]') as spark:\n"
        "    (found,) = measure_runs(spark, folder, read_plan(folder).finished, 1).values()\n"
        "print(sum(row['good'] for row in found.captures))\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    said = subprocess.run(
        [sys.executable, "-c", program, str(checkout), str(line)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert said.stdout.strip() == "11", said.stderr
