"""Runs on wired links, written by hand: their tables, metrics, checks, and a report without a word on radios.

0 ---- 1 ---- 2     1 Mbit/s each way; 0 publishes four events, 2 wants them, 1 is a router
"""

from __future__ import annotations

import contextlib
import struct
from ipaddress import IPv4Address
from pathlib import Path

import pandas as pd
import pytest
from written_run import write_plan, write_run

from schema.messages import PORT, encode
from spark_analysis.experiment import analysis
from spark_analysis.experiment.analysis import analyse
from spark_analysis.experiment.results import load
from spark_analysis.metrics.catalogue import metrics_of
from spark_analysis.run.measurement import measure_run
from spark_analysis.run.runs import read_plan

IN_EVERY_RUN = {metric.name for metric in metrics_of("wired") if metric.in_every_run}
"""The metrics of a program without stores."""
MS = 1_000_000
RATE = 1_000_000
WINDOW_S = 0.1
PARAMETERS = {"warmup": 0.0, "duration": WINDOW_S}
SENT_MS = {1: 0, 2: 10, 3: 20, 4: 30}
"""Event -> when 0 published and sent it."""
ON_SECOND_LINK_MS = {1: 2, 2: 12, 4: 32, 3: 40}
"""Event -> when 1 sent it on: the third behind the fourth, and 2 never gets it."""
AGES_MS = {1: 4, 2: 6, 4: 8}
HOSTS = {0: "10.0.1.1", 1: "10.0.1.2 10.0.2.1", 2: "10.0.2.2"}


def message(sequence: int) -> bytes:
    about = {"node": 0, "publisher": 0, "sequence": sequence, "published_ns": SENT_MS[sequence] * MS, "hops": 1}
    return encode("event", {**about, "topic": "a.b", "attributes": [], "payload_bytes": 0})


def frame(payload: bytes, source: str, destination: str) -> bytes:
    """The payload in UDP, IPv4 and PPP, as ns-3's point-to-point device captures it."""
    udp = struct.pack(">HHHH", 49153, PORT, 8 + len(payload), 0) + payload
    addresses = int(IPv4Address(source)), int(IPv4Address(destination))
    return struct.pack(">HBBHHHBBHII", 0x21, 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, *addresses) + udp


BYTES = len(frame(message(1), "10.0.1.1", "10.0.2.2"))


def write_link(run: Path, ends: str, times_ms: dict[int, int]) -> None:
    data = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 9)
    for sequence, time in times_ms.items():
        record = frame(message(sequence), "10.0.1.1", "10.0.2.2")
        data += struct.pack("<IIII", 0, time * MS, len(record), len(record)) + record
    (run / f"link-{ends}.pcap").write_bytes(data)


def write_line(results: Path, variant: str, replication: int) -> None:
    event = {sequence: (0, sequence) for sequence in SENT_MS}
    tables = {
        "nodes": [(node, str(node), address) for node, address in HOSTS.items()],
        "links": [(a, b, RATE, MS) for a, b in ((0, 1), (1, 0), (1, 2), (2, 1))],
        "subscriptions": [(0, 2, "a.b", 1)],
        "publications": [(time * MS, *event[k], "a.b", "", 0) for k, time in SENT_MS.items()],
        "due": [(*event[k], 2, 2) for k in SENT_MS],
        "transmissions": [(time * MS, 0, 1, *event[k], len(message(k)), 2) for k, time in SENT_MS.items()],
        "deliveries": [((SENT_MS[k] + age) * MS, 2, *event[k], 1, 2, age * MS) for k, age in AGES_MS.items()],
    }
    run = write_run(results, variant, replication, tables, {}, PARAMETERS, "wired")
    for ends, times in (("0-1", SENT_MS), ("1-2", ON_SECOND_LINK_MS), ("1-0", {}), ("2-1", {})):
        write_link(run, ends, times)


@pytest.fixture
def line(tmp_path: Path) -> Path:
    """Two variants that do the same, two replications each."""
    write_plan(tmp_path, ["protocol=a", "protocol=b"], 2, "wired")
    for variant in ("protocol=a", "protocol=b"):
        for replication in (1, 2):
            write_line(tmp_path, variant, replication)
    return tmp_path


def test_every_metric_of_a_wired_run(line: Path) -> None:
    found = measure_run(line, read_plan(line).finished[0])
    values = {row["metric"]: row["value"] for row in found.metrics}
    assert values == {
        "events": 4,
        "due_deliveries": 4,
        "deliveries": 3,
        "delivery_ratio": 0.75,
        "false_delivery_ratio": 0,
        "latency_p50_s": pytest.approx(0.006),
        "latency_p95_s": pytest.approx(0.0078),
        "latency_mean_s": pytest.approx(0.006),
        "link_bytes": 8 * BYTES,
        "link_frames_per_delivery": pytest.approx(8 / 3),
        "max_link_utilisation": pytest.approx(4 * BYTES * 8 / (RATE * WINDOW_S)),
        "link_loss_ratio": pytest.approx(1 / 8),
        "link_reordered_ratio": pytest.approx(1 / 8),
    }
    assert set(values) == IN_EVERY_RUN


def test_counts_per_direction_of_a_link(line: Path) -> None:
    found = measure_run(line, read_plan(line).finished[0])
    rows = {(row["node"], row["link_to"]): row for row in found.links}
    assert list(rows) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert [rows[way]["tx_frames"] for way in rows] == [4, 0, 4, 0]
    assert [rows[way]["lost_events"] for way in rows] == [0, 0, 1, 0]
    assert [rows[way]["reordered_events"] for way in rows] == [0, 0, 1, 0]
    assert [(row["node"], row["link_to"], row["good"]) for row in found.captures] == [
        (0, 1, 4),
        (1, 0, 0),
        (1, 2, 4),
        (2, 1, 0),
    ]
    assert not found.loads


def test_captures_and_traces_agree_and_a_frame_that_is_missing_shows(line: Path) -> None:
    (run, *_) = read_plan(line).finished
    assert {row["check"]: (row["trace_value"], row["pcap_value"]) for row in measure_run(line, run).checks} == {
        "sent: event": (4, 4),
        "due deliveries found in a capture": (3, 3),
    }
    write_link(Path(run.path), "0-1", {1: 0, 2: 10, 3: 20})
    write_link(Path(run.path), "1-2", {1: 2, 2: 12, 3: 40})
    assert {row["check"]: (row["trace_value"], row["pcap_value"]) for row in measure_run(line, run).checks} == {
        "sent: event": (4, 3),
        "due deliveries found in a capture": (3, 2),
    }


def test_tables_and_report_of_a_wired_experiment(line: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure_here(_spark: object, folder: Path, runs: list[analysis.Finished]) -> dict[tuple[str, int], object]:
        return {(run.variant, run.replication): measure_run(folder, run) for run in runs}

    monkeypatch.setattr(analysis, "spark_session", lambda master: contextlib.nullcontext())
    monkeypatch.setattr(analysis, "measure_runs", measure_here)
    found = analyse(line)
    assert found.checks_failed == 0 and not found.failed_runs
    results = load(line)
    assert "links" in results.tables and "loads" not in results.tables
    assert list(results.links)[:5] == ["variant", "protocol", "replication", "node", "link_to"]
    assert list(results.captures)[:5] == ["experiment", "variant", "replication", "node", "link_to"]
    assert len(results.trace("links")) == 4 * 4
    with pytest.raises(ValueError, match="no trace 'positions'"):
        results.trace("positions")
    assert found.report is not None
    page = found.report.read_text()
    for word in ("airtime", "Airtime", "radio", "replay", "mobility", "positions", "Tree"):
        text = page[page.index("<body>") :].replace("experiment=radio", "")
        assert word not in text, word
    assert 'href="#replay"' not in page and 'id="replay"' not in page
    assert "same topology and the same" in page
    figures = {file.stem for file in (line / "report" / "figures").iterdir()}
    assert {"delivery", "latency", "latencies", "links"} <= figures
    assert not figures & {"load", "loads", "overhead", "paths", "tree-overhead", "trade-off", "network"}
    assert "busiest link" in found.summary_text
    assert set(pd.read_csv(line / "tables" / "runs.csv")["metric"]) == IN_EVERY_RUN
    for metric in metrics_of("wired"):
        assert (f"<code>{metric.name}</code>" in page) == metric.in_every_run


def test_captures_of_nodes_have_both_directions_and_count_once(line: Path) -> None:
    """Raw IP, as brokers capture it: the source address shows what the node sent."""
    run = read_plan(line).finished[0]
    folder = Path(run.path)
    for capture in folder.glob("link-*.pcap"):
        capture.unlink()
    for node in (0, 1):
        data = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 101)
        for sequence, time in SENT_MS.items():
            record = frame(message(sequence), "10.0.1.1", "10.0.2.2")[2:]
            data += struct.pack("<IIII", 0, time * MS, len(record), len(record)) + record
        (folder / f"broker-{node}.pcap").write_bytes(data)
    found = measure_run(line, run)
    checks = {row["check"]: (row["trace_value"], row["pcap_value"]) for row in found.checks}
    assert checks["sent: event"] == (4, 4), "node 1 received them"
    values = {row["metric"]: row["value"] for row in found.metrics}
    assert values["link_frames_per_delivery"] == pytest.approx(4 / 3)
    assert [(row["node"], row.get("link_to"), row["good"]) for row in found.captures] == [(0, None, 4), (1, None, 4)]
