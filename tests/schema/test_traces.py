"""Trace tables: which kind of network has which, their registry, and files that are not whole or not of the schema."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from schema.kinds import KINDS, RADIO, WIRED
from schema.traces import (
    END,
    MAGIC,
    TABLES,
    CorruptTrace,
    DuplicateTable,
    TraceTable,
    read_run_table,
    read_trace,
    register_table,
    row_dtype,
    tables_of,
)
from schema.traces.registry import columns_known_as, is_in_every_run

NODES = [(0, 0, 1), (1, 2, 3)]
STRINGS = ["host-0", "10.0.0.1", "host-1", "10.0.0.2"]


def trace_bytes(table: str, kind: str, rows: Sequence[tuple[int, ...]], strings: list[str]) -> bytes:
    """A trace file, from the description of the format."""
    header = json.dumps({"table": table, "columns": tables_of(kind)[table]}).encode()
    dictionary = json.dumps(strings).encode()
    packed = np.array(rows, dtype=row_dtype(table, kind)).tobytes()
    trailer = struct.pack("<IQ", len(dictionary), len(rows)) + END
    return MAGIC + struct.pack("<I", len(header)) + header + packed + dictionary + trailer


def test_radio_networks_have_the_tables_they_always_had() -> None:
    assert set(RADIO.tables) == {
        *("nodes", "positions", "subscriptions", "publications", "due"),
        *("transmissions", "deliveries", "drops", "parents"),
    }
    assert dict(TABLES) == dict(tables_of("radio"))
    assert dict(TABLES["nodes"]) == {"node": "u32", "name": "str", "mac": "str", "ipv4": "str"}


def test_wired_networks_have_links_and_neither_positions_nor_parents() -> None:
    in_every_run = {table for table in WIRED.tables if is_in_every_run("wired", table)}
    assert in_every_run == {
        *("nodes", "links", "subscriptions", "publications", "due"),
        *("transmissions", "deliveries", "drops"),
    }
    assert set(WIRED.tables) - in_every_run == {
        *("brokers", "clients", "demand", "placement", "store_state"),
        *("requests", "responses", "routing_tables", "st", "at"),
        *("overlay_brokers", "overlay_links", "overlay_pairs", "overlay_steps"),
        *("plans", "locks", "stages", "physical_hops", "link_steps", "predictions", "rates"),
        *("switches", "clusters", "hosts", "link_roles", "topic_codes", "topic_trees", "topic_loads"),
        *("edge_loads", "flow_tables", "control_messages", "route_updates", "failures"),
        *("policy_rules", "forwarding_drops"),
    }
    wired = tables_of("wired")
    assert dict(wired["links"]) == {"from_node": "u32", "to_node": "u32", "rate_bps": "u64", "delay_ns": "i64"}
    assert dict(wired["nodes"]) == {"node": "u32", "name": "str", "ipv4": "str"}


def test_what_both_kinds_have_but_nodes_has_the_same_columns() -> None:
    both = set(RADIO.tables) & set(WIRED.tables)
    assert {table for table in both if len(columns_known_as(table)) > 1} == {"nodes"}


def test_a_table_that_not_every_run_has_is_empty_without_a_file(tmp_path: Path) -> None:
    empty = read_run_table(tmp_path, "requests", "wired")
    assert len(empty.rows) == 0 and empty.columns == tables_of("wired")["requests"]
    assert len(empty.column("filter")) == 0
    with pytest.raises(FileNotFoundError):
        read_run_table(tmp_path, "links", "wired")
    (tmp_path / "requests.trace").write_bytes(b"PSTRACE1")
    with pytest.raises(CorruptTrace, match=r"requests\.trace"):
        read_run_table(tmp_path, "requests", "wired")


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_of_nodes_is_the_first(kind: str) -> None:
    assert next(iter(tables_of(kind))) == "nodes"


def test_a_table_names_kinds_that_there_are(checkout: Path) -> None:
    from schema.traces import registry

    assert set(registry._BY_KIND) <= set(KINDS)


@pytest.mark.parametrize(
    ("table", "error"),
    [
        (TraceTable("links", ("wired",), (("node", "u32"),)), DuplicateTable),
        (TraceTable("twice", ("wired",), (("node", "u32"), ("node", "u8"))), DuplicateTable),
        (TraceTable("typo", ("wired",), (("node", "int"),)), ValueError),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_table_that_contradicts_another_or_itself_is_refused(table: TraceTable, error: type[Exception]) -> None:
    before = dict(tables_of("wired"))
    with pytest.raises(error, match=table.name):
        register_table(table)
    assert dict(tables_of("wired")) == before


def test_a_new_module_in_the_folder_is_a_new_table(checkout: Path, tmp_path: Path) -> None:
    shutil.copytree(checkout / "schema", tmp_path / "schema", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "schema/traces/tables/queues.py").write_text(
        "from schema.traces.registry import TraceTable, register_table\n"
        'register_table(TraceTable("queues", kinds=("wired",), columns=(("time_ns", "i64"), ("bytes", "u32"))))\n'
    )
    script = "from schema.kinds import WIRED; print(*WIRED.tables)"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {*WIRED.tables, "queues"}


def test_kinds_are_there_without_numpy() -> None:
    """The harness imports them at the start of each command."""
    script = "import sys, schema.kinds; print('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "False\n"


def test_a_table_is_read_with_the_columns_of_its_kind(tmp_path: Path) -> None:
    file = tmp_path / "nodes.trace"
    file.write_bytes(trace_bytes("nodes", "wired", NODES, STRINGS))
    for kind in ("wired", None):
        trace = read_trace(file, kind)
        assert trace.columns == tables_of("wired")["nodes"]
        assert trace.column("node").tolist() == [0, 1]
        assert trace.column("ipv4").tolist() == ["10.0.0.1", "10.0.0.2"]
    with pytest.raises(CorruptTrace, match="columns of table 'nodes' are not those of this version"):
        read_trace(file, "radio")
    with pytest.raises(KeyError):
        trace.column("mac")


def test_a_table_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "links.trace").write_bytes(trace_bytes("links", "wired", [(0, 1, 10**9, 1000)], []))
    assert read_trace(tmp_path / "links.trace").rows["rate_bps"].tolist() == [10**9]
    with pytest.raises(CorruptTrace, match="columns of table 'links'"):
        read_trace(tmp_path / "links.trace", "radio")


@pytest.mark.parametrize(
    ("cut", "reason"),
    [(0, "not a trace file"), (30, "not a trace file"), (-1, "cut short"), (None, "columns of table 'nodes'")],
)
def test_what_is_not_whole_or_has_other_columns_is_corrupt(cut: int | None, reason: str, tmp_path: Path) -> None:
    whole = trace_bytes("nodes", "wired", NODES, STRINGS)
    file = tmp_path / "nodes.trace"
    file.write_bytes(whole.replace(b'"u32"', b'"i64"', 1) if cut is None else whole[:cut])
    with pytest.raises(CorruptTrace, match=reason):
        read_trace(file)
