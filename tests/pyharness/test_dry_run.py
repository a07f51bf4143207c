"""`sweep --dry-run`: the plan, what is done of it, and what the rest takes; and nothing touched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from harness_bench import Bench, Typed, files_of, one_sentence

from pyharness.experiment.experiment_file import read_experiment_file
from pyharness.experiment.plan import make_plan
from pyharness.scheduling import acceptance
from pyharness.scheduling.capacity import Capacity
from pyharness.scheduling.remaining_cost import remaining_cost
from pyharness.scheduling.run_queue import RunQueue
from pyharness.store.folder_lock import PLAN, open_lock
from schema.manifest import read_manifest, sealed
from schema.text import size

GRID = '[vary]\nprotocol = ["sp-nhop", "topsim"]\nspeed = [1, 2.5]\n'


def test_before_the_first_run(bench: Bench, typed: Typed) -> None:
    done = typed("sweep", bench.experiment(GRID).name, "--dry-run")
    assert done.exit_status == 0 and done.err == ""
    assert done.out.splitlines() == [
        "trial: 8 runs of standin, 4 variants with 2 replications each",
        "Does it hold?",
        "",
        "protocol  speed  done",
        "sp-nhop   1       0/2",
        "sp-nhop   2.5     0/2",
        "topsim    1       0/2",
        "topsim    2.5     0/2",
        "",
        "0 done, 8 to run",
        "no run is done yet to judge time and disk by",
    ]
    assert not (bench.root / "results").exists()


def test_half_way_and_at_the_end(bench: Bench, typed: Typed) -> None:
    path = bench.experiment('[parameters]\nfault = "crash"\nfaulty_run = 2\n' + GRID)
    typed("sweep", path.name, "--no-report", "--set", "speed=1")
    before = files_of(bench.root / "results", "*")
    with open_lock(bench.root / "results" / "trial") as lock, lock.held(PLAN):
        done = typed("sweep", path.name, "--dry-run", "--jobs", 3)
    assert done.exit_status == 0 and "sp-nhop   1       1/2" in done.out and "topsim    2.5     0/2" in done.out
    counts, cost = done.out.splitlines()[-2:]
    assert counts == "2 done, 6 to run, 2 of them failed before"
    assert re.fullmatch(r"about [\d.]+ s, 3 at a time in \d+ MB, and \d+ kB of disk \(judged by 2 runs done\)", cost)
    assert files_of(bench.root / "results", "*") == before
    (bench.root / "mended").touch()
    typed("sweep", path.name, "--no-report")
    done = typed("sweep", path.name, "--dry-run")
    assert done.out.splitlines()[-2:] == ["8 done, 0 to run", "nothing left to run"]


def test_a_run_costs_what_its_variant_did_or_else_what_others_did(bench: Bench, tmp_path: Path, typed: Typed) -> None:
    path = bench.experiment('[vary]\nprotocol = ["sp-nhop", "topsim"]\n')
    typed("sweep", path.name, "--no-report", "--replications", 3)
    folder = bench.root / "results" / "trial"
    seconds = {"sp-nhop": [10, 30, 11], "topsim": [1, 2, 3]}
    for protocol, each in seconds.items():
        for replication, wall in enumerate(each, start=1):
            manifest = folder / "runs" / f"protocol={protocol}" / str(replication) / "manifest.json"
            there = read_manifest(manifest.parent)
            assert there is not None
            manifest.write_text(sealed(there.model_copy(update={"wall_seconds": wall})))
    plan = make_plan(bench.checkout, read_experiment_file(path))
    one = typed("sweep", path.name, "--dry-run", "--replications", 5, "--jobs", 1).out.splitlines()[-1]
    found = re.fullmatch(r"about (\d+) s, 1 at a time in \d+ MB, and [\d.]+ kB of disk \(judged by 6 runs done\)", one)
    assert found and 0.8 * 36 < float(found[1]) < 1.2 * 38
    many = typed("sweep", path.name, "--dry-run", "--replications", 5, "--jobs", 100).out.splitlines()[-1]
    found = re.match(r"about (\d+) s, 4 at a time", many)
    assert found and 0.8 * 15 < float(found[1]) < 1.2 * 17, "no shorter than the longest run"
    other = bench.experiment('name = "other"\n[vary]\nprotocol = ["sp-nhop", "topsim"]\n', "other.toml")
    assert "(judged by 6 runs of other plans)" in typed("sweep", other.name, "--dry-run").out
    program = bench.checkout.programs / "standin"
    program.write_text(program.read_text() + "# another build\n")
    again = typed("sweep", path.name, "--dry-run", "--jobs", 1).out.splitlines()[-1]
    found = re.match(r"about (\d+) s, 1 at a time in .* \(judged by 4 runs of other plans\)", again)
    assert found and 0.7 * 38 < float(found[1]) < 1.3 * 43, "those of an earlier build, 10 + 30 + 1 + 2"
    said = typed("sweep", path.name, "--no-report", "--jobs", 1).err
    assert re.search(r"4 to run, 1 at a time, about \d+ s \(4 of another program or other parameters\)", said)
    for runs in (plan.runs, ()):
        assert remaining_cost(RunQueue(runs, Capacity(1, None))) is None


def test_a_long_plan_is_abridged(bench: Bench, typed: Typed) -> None:
    done = typed("sweep", bench.experiment(f"[vary]\nnodes = {list(range(1, 901))}\n").name, "--dry-run")
    assert "900 variants" in done.out and "… 877 more" in done.out and len(done.out.splitlines()) < 45
    assert re.search(r"^900 +0/2$", done.out, re.MULTILINE) and "10, … 889 more …, 900\n" in done.out


def test_a_mistake_is_found_as_well(bench: Bench, typed: Typed) -> None:
    done = typed("sweep", bench.experiment("[vary]\nnodes = [0]\n").name, "--dry-run")
    assert done.exit_status == 2 and "vary.nodes is 0" in done.err


def test_what_only_the_program_refuses_is_refused_before_it_runs(
    bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the sweep's own sentence and exit status, for whichever variant; and nothing is written."""
    monkeypatch.setenv("STANDIN_CHECK", "1")
    path = bench.experiment('[vary]\nspeed = [1, 2]\nfault = ["none", "usage"]\n')
    dry = typed("sweep", path.name, "--dry-run")
    assert not (bench.root / "results").exists()
    swept = typed("sweep", path.name, "--no-report", "--jobs", 1)
    refused = "standin refuses speed=1,fault=usage: nodes and speed do not go together."
    assert (dry.exit_status, dry.out, one_sentence(dry.err)) == (2, "", refused)
    assert swept.exit_status == 2 and swept.err.splitlines()[-1] == refused
    accepted = typed("sweep", path.name, "--dry-run", "--set", "fault=none")
    assert accepted.exit_status == 0 and "1 done, 3 to run" in accepted.out


def test_a_variant_that_has_run_is_not_asked_about(bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDIN_CHECK", "1")
    path = bench.experiment(GRID)
    typed("sweep", path.name, "--no-report", "--set", "speed=1")
    (bench.root / "executions").touch()
    assert typed("sweep", path.name, "--dry-run").exit_status == 0
    assert sorted((bench.root / "executions").read_text().split("\n")) == ["", " sp-nhop 1", " topsim 1"], "speed 2.5"


def test_a_plan_too_long_to_ask_about(bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDIN_CHECK", "1")
    monkeypatch.setattr(acceptance, "ASK_FOR_S", 0.0)
    done = typed("sweep", bench.experiment(f"[vary]\nnodes = {list(range(1, 901))}\n").name, "--dry-run")
    said = "standin accepts the 0 of 900 variants that it was asked about in 0 s; the others are checked when they run"
    assert done.exit_status == 0 and " ".join(done.out.split()).endswith(said)


def test_another_experiments_folder_is_refused(bench: Bench, typed: Typed) -> None:
    typed("sweep", bench.experiment(GRID).name, "--no-report")
    other = bench.experiment('name = "other"\n' + GRID, "other.toml").name
    dry = typed("sweep", other, "--dry-run", "--results", "results/trial")
    swept = typed("sweep", other, "--no-report", "--results", "results/trial")
    assert dry.exit_status == swept.exit_status == 2 and dry.out == ""
    assert "holds the results of 'trial', expected those of 'other'" in one_sentence(dry.err)
    assert dry.err == swept.err


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (34_400, "34 kB"),
        (999_900, "1.0 MB"),
        (1.25e9, "1.2 GB"),
        (3e16, "30 PB"),
    ],
)
def test_sizes(count: float, said: str) -> None:
    assert size(count) == said
