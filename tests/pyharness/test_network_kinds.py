"""A program's kind of network: in the plan, in every manifest, and in what a run has to write."""

from __future__ import annotations

import pytest
from harness_bench import Bench, Typed, empty_table, one_sentence

from schema.manifest import read_experiment, read_manifest
from schema.traces import tables_of

WIRED_ALONE = set(tables_of("wired")) - set(tables_of("radio"))


def kinds(bench: Bench) -> tuple[str, str]:
    """The kind in the plan, and in the first run's manifest."""
    folder = bench.root / "results" / "trial"
    manifest = read_manifest(folder / "runs" / "only" / "1")
    assert manifest is not None
    return read_experiment(folder).network_kind, manifest.network_kind


def test_a_program_without_a_kind_simulates_radio(bench: Bench, typed: Typed) -> None:
    assert typed("sweep", bench.experiment("").name, "--no-report").exit_status == 0
    assert kinds(bench) == ("radio", "radio")


def test_the_kind_decides_which_tables_a_run_has(bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDIN_KIND", "wired")
    path = bench.experiment("").name
    done = typed("sweep", path, "--no-report")
    assert done.exit_status == 1 and "columns of table 'nodes' are not those" in done.out
    empty = bench.root / "build" / "empty"
    for table in tables_of("wired"):
        (empty / f"{table}.trace").write_bytes(empty_table(table, "wired"))
    for table in WIRED_ALONE - {"links"}:
        (empty / f"{table}.trace").unlink()  # programs that have none of it write no such table
    links = empty / "links.trace"
    content = links.read_bytes()
    links.unlink()
    done = typed("sweep", path, "--no-report")
    assert done.exit_status == 1 and f"ended with exit status 0 but without {links.name}" in done.out
    links.write_bytes(content)
    assert typed("sweep", path, "--no-report").exit_status == 0
    assert kinds(bench) == ("wired", "wired")


def test_an_unknown_kind_is_refused(bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDIN_KIND", "pigeons")
    done = typed("sweep", bench.experiment("").name, "--no-report")
    assert done.exit_status == 2 and "network kind 'pigeons': expected one of radio, wired" in one_sentence(done.err)


def test_display_names_and_bounds_of_choices_are_in_the_plan(bench: Bench, typed: Typed) -> None:
    assert typed("sweep", bench.experiment("").name, "--no-report").exit_status == 0
    plan = read_experiment(bench.root / "results" / "trial")
    assert plan.labels == {"protocol": {"topsim": "TopSim"}}
    assert plan.bounds == {"protocol": ("sp-nhop",)}
