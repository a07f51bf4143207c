"""The analysis and the data source by a cluster that loses a worker half-way: the same tables as by this process."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pyspark
import pytest
from harness_bench import ROOT, files_of
from loopback import SparkCluster, spark_cluster
from test_same_everywhere import EXPERIMENT, RUNS

CAPTURES = 60
SUBMIT = Path(pyspark.__file__).parent / "bin" / "spark-submit"
pytestmark = pytest.mark.long


def start(command: list[str | Path], **environment: str) -> subprocess.Popen[str]:
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    return subprocess.Popen(
        command, env={**inherited, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def finish(process: subprocess.Popen[str], status: int = 0) -> str:
    said, _ = process.communicate(timeout=600)
    assert process.returncode == status, said
    return said


def pyharness(*arguments: str | Path) -> subprocess.Popen[str]:
    return start([sys.executable, "-m", "pyharness", *arguments], PYTHONPATH=str(ROOT))


def wait(until: Callable[[], object]) -> None:
    deadline = time.monotonic() + 300
    while not until():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def python_workers(cluster: SparkCluster) -> Iterator[psutil.Process]:
    for worker in cluster.workers:
        with suppress(psutil.NoSuchProcess):
            for process in psutil.Process(worker.pid).children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    if process.name().startswith("python"):
                        yield process


def reads_late(process: psutil.Process) -> bool:
    """Whether it has one of the later captures open."""
    with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
        numbers = (re.search(r"radio-(\d+)\.pcap\.gz$", file.path) for file in process.open_files())
        return any(int(number[1]) >= CAPTURES // 3 for number in numbers if number)
    return False


def test_an_analysis_whose_cluster_loses_a_worker(tmp_path: Path) -> None:
    (tmp_path / "cluster.toml").write_text(EXPERIMENT)
    here, there = tmp_path / "here", tmp_path / "there"
    finish(pyharness("sweep", tmp_path / "cluster.toml", "--results", here, "--no-report"))
    shutil.copytree(here, there)
    finish(pyharness("report", here, "--master", "local[2]"))
    with spark_cluster(tmp_path) as cluster:
        report = pyharness("report", there, "--master", cluster.url)
        wait(lambda: len(files_of(there / "parsed", "packets.parquet")) >= RUNS // 4)
        cluster.kill_worker()
        assert len(files_of(there / "parsed", "packets.parquet")) < RUNS
        assert not (there / "tables").exists()
        finish(report)
    assert files_of(there / "tables", "*.csv") == files_of(here / "tables", "*.csv")
    assert files_of(there / "tables", "*.parquet") == files_of(here / "tables", "*.parquet")


@pytest.fixture(scope="module")
def captures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2 GB of a golden's records over and over, compressed so that each takes a while; one is cut short."""
    folder = tmp_path_factory.mktemp("captures")
    golden = (ROOT / "tests" / "golden" / "run-topsim.pcap").read_bytes()
    block = gzip.compress(golden[24:] * 1000)
    content = gzip.compress(golden[:24]) + block * 2
    for number in range(CAPTURES):
        (folder / f"radio-{number:03}.pcap.gz").write_bytes(content[: len(content) - 100 * (number == 7)])
    return folder


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("archive") / "analysis.zip"
    finish(start([sys.executable, "-m", "spark_analysis.cluster.package", out], PYTHONPATH=str(ROOT)))
    return out


def submit(master: str, archive: Path, *arguments: str | Path) -> subprocess.Popen[str]:
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "600m",
        "spark.pyspark.python": sys.executable,
    }
    options = [option for key, value in settings.items() for option in ("--conf", f"{key}={value}")]
    program = ROOT / "spark_analysis" / "cluster" / "submit.py"
    return start(
        [SUBMIT, "--master", master, *options, "--py-files", archive, program, *arguments], SPARK_LOCAL_IP="127.0.0.1"
    )


def test_a_program_submitted_to_a_cluster_that_loses_a_worker(tmp_path: Path, captures: Path, archive: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    finish(submit("local[2]", archive, "captures", here, captures))
    with spark_cluster(tmp_path) as cluster:
        options = ["--option", f"numPartitions={CAPTURES}"]
        submitted = submit(cluster.url, archive, "captures", there, captures, *options)
        late: list[psutil.Process] = []
        wait(lambda: late.extend(filter(reads_late, python_workers(cluster))) or late)
        executor = next(parent for parent in late[0].parents() if parent.name().startswith("java"))
        late[0].kill()
        executor.kill()
        cluster.kill_worker()
        assert not (there / "counts").exists() or not (there / "counts" / "_SUCCESS").exists()
        finish(submitted)
        assert "no capture there" in finish(submit(cluster.url, archive, "captures", there, "/no/such/place"), 2)
    for table in ("counts.csv", "quality.csv"):
        (one,), (other,) = (files_of(folder / table, "*.csv").values() for folder in (here, there))
        assert one == other
    assert other.count(b"\n") == 1 + CAPTURES
    assert b"radio-007.pcap" in other
