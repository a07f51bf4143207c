"""Runs written by a test: trace tables, captures and a manifest, as a scenario program and pyharness leave them."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from test_capture_reader import capture, frame

from schema.manifest import EXPERIMENT, MANIFEST, RUNS, Experiment, Manifest, OutputFile, read_manifest, sealed
from schema.traces import END, MAGIC, row_dtype, tables_of

Rows = Mapping[str, Sequence[tuple[Any, ...]]]


def write_trace(folder: Path, table: str, rows: Sequence[tuple[Any, ...]], kind: str = "radio") -> None:
    """Write a table in the format of schema.traces, from the format's description."""
    strings: list[str] = []

    def number(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if value not in strings:
            strings.append(value)
        return strings.index(value)

    packed = np.array([tuple(number(value) for value in row) for row in rows], dtype=row_dtype(table, kind))
    header = json.dumps({"table": table, "columns": tables_of(kind)[table]}).encode()
    dictionary = json.dumps(strings).encode()
    (folder / f"{table}.trace").write_bytes(
        MAGIC
        + struct.pack("<I", len(header))
        + header
        + packed.tobytes()
        + dictionary
        + struct.pack("<IQ", len(dictionary), len(rows))
        + END
    )


def write_capture(run: Path, node: int, heard: Sequence[tuple[int, bytes, bool]]) -> None:
    """Write a radio's capture. `heard`: (time_ns, message, received) in its order."""
    data = bytearray(capture())
    for time, message, received in heard:
        record = frame(message, received)
        data += struct.pack("<IIII", time // 10**9, time % 10**9, len(record), len(record)) + record
    (run / f"radio-{node}.pcap").write_bytes(data)


def write_run(
    results: Path,
    variant: str,
    replication: int,
    tables: Rows,
    radios: Mapping[int, Sequence[tuple[int, bytes, bool]]],
    parameters: Mapping[str, Any],
    kind: str = "radio",
) -> Path:
    """Write one finished run. `radios`: node -> (time_ns, message, received) in the order of its capture."""
    run = results / RUNS / variant / str(replication)
    run.mkdir(parents=True)
    for table in tables_of(kind):
        write_trace(run, table, tables.get(table, ()), kind)
    for node, heard in radios.items():
        write_capture(run, node, heard)
    name, _, value = variant.partition("=")
    manifest = Manifest(
        experiment="written",
        variant=variant,
        replication=replication,
        state="done",
        identity="0",
        program="none",
        program_sha256="0",
        network_kind=kind,
        parameters=dict(parameters),
        varying={name: value},
        rng_run=replication,
        versions={},
        command=[],
        started="2026-01-01T00:00:00Z",
        wall_seconds=0,
        peak_memory_bytes=0,
        exit_status=0,
    )
    (run / MANIFEST).write_text(sealed(manifest))
    return run


def seal_files(run: Path) -> None:
    """List the files in folder `run` in its manifest, as pyharness does when a run has ended."""
    manifest = read_manifest(run)
    assert manifest is not None
    listed = tuple(
        OutputFile(name=path.name, bytes=path.stat().st_size, sha256=hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(run.iterdir())
        if path.name != MANIFEST
    )
    (run / MANIFEST).write_text(sealed(manifest.model_copy(update={"files": listed})))


def write_plan(results: Path, variants: Sequence[str], replications: int, kind: str = "radio") -> None:
    """Write experiment.json for variants named `protocol=x`."""
    plan = Experiment(
        name="written",
        question="Does it add up?",
        program="none",
        network_kind=kind,
        parameters={},
        varying={"protocol": tuple(variant.partition("=")[2] for variant in variants)},
        variants=tuple(variants),
        replications=replications,
        source="",
    )
    (results / EXPERIMENT).write_text(plan.model_dump_json())
