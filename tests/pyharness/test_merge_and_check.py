"""Two folders of one experiment into one, and every byte held against the manifests."""

from __future__ import annotations

import os
from pathlib import Path

from harness_bench import Bench, Typed, files_of, one_sentence
from test_sweep import GRID, sweep

from schema.manifest import read_experiment

WHOLE = 'replications = 3\n[vary]\nprotocol = ["sp-nhop", "topsim"]\nnodes = [5, 9]\n'


def runs_in(folder: Path) -> dict[str, bytes]:
    return files_of(folder / "runs", "*.pcap")


def test_halves_become_a_whole(bench: Bench, typed: Typed) -> None:
    """Some variants here, more replications of others there: the sum is the sweep of all, and a sweep finds it done."""
    path = bench.experiment(WHOLE)
    sweep(typed, path, "--results", "all")
    sweep(typed, path, "--results", "here", "--set", "nodes=5")
    sweep(typed, path, "--results", "there", "--replications", 2, "--set", "protocol=topsim")
    done = typed("merge", "there", "here")
    assert done.exit_status == 0 and done.out == "2 runs taken, 2 there already: here\n"
    merged = read_experiment(bench.root / "here")
    assert merged.replications == 3 and len(merged.variants) == 3 and merged.varying["nodes"] == (5, 9)
    assert "9 runs planned: 8 done, 0 failed, 1 missing" in typed("status", "here").out
    _, said = sweep(typed, path, "--results", "here")
    assert "12 runs, 8 done already, 4 to run" in said
    assert runs_in(bench.root / "here") == runs_in(bench.root / "all")


def test_what_a_stopping_rule_decided_stays_decided(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(WHOLE)
    for folder, replications, fewer in (("here", 3, {"protocol=topsim,nodes=5": 2}), ("there", 2, {})):
        sweep(typed, path, "--results", folder, "--replications", replications)
        ruled = read_experiment(bench.root / folder).model_copy(update={"stop": "some rule", "fewer": fewer})
        (bench.root / folder / "experiment.json").write_text(ruled.model_dump_json())
    typed("merge", "there", "here")
    merged = read_experiment(bench.root / "here")
    assert merged.replications == 3 and merged.fewer == {"protocol=topsim,nodes=5": 2} and merged.stop == "some rule"
    assert "11 runs planned: 11 done" in typed("status", "here").out


def test_into_a_new_folder(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path, "--results", "from")
    before = files_of(bench.root / "from", "*")
    assert typed("merge", "from", "into").out == "4 runs taken, 0 there already: into\n"
    assert "4 done already, nothing to run" in sweep(typed, path, "--results", "into")[1]
    assert files_of(bench.root / "from", "*") == before
    assert list((bench.root / "into" / "provenance").iterdir()), "where they come from comes along"


def test_only_what_is_done_is_taken(bench: Bench, typed: Typed) -> None:
    path = bench.experiment('[parameters]\nfault = "say"\nfaulty_run = 2\n' + GRID)
    sweep(typed, path, "--results", "from")
    (bench.root / "from/runs/protocol=topsim/1/radio-0.pcap").write_bytes(b"")
    assert typed("merge", "from", "into").out == "1 run taken, 0 there already, 3 not done there: into\n"


def test_what_does_not_belong_together(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path, "--results", "one")
    sweep(typed, path, "--results", "two", "--set", "seconds=0.01")
    before = files_of(bench.root / "one", "*")
    done = typed("merge", "two", "one")
    assert done.exit_status == 2 and "its seconds is 0.01, expected 0.0 as in one" in one_sentence(done.err)
    other = bench.experiment('name = "other"\n' + GRID, "other.toml")
    sweep(typed, other, "--results", "three")
    done = typed("merge", "three", "one")
    assert done.exit_status == 2 and "its name is 'other', expected 'trial'" in one_sentence(done.err)
    sweep(typed, path, "--results", "four", "--set", "speed=[1, 2]")
    done = typed("merge", "four", "one")
    assert done.exit_status == 2 and "its varying is ['protocol', 'speed']" in one_sentence(done.err)
    assert typed("merge", "one", "one").exit_status == 2
    assert typed("merge", "nowhere", "one").exit_status == 2
    assert files_of(bench.root / "one", "*") == before


def test_of_other_fixed_parameters(bench: Bench, typed: Typed) -> None:
    """Though they have no run in common: two variants must not differ in what does not vary."""
    path = bench.experiment(GRID)
    sweep(typed, path, "--results", "one", "--set", "protocol=topsim")
    sweep(typed, path, "--results", "two", "--set", "protocol=sp-nhop", "--set", "nodes=9")
    done = typed("merge", "two", "one")
    assert done.exit_status == 2 and "its nodes is 9, expected 5 as in one" in one_sentence(done.err)
    sweep(typed, path, "--results", "three", "--set", "protocol=sp-nhop", "--log", "ShopParent=info")
    assert "another program, ns-3 or log" in typed("merge", "three", "one").err


def test_into_what_is_no_folder(bench: Bench, typed: Typed) -> None:
    sweep(typed, bench.experiment(GRID), "--results", "one")
    assert typed("merge", "one", "one/runs").exit_status == 2 and not (bench.root / "one/runs/.lock").exists()
    (bench.root / "two").mkdir()
    (bench.root / "two/runs").write_text("a file")
    done = typed("merge", "one", "two")
    assert done.exit_status == 1 and "runs" in one_sentence(done.err)


def test_of_another_program(bench: Bench, typed: Typed) -> None:
    path = bench.experiment(GRID)
    sweep(typed, path, "--results", "one", "--replications", 1)
    program = bench.root / "build" / "bin" / "standin"
    program.write_text(program.read_text() + "# another build\n")
    sweep(typed, path, "--results", "two")
    done = typed("merge", "two", "one")
    assert done.exit_status == 2 and "by another program" in one_sentence(done.err)


def test_every_byte_is_read(bench: Bench, typed: Typed) -> None:
    """Also what keeps its size and its times, which no sweep looks into."""
    path = bench.experiment(GRID)
    sweep(typed, path)
    done = typed("check", "results/trial")
    assert done.exit_status == 0 and done.out == "4 of 4 runs are as they were written\n"
    capture = bench.root / "results/trial/runs/protocol=topsim/2/radio-0.pcap"
    times = capture.stat()
    capture.write_bytes(bytes(reversed(capture.read_bytes())))
    os.utime(capture, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert "4 done already, nothing to run" in sweep(typed, path)[1]
    done = typed("check", "results/trial")
    assert done.exit_status == 1 and done.out.splitlines() == [
        "corrupt: protocol=topsim/2: radio-0.pcap has other bytes than were written",
        "3 of 4 runs are as they were written",
    ]
    told = sweep(typed, path)[1]
    assert "1 to run, 1 at a time" in told and "(1 corrupt, set aside)" in told
