"""The columns that programs state in C++ against those of the schema: each program's tables are those of its kind."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest
from scenario_bench import Program, Recorded

from pyharness.programs.checkout import Checkout
from schema.kinds import network_kind
from schema.traces import MAGIC, read_trace, tables_of
from schema.traces.registry import is_in_every_run

SHORT_RUNS = {
    "manet": ("--nodes=5", "--duration=5", "--warmup=1", "--publishers=1"),
    "topsim-paper": ("--events=2",),
    "line": ("--hosts=3", "--duration=5", "--warmup=1", "--drain=1"),
    "late-subscriber": ("--events=2",),
    "stores": ("--brokers=6", "--topics=3", "--duration=5", "--warmup=2", "--drain=1"),
    "overlay": (
        *("--brokers=6", "--routers=12", "--duration=5", "--warmup=1", "--drain=1"),
        *("--link_steps=true", "--predictor=last-value"),
    ),
    "sdn": ("--clusters=6", "--degree=2", "--duration=5", "--warmup=1", "--drain=1"),
}
"""Arguments of a short run of each program that writes one."""
OVERLAY_TABLES = {
    *("overlay_brokers", "overlay_links", "overlay_pairs", "overlay_steps"),
    *("plans", "locks", "stages", "physical_hops", "link_steps", "predictions", "rates"),
}
STORE_TABLES = {
    *("brokers", "clients", "demand", "placement", "store_state"),
    *("requests", "responses", "routing_tables", "st", "at"),
}
SWITCH_TABLES = {
    *("switches", "clusters", "hosts", "link_roles", "topic_codes", "topic_trees", "topic_loads"),
    *("edge_loads", "flow_tables", "control_messages", "route_updates", "failures"),
    *("policy_rules", "forwarding_drops"),
}
LEFT_OUT = {
    "line": STORE_TABLES | OVERLAY_TABLES | SWITCH_TABLES,
    "stores": OVERLAY_TABLES | SWITCH_TABLES,
    "late-subscriber": OVERLAY_TABLES | SWITCH_TABLES,
    "overlay": STORE_TABLES | SWITCH_TABLES | {"rates"},
    "sdn": STORE_TABLES | OVERLAY_TABLES,
}
"""Tables that a program does not write, because it simulates nothing of the kind in its short run."""
SMALL_TOOLS = {
    "sdn-codes",
    "sdn-policy",
    "sdn-router",
    "store-planner",
    "topic-filter",
    "topic-similarity",
    "traffic-forecast",
    "pubsub-test-runner",
}
"""Programs that are built beside them and write no run."""


def test_every_program_is_among_them() -> None:
    built = {file.name for file in Checkout.here().programs.iterdir()}
    assert built
    assert built <= {*SHORT_RUNS, *SMALL_TOOLS}, "add the program's arguments for a short run"


@pytest.mark.parametrize("name", SHORT_RUNS)
def test_a_program_writes_the_tables_of_its_kind(name: str, program: Program, recorded: Recorded) -> None:
    if not (Checkout.here().root / "scratch" / f"{name}.cc").exists():
        pytest.skip(f"scratch/{name}.cc is not part of this checkout")
    described = json.loads(program(name, "--describe").stdout)
    kind = network_kind(described.get("kind", "radio"))
    run = recorded(name, *SHORT_RUNS[name])
    written = {file.stem for file in run.glob("*.trace")}
    assert written == set(kind.tables) - LEFT_OUT.get(name, set())
    assert not [table for table in LEFT_OUT.get(name, set()) if is_in_every_run(kind.name, table)]
    for table, columns in tables_of(kind.name).items():
        if table not in written:
            continue
        file = run / f"{table}.trace"
        assert header_of(file) == {"table": table, "columns": [list(column) for column in columns]}
        assert read_trace(file, kind.name).columns == columns


def header_of(file: Path) -> object:
    data = file.read_bytes()
    (length,) = struct.unpack_from("<I", data, len(MAGIC))
    return json.loads(data[len(MAGIC) + 4 :][:length])
