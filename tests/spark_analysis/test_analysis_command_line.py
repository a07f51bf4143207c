"""`python -m spark_analysis`: what pyharness starts, and what it reads from it."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from pyspark.sql import SparkSession
from written_run import write_plan, write_run

from schema.manifest import MANIFEST, read_manifest, sealed
from spark_analysis.commands.command_line import main
from spark_analysis.experiment import analysis, report_record
from spark_analysis.metrics.catalogue import METRIC_NAMES
from spark_analysis.run.measurement import measure_run

PARAMETERS = {"range": 100.0, "warmup": 0.0, "duration": 10.0}
VARIANT = "protocol=a"


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two replications of a variant: one event each, which both nodes but the publisher want; the first lacks one."""
    folder = tmp_path / "trial"
    folder.mkdir()
    write_plan(folder, [VARIANT], 2)
    for replication in (1, 2):
        tables = {
            "nodes": [(node, str(node), "00:00:00:00:00:00", "10.0.0.1") for node in range(3)],
            "positions": [(0, node, 10.0 * node, 0.0) for node in range(3)],
            "publications": [(10**9, 0, 1, "a.b", "", 0)],
            "due": [(0, 1, 1, 1), (0, 1, 2, 1)],
            "deliveries": [(2 * 10**9, node, 0, 1, 1, 1, 10**9) for node in range(1, 1 + replication)],
        }
        write_run(folder, VARIANT, replication, tables, {}, PARAMETERS)
    return folder


@pytest.fixture
def spark_starts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Measures without Spark; the list has the master of each Spark that would have been started."""
    started: list[str] = []
    held: list[str] = []

    @contextlib.contextmanager
    def session(master: str) -> object:
        if not held:
            started.append(master)
        held.append(master)
        yield None
        held.pop()

    def measure_here(_spark: object, folder: Path, some: list[analysis.Finished]) -> dict[tuple[str, int], object]:
        return {(run.variant, run.replication): measure_run(folder, run) for run in some}

    monkeypatch.setattr(analysis, "spark_session", session)
    monkeypatch.setattr("spark_analysis.run.session.spark_session", session)
    monkeypatch.setattr(analysis, "measure_runs", measure_here)
    return started


def test_metrics_are_named_without_spark_or_pandas(checkout: Path) -> None:
    program = (
        "import sys; from spark_analysis.commands.command_line import main; main(['metrics']); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=True)
    *names, modules = done.stdout.splitlines()
    assert tuple(names) == METRIC_NAMES
    assert not {"pyspark", "pandas", "matplotlib", "scipy", "pyarrow", "nltk"} & set(modules.split())


def test_measure_answers_line_by_line(
    runs: Path, spark_starts: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [[[VARIANT, 1]], [[VARIANT, 1], [VARIANT, 2], [VARIANT, 3]], [[VARIANT, 2]], []]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(json.dumps(line) + "\n" for line in lines)))
    assert main(["measure", str(runs), "delivery_ratio", "--master", "local[3]"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers == [
        {"values": [[VARIANT, 1, 0.5]], "unusable": []},
        {
            "values": [[VARIANT, 1, 0.5], [VARIANT, 2, 1.0]],
            "unusable": [f"{VARIANT}/3: not run, or not finished"],
        },
        {"values": [[VARIANT, 2, 1.0]], "unusable": []},
        {"values": [], "unusable": []},
    ]
    assert spark_starts == ["local[3]"], "one Spark for all lines"


def test_measure_starts_no_spark_for_what_was_measured_before(
    runs: Path, spark_starts: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps([[VARIANT, 1]]) + "\n"))
        assert main(["measure", str(runs), "latency_p50_s"]) == 0
        assert json.loads(capsys.readouterr().out)["values"] == [[VARIANT, 1, 1.0]]
    assert spark_starts == ["local[*]"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["measure", "{runs}", "delivery_ration"], "no metric 'delivery_ration' (did you mean 'delivery_ratio'?)."),
        (["report", "{runs}/none"], "{runs}/none: not an experiment's results, expected an experiment.json in it."),
        (["compare", "{runs}", "{runs}"], "{runs}: no tables/runs.parquet in it, ./waf report makes it."),
        (["report", "{runs}", "--master", "yarn"], "--master: 'yarn' is no Spark"),
        (["repeat"], "No such command 'repeat'"),
        (["measure", "{runs}", "events"], "standard input: 'nonsense' is not a list of [variant, replication]."),
    ],
)
def test_wrong_usage_is_one_sentence(
    runs: Path,
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("nonsense\n"))
    assert main([word.format(runs=runs) for word in arguments]) == 2
    said = capsys.readouterr()
    assert not said.out and len(said.err.splitlines()) == 1 and said.err.startswith(sentence.format(runs=runs))


def test_no_spark_that_answers_is_one_sentence(
    runs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where none runs in this process: that of other tests would be taken."""
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    assert main(["report", str(runs), "--master", "spark://127.0.0.1:9"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("--master spark://127.0.0.1:9: no Spark answers there (")


Analysed = Callable[[], str]


@pytest.fixture
def made(runs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., bool]:
    """Call `report`; whether tables and report were made. `left_out`: runs that a stand-in for the analysis skips."""
    calls: list[str] = []

    def stand_in(folder: Path, master: str, left_out: tuple[str, ...] = ()) -> SimpleNamespace:
        calls.append(master)
        (folder / "tables").mkdir(exist_ok=True)
        (folder / "tables" / "runs.csv").touch()
        return SimpleNamespace(summary_text="a table", report=folder / "report/index.html", failed_runs=left_out)

    def call(*options: str, left_out: tuple[str, ...] = ()) -> bool:
        calls.clear()
        monkeypatch.setattr(analysis, "analyse", lambda folder, master: stand_in(folder, master, left_out))
        assert main(["report", str(runs), *options]) == 0
        assert capsys.readouterr().out.splitlines() == ["a table", f"Report: {runs}/report/index.html"]
        return bool(calls)

    return call


def test_a_report_of_the_same_runs_is_not_made_again(runs: Path, made: Callable[..., bool]) -> None:
    assert made("--if-changed")
    assert not made("--if-changed")
    assert made(), "asked for without the option"
    assert made("--if-changed"), "of which nothing is recorded"
    (runs / "tables" / "runs.csv").unlink()
    assert made("--if-changed")
    assert not made("--if-changed")


def test_an_edit_of_the_analysis_makes_the_report_anew(
    made: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made("--if-changed") and not made("--if-changed")
    monkeypatch.setattr(report_record, "analysis_sources_sha256", lambda root: "edited")
    assert made("--if-changed")


def test_editing_similarity_makes_the_report_anew(
    checkout: Path, made: Callable[..., bool], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A metric is computed by it: an unchanged sweep would keep numbers of the code before the edit."""
    copy = tmp_path / "copy"
    for package in ("schema", "spark_analysis"):
        shutil.copytree(checkout / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    place = Path(report_record.__file__).relative_to(checkout)
    monkeypatch.setattr(report_record, "__file__", str(copy / place))
    assert made("--if-changed") and not made("--if-changed")
    (similarity,) = copy.rglob("topic_similarity.py")
    similarity.write_text(similarity.read_text() + "# edited\n")
    assert made("--if-changed") and not made("--if-changed")


def test_a_report_that_left_a_run_out_is_made_anew(runs: Path, made: Callable[..., bool]) -> None:
    """The run may be whole by now. One that failed by its manifest stays failed until it is run again."""
    assert made("--if-changed", left_out=(f"{VARIANT}/1: damaged",))
    assert made("--if-changed")
    assert not made("--if-changed")
    run = runs / "runs" / VARIANT / "1"
    manifest = read_manifest(run)
    assert manifest is not None
    (run / MANIFEST).write_text(sealed(manifest.model_copy(update={"state": "failed"})))
    assert made("--if-changed", left_out=(f"{VARIANT}/1: ended with exit status 0",))
    assert not made("--if-changed")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_without_a_word(runs: Path, checkout: Path, number: int) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "spark_analysis", "measure", runs, "events"],
        cwd=checkout,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin is not None
    child.stdin.write(b"[]\n")
    child.stdin.flush()
    assert child.stdout is not None and json.loads(child.stdout.readline()) == {"values": [], "unusable": []}
    time.sleep(0.1)  # until it waits for the next line
    child.send_signal(number)
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (128 + number, b"", b"")
