"""The verbs, as typed."""

from __future__ import annotations

import pytest
from harness_bench import Bench, Typed

PAIRS = "metric,unit,variant_a,variant_b,n,mean_difference,ci_low,ci_high,p_value\n"


def test_no_argument_is_help(typed: Typed) -> None:
    done = typed()
    assert done.exit_status == 0 and done.err == ""
    verbs = "demo sweep run list status report compare new-protocol build test python"
    for verb in verbs.split():
        assert verb in done.out


@pytest.mark.parametrize("verb", ["demo", "sweep", "run", "list", "status", "report", "compare", "new-protocol"])
def test_every_verb_has_help(typed: Typed, verb: str) -> None:
    done = typed(verb, "--help")
    assert done.exit_status == 0 and verb in done.out and done.err == ""


@pytest.mark.parametrize("spelling", [["run", "standin"], ["--run", "standin"], ["--run=standin"]])
def test_run_hands_over(bench: Bench, spelling: list[str]) -> None:
    done = bench.call(*spelling, "--describe")
    assert done.exit_status == 0 and '"summary"' in done.out


def test_run_passes_arguments_and_exit_status(bench: Bench) -> None:
    done = bench.call("--run", "standin --fault=say --out='an out'", "--nodes=7")
    assert done.exit_status == 3 and done.err == "the radio\ncaught fire\n"
    assert "--nodes=7" in (bench.root / "an out" / "radio-0.pcap").read_text()
    assert "usage" in bench.call("run", "standin", "--help").out, "the program's help, not ours"


def test_list(bench: Bench, typed: Typed) -> None:
    (bench.root / "scenarios" / "radio").mkdir(parents=True)
    bench.experiment("", "scenarios/radio/trial.toml")
    bench.experiment("nodes = ", "scenarios/radio/broken.toml")
    done = typed("list")
    assert done.exit_status == 0
    for word in (
        "standin",
        "Stands in for a scenario.",
        "topsim",
        "scenarios/radio/trial.toml",
        "Does it hold?",
        "broken",
    ):
        assert word in done.out


def test_demo_is_a_sweep_of_the_demo(bench: Bench, typed: Typed) -> None:
    (bench.root / "scenarios" / "radio").mkdir(parents=True)
    bench.experiment('name = "demo"', "scenarios/radio/demo.toml")
    done = typed("demo", "--no-report", "--replications", 1)
    assert done.exit_status == 0 and "1 run done, 0 failed: results/demo" in done.out


def test_compare(bench: Bench, typed: Typed) -> None:
    typed("sweep", bench.experiment("").name, "--no-report")
    folder = bench.root / "results" / "trial"
    done = typed("compare", folder)
    assert done.exit_status == 2 and "no tables/pairs.csv in it yet" in done.err
    (folder / "tables").mkdir()
    (folder / "tables" / "pairs.csv").write_text(PAIRS + "latency_p50_s,s,a,b,10,0.123456,-0.1,0.3,0.04\n")
    done = typed("compare", folder)
    assert done.exit_status == 0 and "latency_p50_s" in done.out and "0.1235" in done.out
    (folder / "tables" / "pairs.csv").write_text("metric,value\nx,1\n")
    assert typed("compare", folder).exit_status == 2
