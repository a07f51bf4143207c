"""The verbs, as typed."""

from __future__ import annotations

import shutil

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
    (bench.root / "scenarios").mkdir()
    bench.experiment("", "scenarios/trial.toml")
    bench.experiment("nodes = ", "scenarios/broken.toml")
    done = typed("list")
    assert done.exit_status == 0
    for word in ("standin", "Stands in for a scenario.", "topsim", "scenarios/trial.toml", "Does it hold?", "broken"):
        assert word in done.out


def test_demo_is_a_sweep_of_the_demo(bench: Bench, typed: Typed) -> None:
    (bench.root / "scenarios").mkdir()
    bench.experiment('name = "demo"', "scenarios/demo.toml")
    done = typed("demo", "--no-report", "--replications", 1)
    assert done.exit_status == 0 and "1 run done, 0 failed: results/demo" in done.out


ANALYSIS = """
from types import SimpleNamespace
def analyse(folder, master='local[*]'):
    (folder / 'master').write_text(master)
    (folder / 'tables').mkdir(exist_ok=True)
    (folder / 'tables' / 'runs.csv').touch()
    left_out = tuple((folder / 'left_out').read_text().splitlines()) if (folder / 'left_out').exists() else ()
    return SimpleNamespace(summary_text='a table', report=folder / 'report' / 'index.html', failed_runs=left_out)
"""


@pytest.fixture
def analysed(bench: Bench) -> Bench:
    """A bench with a stand-in for the analysis, which leaves the master it was given in the results."""
    package = bench.root / "spark_analysis"
    package.mkdir()
    (package / "__init__.py").write_text(ANALYSIS)
    return bench


def test_the_report_comes_last(analysed: Bench) -> None:
    """The hand-over to the analysis, by its fixed signature; a failed run shows in the exit status all the same."""
    bench = analysed
    path = bench.experiment("")
    done = bench.call("sweep", path.name, "--jobs", 3)
    assert done.exit_status == 0
    assert done.out.splitlines()[-2:] == ["a table", "Report: results/trial/report/index.html"]
    assert (bench.root / "results/trial/master").read_text() == "local[3]"
    (bench.root / "results/trial/master").unlink()
    again = bench.call("sweep", path.name, "--jobs", 3)
    assert again.out.splitlines()[-2:] == done.out.splitlines()[-2:], "told as before"
    assert not (bench.root / "results/trial/master").exists(), "but not made again of the same runs"
    shutil.rmtree(bench.root / "results/trial/tables")
    bench.call("sweep", path.name, "--jobs", 3)
    assert (bench.root / "results/trial/master").exists()
    done = bench.call("report", "results/trial", "--master", "spark://far:7077,b:7077")
    assert done.exit_status == 0 and (bench.root / "results/trial/master").read_text() == "spark://far:7077,b:7077"
    done = bench.call("sweep", path.name, "--set", "fault=say")
    assert done.exit_status == 1 and done.out.splitlines()[-1].startswith("Report: ")


def test_editing_similarity_makes_the_report_anew(analysed: Bench) -> None:
    """A metric is computed by it: an unchanged sweep would keep numbers of the code before the edit."""
    path = analysed.experiment("")
    analysed.call("sweep", path.name)
    master = analysed.root / "results/trial/master"
    master.unlink()
    analysed.call("sweep", path.name)
    assert not master.exists()
    (similarity,) = analysed.root.rglob("similarity.py")
    similarity.write_text(similarity.read_text() + "# edited\n")
    analysed.call("sweep", path.name)
    assert master.exists()


def test_a_report_that_left_a_run_out_is_made_anew(analysed: Bench) -> None:
    """The run may be whole by now, as it is once `check` has found it and the next sweep has run it again."""
    path = analysed.experiment("")
    (analysed.root / "results/trial").mkdir(parents=True)
    (analysed.root / "results/trial/left_out").write_text("only/1: damaged")
    analysed.call("sweep", path.name)
    master = analysed.root / "results/trial/master"
    for there in (True, False):
        master.unlink()
        (analysed.root / "results/trial/left_out").write_text("")
        analysed.call("sweep", path.name)
        assert master.exists() == there


def test_no_analysis_installed(bench: Bench) -> None:
    done = bench.call("sweep", bench.experiment("").name)
    assert done.exit_status == 1 and "the analysis is not installed" in done.err.splitlines()[-1]


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
