"""What happened to a run's folder behind the harness's back: named, set aside, never deleted, run again."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from harness_bench import Bench, Typed, files_of
from test_sweep import GRID, manifests, sweep

from pyharness.store import run_folders
from pyharness.store.index import Index
from schema.manifest import Manifest, read_manifest, sealed
from schema.run_index import INDEX

PLACE = "results/trial/runs/protocol=topsim/2"


def edited(run: Path) -> None:
    path = run / "manifest.json"
    path.write_text(path.read_text().replace('"wall_seconds": 0', '"wall_seconds": 9'))


def emptied(run: Path) -> None:
    (run / "manifest.json").write_text("")


def of_a_list(run: Path) -> None:
    (run / "manifest.json").write_text("[1, 2]")


def truncated(run: Path) -> None:
    os.truncate(run / "radio-0.pcap", 3)


def missing(run: Path) -> None:
    (run / "parents.trace").unlink()


def without_manifest(run: Path) -> None:
    (run / "manifest.json").unlink()


def of_other_bytes(run: Path) -> None:
    path = run / "radio-0.pcap"
    path.write_bytes(bytes(reversed(path.read_bytes())))


def a_file(run: Path) -> None:
    run.rename(run.with_name("moved"))
    run.write_text("not a folder")


DAMAGE = [
    (edited, "its manifest was changed after it was written"),
    (emptied, "its manifest is not JSON"),
    (of_a_list, "its manifest is not one"),
    (truncated, "radio-0.pcap has 3 bytes, "),
    (missing, "parents.trace is missing"),
    (without_manifest, "it has no manifest"),
    (of_other_bytes, "radio-0.pcap has other bytes than were written"),
    (a_file, "Not a directory"),
]


@pytest.mark.parametrize(("damage", "why"), DAMAGE, ids=[damage.__name__ for damage, _ in DAMAGE])
def test_named_set_aside_and_run_again(bench: Bench, typed: Typed, damage: Callable[[Path], None], why: str) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path)
    whole = files_of(bench.root / "results/trial/runs", "*.pcap")
    damage(bench.root / PLACE)
    left = (bench.root / PLACE).read_bytes() if (bench.root / PLACE).is_file() else files_of(bench.root / PLACE, "*")
    told = typed("status", "results/trial")
    assert told.exit_status == 1 and "3 done, 0 failed, 0 missing, 0 running, 1 corrupt" in told.out
    assert f"corrupt: protocol=topsim/2: {why}" in told.out
    status, said = sweep(typed, path)
    assert status == 0 and "3 done already, 1 to run" in said and "1 corrupt, set aside" in said
    assert f"corrupt: protocol=topsim/2: {why}" in said
    (aside,) = (bench.root / PLACE).parent.glob("2.corrupt-*")
    assert (aside.read_bytes() if aside.is_file() else files_of(aside, "*")) == left, "nothing is deleted"
    again = files_of(bench.root / "results/trial/runs", "*.pcap")
    assert {name: data for name, data in again.items() if "corrupt" not in name and "moved" not in name} == whole


def test_the_index_is_only_a_memory(bench: Bench, typed: Typed) -> None:
    """Lost, damaged, or of another folder: it is made anew, and nothing is run again."""
    path = bench.experiment(GRID)
    sweep(typed, path)
    index = bench.root / "results/trial" / INDEX
    size = index.stat().st_size
    for spoil in (index.unlink, lambda: index.write_bytes(b"nonsense" * 1000), lambda: os.truncate(index, size // 2)):
        spoil()
        assert "4 done already, nothing to run" in sweep(typed, path)[1]
        assert typed("status", "results/trial").out.startswith("trial: 4 runs planned: 4 done")
    assert index.stat().st_size == size


def test_an_index_of_another_shape_is_made_anew(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path)
    index = bench.root / "results/trial" / INDEX
    index.unlink()
    with closing(sqlite3.connect(index)) as other, other:
        other.execute("CREATE TABLE runs (run TEXT PRIMARY KEY, color)")
    assert "4 done already, nothing to run" in sweep(typed, path)[1]
    assert len(Index(bench.root / "results/trial").entries()) == 4


def test_touched_but_the_same(bench: Bench, typed: Typed) -> None:
    """Other times, as after copying: every byte is read again, and the run is still done."""
    path = bench.experiment(GRID)
    sweep(typed, path)
    for file in (bench.root / PLACE).iterdir():
        os.utime(file, ns=(1, 1))
    assert "4 done already, nothing to run" in sweep(typed, path)[1]


def test_a_manifest_of_an_earlier_version_is_run_again(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path)
    manifest = bench.root / PLACE / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "schema_version": 1}))
    _, said = sweep(typed, path)
    assert "3 done already, 1 to run" in said and "corrupt" not in said


def test_a_large_folder_is_looked_at_by_its_manifests(
    bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond a number of runs, folders and manifests alone: a missing file is seen, a shortened one by the analysis."""
    path = bench.experiment(GRID)
    sweep(typed, path)
    monkeypatch.setattr(run_folders, "LOOKED_AT_WHOLE", 3)
    truncated(bench.root / "results/trial/runs/protocol=topsim/1")
    assert "4 done already, nothing to run" in sweep(typed, path)[1]
    missing(bench.root / PLACE)
    assert "3 done already, 1 to run" in sweep(typed, path)[1]


def test_a_sealed_manifest_is_read_back(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment(GRID))
    for manifest in manifests(bench).values():
        again = Manifest.model_validate(manifest.model_dump())
        (bench.root / "manifest.json").write_text(sealed(again))
        assert read_manifest(bench.root) == manifest
