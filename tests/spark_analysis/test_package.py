"""The archive for a cluster's workers: the same bytes each time, and all that they import is in it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from spark_analysis.cluster.package import write_package


def test_it_is_the_same_each_time_and_whole(tmp_path: Path) -> None:
    archives = [tmp_path / "one.zip", tmp_path / "two.zip"]
    counts = [write_package(archive) for archive in archives]
    assert archives[0].read_bytes() == archives[1].read_bytes()
    names = zipfile.ZipFile(archives[0]).namelist()
    assert len(names) == counts[0]
    assert not [name for name in names if "__pycache__" in name]
    program = (
        "import spark_analysis.datasource, spark_analysis.run.workers, spark_analysis.run.packet_store as parsed;"
        "print(parsed.__file__, parsed._reader_sha256(), sep=chr(10))"
    )
    run = [sys.executable, "-c", program]
    said = subprocess.run(run, env={"PYTHONPATH": str(archives[0])}, cwd=tmp_path, capture_output=True, text=True)
    from spark_analysis.run.packet_store import _reader_sha256

    assert said.stdout.splitlines() == [f"{archives[0]}/spark_analysis/run/packet_store.py", _reader_sha256()], (
        said.stderr
    )


@pytest.mark.long
def test_what_one_application_compiled_the_next_need_not(tmp_path: Path) -> None:
    """Spark gives each its own copy of the archive."""
    program = "from spark_analysis.capture import read_capture; import sys; read_capture(sys.argv[1])"
    golden = Path(__file__).parents[1] / "golden" / "event.pcap"
    kept = []
    for application in ("one", "two"):
        (tmp_path / application).mkdir()
        archive = tmp_path / application / "analysis.zip"
        write_package(archive)
        environment = {"PYTHONPATH": str(archive), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        subprocess.run([sys.executable, "-c", program, golden], env=environment, cwd=tmp_path, check=True)
        kept.append({file.name: file.stat().st_mtime_ns for file in (tmp_path / "cache").rglob("*.nbc")})
    assert kept[0]
    assert kept[0] == kept[1]


def test_where_it_cannot_be_written_is_said(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "spark_analysis.cluster.package", tmp_path / "no" / "x.zip"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (2, f"{tmp_path}/no/x.zip: cannot be written: No such file or directory\n")
