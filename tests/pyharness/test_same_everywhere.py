"""A sweep by processes of this machine, by Spark here, and by a cluster that loses a worker: the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from harness_bench import ROOT, files_of
from loopback import needs_root, needs_slurm, slurm_cluster, spark_cluster

EXPERIMENT = """\
name = "everywhere"
question = "Is it the same everywhere?"
program = "manet"
replications = 6
[parameters]
nodes = 30
duration = 40
warmup = 10
[vary]
protocol = ["sp-nhop", "topsim"]
"""
RUNS = 12
pytestmark = pytest.mark.long


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    experiment = folder.with_suffix(".toml")
    experiment.write_text(EXPERIMENT)
    return subprocess.Popen(
        [sys.executable, "-m", "pyharness", "sweep", experiment, "--results", folder, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(sweep: subprocess.Popen[str], folder: Path) -> tuple[dict[str, dict[str, str]], dict[str, bytes]]:
    """The hashes of every run's files, and the tables."""
    said, _ = sweep.communicate(timeout=600)
    assert sweep.returncode == 0, said
    manifests = [json.loads(text) for text in files_of(folder / "runs", "manifest.json").values()]
    assert len(manifests) == RUNS
    hashes = {
        f"{manifest['variant']} {manifest['replication']}": {file["name"]: file["sha256"] for file in manifest["files"]}
        for manifest in manifests
    }
    return hashes, files_of(folder / "tables", "*.csv")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, dict[str, str]], dict[str, bytes]]:
    folder = tmp_path_factory.mktemp("here") / "results"
    return finish(start(folder), folder)


def test_by_spark_in_one_process(here: object, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    assert finish(start(folder, "--master", "local[4]"), folder) == here


def test_by_a_cluster_that_loses_a_worker(here: object, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    with spark_cluster(tmp_path) as cluster:
        sweep = start(folder, "--master", cluster.url, "--jobs", "4")
        wait_for_manifests(folder, RUNS // 4)
        cluster.kill_worker()
        assert len(files_of(folder / "runs", "manifest.json")) < RUNS
        assert finish(sweep, folder) == here


@needs_slurm
@needs_root
def test_by_slurm(here: object, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    with slurm_cluster(tmp_path):
        assert finish(start(folder, "--slurm", "partition=all"), folder) == here


def wait_for_manifests(folder: Path, number: int) -> None:
    deadline = time.monotonic() + 300
    while len(files_of(folder / "runs", "manifest.json")) < number:
        assert time.monotonic() < deadline
        time.sleep(0.1)
