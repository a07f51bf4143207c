"""Captures broken in every way: no crash, no hang, bounded memory, every byte accounted for."""

from __future__ import annotations

import gzip
import io
import os
import re
import resource
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest
from made_captures import captures
from mutated_captures import mutations, seeds
from record_accounting import check_accounting

from benchmarks.peers import peers_python
from spark_analysis.capture import read_batches

HERE = Path(__file__).parent
WHOLE = captures()["radiotap"]


def survive(count: int) -> str:
    """Read as many mutated captures: what became of them."""
    check_accounting(WHOLE)  # the first compiles
    start, slowest, kinds = time.perf_counter(), 0.0, dict.fromkeys(("refused", "whole", "cut", "oversized"), 0)
    for data in mutations(count):
        began = time.process_time()
        quality = check_accounting(data)
        slowest = max(slowest, time.process_time() - began)
        if quality is None:
            kinds["refused"] += 1
        else:
            kinds["cut" if quality.truncated else "oversized" if quality.oversized else "whole"] += 1
    assert slowest < 60, "what hangs would take for ever"
    assert min(kinds.values()) > count / 1000
    return f"{kinds}, {time.perf_counter() - start:.0f} s, slowest {slowest:.3f} s"


def test_mutated_captures_are_read_to_an_end_and_accounted_for() -> None:
    survive(1500)


@pytest.mark.long
def test_100_000_mutated_captures_in_bounded_memory() -> None:
    survive(1000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    said = survive(100_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{said}, {grown} kB more at most")
    assert grown < 50_000


def test_compiled_kernels_read_what_they_read_as_python() -> None:
    digests = {}
    for disabled in ("0", "1"):
        command = [sys.executable, HERE / "mutated_captures.py", "250"]
        paths = os.pathsep.join([str(HERE), str(HERE.parents[1])])
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": paths}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        digests[disabled] = done.stdout.splitlines()
    assert len(set(digests["1"])) > 150
    assert digests["0"] == digests["1"]


def test_a_huge_expansion_is_read_in_little_memory() -> None:
    record = struct.pack("<IIII", 1, 2, 1000, 1000) + bytes(1000)
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1, mtime=0) as file:
        file.write(WHOLE[:24])
        for _ in range(100):
            file.write(record * 2000)
    packed.seek(0)
    for _ in read_batches(WHOLE, ["time_ns"]):
        pass
    before, rows = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 0
    for batch in read_batches(packed, ["time_ns"]):
        rows += len(batch.columns["time_ns"])
    assert rows == 200_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # kB, of 200 MB


def fuzz(folder: Path, seconds: int) -> str:
    """Run atheris: what it says at the end. Fails on a crash, a hang of 20 s, or more than 1 GB."""
    corpus = folder / "corpus"
    corpus.mkdir(parents=True)
    for number, data in enumerate(seeds()):
        (corpus / f"{number}.pcap").write_bytes(data[:2048])
        (corpus / f"{number}.pcap.gz").write_bytes(gzip.compress(data[:2048], mtime=0))
    options = [f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=1024", "-max_len=4096", "-seed=1"]
    command = [peers_python(), HERE / "fuzz_captures.py", corpus, *options, "-print_final_stats=1"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(HERE)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stderr


@pytest.mark.long
def test_ten_minutes_under_a_coverage_guided_fuzzer(tmp_path: Path) -> None:
    said = fuzz(tmp_path, int(os.environ.get("FUZZ_SECONDS", "600")))
    executions = re.search(r"stat::number_of_executed_units: *(\d+)", said)
    print(said[-1500:])
    assert executions is not None
    assert int(executions[1]) > 10_000
