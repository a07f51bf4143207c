"""Runs whose tables are damaged are named and not counted, and the others are."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
from test_metrics import ONE, PARAMETERS, line_of_three
from written_run import write_plan, write_run

from schema.manifest import MANIFEST, OutputFile, read_manifest, sealed
from schema.run_files import NotCounted
from schema.traces import TABLES
from spark_analysis.run.runs import read_plan, read_run


def damage_of(results: Path) -> list[str]:
    """Of each finished run what is wrong with it; empty if nothing is."""
    found = []
    for finished in read_plan(results).finished:
        try:
            read_run(finished)
            found.append("")
        except NotCounted as error:
            found.append(str(error))
    return found


@pytest.fixture
def two_runs(tmp_path: Path) -> Path:
    write_plan(tmp_path, [ONE], 2)
    for replication in (1, 2):
        write_run(tmp_path, ONE, replication, *line_of_three(), PARAMETERS)
    return tmp_path


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("damage", ["cut", "gone", "foreign", "another"])
def test_a_run_with_a_damaged_table_is_named_and_the_other_kept(two_runs: Path, table: str, damage: str) -> None:
    run = two_runs / "runs" / ONE / "2"
    file = run / f"{table}.trace"
    if damage == "gone":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:-1])
    elif damage == "foreign":
        file.write_bytes(b"not a table at all, whatever its name says")
    else:
        file.write_bytes((run / f"{'nodes' if table != 'nodes' else 'drops'}.trace").read_bytes())
    first, second = damage_of(two_runs)
    assert first == ""
    assert second.startswith(f"{table}.trace")
    assert str(two_runs) not in second


def test_no_flipped_byte_of_a_table_ends_the_analysis(two_runs: Path) -> None:
    draw = random.Random(3)
    file = two_runs / "runs" / ONE / "2" / "subscriptions.trace"
    whole = file.read_bytes()
    for at in range(len(whole)):
        data = bytearray(whole)
        data[at] ^= 1 << draw.randrange(8)
        file.write_bytes(data)
        assert len(damage_of(two_runs)) == 2


def test_a_table_that_changed_since_it_was_written_is_not_counted(two_runs: Path) -> None:
    run = two_runs / "runs" / ONE / "2"
    file = run / "deliveries.trace"
    manifest = read_manifest(run)
    assert manifest is not None
    whole = file.read_bytes()
    listed = OutputFile(name=file.name, bytes=len(whole), sha256=hashlib.sha256(whole).hexdigest())
    (run / MANIFEST).write_text(sealed(manifest.model_copy(update={"files": (listed,)})))
    assert damage_of(two_runs) == ["", ""]
    middle = whole.index(b"]]}") + 8  # in the rows, behind the header: still a table, with another time in it
    file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
    assert damage_of(two_runs) == ["", "deliveries.trace has other bytes than were written"]
