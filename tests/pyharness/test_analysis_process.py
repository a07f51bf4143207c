"""The analysis as a child process: its command lines, its exit status, and its end."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from harness_bench import Bench, one_sentence
from waiting import PATIENCE_S, wait_until

from pyharness.programs import analysis_process
from pyharness.programs.analysis_process import AnalysisFailed, RunMeasurer, metric_names
from schema.errors import UsageError

REPORTING = """
import sys
from pathlib import Path
from pyharness.store.folder_lock import REPORT, FolderLock
verb, folder, *options = sys.argv[1:]
with FolderLock(Path(folder)) as lock:
    held = lock.is_taken(REPORT)
with (Path(folder) / "called").open("a") as file:
    file.write(f"{verb} {' '.join(options)} {held}\\n")
print("a table")
print("Report:", Path(folder) / "report" / "index.html")
"""
SLOW = """
import signal, sys, time
from pathlib import Path
def end(number, frame):
    Path(sys.argv[2], "ended").write_text(str(number))
    sys.exit(128 + number)
for number in (signal.SIGINT, signal.SIGTERM):
    signal.signal(number, end)
Path(sys.argv[2], "begun").touch()
while True:
    time.sleep(0.1)  # a signal between two instructions does not wake a sleep that is about to begin
"""
MEASURING = """
import json, sys
if sys.argv[1] == "metrics":
    print("delivery_ratio\\nhops_mean")
for line in sys.stdin if sys.argv[1] == "measure" else ():
    runs = json.loads(line)
    values = [[variant, k, k / 2] for variant, k in runs if k != 3]
    unusable = [f"{variant}/{k}: damaged" for variant, k in runs if k == 3]
    print(json.dumps({"values": values, "unusable": unusable}), flush=True)
    if len(runs) == 1:
        print("no Spark.", file=sys.stderr)
        sys.exit(2)
"""


@pytest.fixture
def analysis(bench: Bench) -> Callable[[str], Bench]:
    """Puts a program in the place of the analysis."""

    def put(program: str) -> Bench:
        package = bench.root / "spark_analysis"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "__main__.py").write_text(program)
        return bench

    return put


def test_a_sweep_ends_with_the_report(analysis: Callable[[str], Bench]) -> None:
    bench = analysis(REPORTING)
    done = bench.call("sweep", bench.experiment("").name, "--jobs", 3)
    assert done.exit_status == 0, done.err
    assert done.out.splitlines()[-2:] == ["a table", "Report: results/trial/report/index.html"]
    bench.call("report", "results/trial", "--master", "spark://far:7077,b:7077")
    bench.call("report", "results/trial")
    assert (bench.root / "results/trial/called").read_text().splitlines() == [
        "report --master local[3] --if-changed True",
        "report --master spark://far:7077,b:7077 True",
        "report --master local[*] True",
    ]


def test_a_failed_run_shows_in_the_exit_status_all_the_same(analysis: Callable[[str], Bench]) -> None:
    bench = analysis(REPORTING)
    done = bench.call("sweep", bench.experiment("").name, "--set", "fault=say")
    assert done.exit_status == 1 and done.out.splitlines()[-1].startswith("Report: ")


@pytest.mark.parametrize("status", [1, 2])
def test_an_error_of_the_analysis_is_shown_once(analysis: Callable[[str], Bench], status: int) -> None:
    bench = analysis(f"import sys\nprint('no such folder.', file=sys.stderr)\nsys.exit({status})\n")
    done = bench.call("sweep", bench.experiment("").name)
    assert done.exit_status == status and done.err.splitlines()[-1] == "no such folder."
    done = bench.call("report", "results/trial")
    assert done.exit_status == status and one_sentence(done.err) == "no such folder."


def test_no_analysis_installed(bench: Bench) -> None:
    done = bench.call("sweep", bench.experiment("").name)
    assert done.exit_status == 1 and "the analysis is not installed" in done.err.splitlines()[-1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_forwarded(analysis: Callable[[str], Bench], number: signal.Signals) -> None:
    """To the harness alone, as from a batch system; the analysis ends first."""
    bench = analysis(SLOW)
    folder = bench.root / "results/trial"
    bench.call("sweep", bench.experiment("").name, "--no-report")
    harness = bench.start("report", "results/trial")
    wait_until((folder / "begun").exists, "the analysis begins")
    harness.send_signal(number)
    _, err = harness.communicate(timeout=PATIENCE_S)
    assert (harness.returncode, err) == (128 + number, "ended.\n")
    assert (folder / "ended").read_text() == str(int(number))


def test_a_killed_harness_takes_the_analysis_with_it(analysis: Callable[[str], Bench]) -> None:
    bench = analysis(SLOW)
    folder = bench.root / "results/trial"
    bench.call("sweep", bench.experiment("").name, "--no-report")
    harness = bench.start("report", "results/trial")
    wait_until((folder / "begun").exists, "the analysis begins")
    (child,) = psutil.Process(harness.pid).children()
    harness.kill()
    wait_until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE, "the analysis ends")


@pytest.fixture
def measuring(analysis: Callable[[str], Bench], monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = analysis(MEASURING)
    monkeypatch.setattr(analysis_process, "ANALYSIS_ROOT", bench.root)
    metric_names.cache_clear()
    return bench


def test_the_metrics(measuring: Bench) -> None:
    assert metric_names() == ("delivery_ratio", "hops_mean")
    metric_names.cache_clear()


def test_a_measurer_asks_one_process(measuring: Bench, tmp_path: Path) -> None:
    others = set(psutil.Process().children())
    measurer = RunMeasurer(tmp_path, "delivery_ratio", "local[1]")
    assert measurer.measure([("a", 1), ("b", 2)]) == ({("a", 1): 0.5, ("b", 2): 1.0}, [])
    (child,) = set(psutil.Process().children()) - others
    assert measurer.measure([("a", 3), ("b", 2)]) == ({("b", 2): 1.0}, ["a/3: damaged"])
    assert set(psutil.Process().children()) - others == {child}
    measurer.close()
    assert not child.is_running()


def test_a_measurer_whose_analysis_ends(measuring: Bench, tmp_path: Path) -> None:
    measurer = RunMeasurer(tmp_path, "delivery_ratio", "local[1]")
    measurer.measure([("a", 1)])
    with pytest.raises(AnalysisFailed) as failed:
        measurer.measure([("a", 1), ("b", 2)])
    assert failed.value.exit_status == 2
    measurer.close()


def test_no_metrics_without_an_analysis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_process, "ANALYSIS_ROOT", tmp_path)
    metric_names.cache_clear()
    with pytest.raises(UsageError, match="does not name its metrics"):
        metric_names()
