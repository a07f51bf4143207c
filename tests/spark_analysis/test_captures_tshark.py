"""Every column of every record against tshark, the number of records against capinfos."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from made_captures import captures
from system_tools import needs
from tshark_columns import compare_with_tshark

from pyharness.programs.checkout import Checkout
from spark_analysis.capture import read_capture

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.pcap"))
MADE = captures()

pytestmark = needs("tshark")


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_the_golden_captures(file: Path) -> None:
    assert compare_with_tshark(file) > 0


@pytest.mark.parametrize("name", MADE)
def test_every_link_type_and_layer(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.pcap"
    file.write_bytes(MADE[name])
    good = compare_with_tshark(file)
    assert good == len(read_capture(file).columns["type"]) or "cut" in name


@pytest.mark.parametrize("options", [["--radio=wifi"], ["--radio=ideal"], ["--radio=wifi", "--capture_bytes=128"]])
def test_captures_of_a_run(options: list[str], tmp_path: Path) -> None:
    size = ["--nodes=12", "--width=500", "--height=500", "--duration=20", "--warmup=5"]
    assert sum(compare_with_tshark(file) for file in run_manet(tmp_path, *size, *options)) > 500


@pytest.mark.long
def test_100_megabytes_of_captures(tmp_path: Path) -> None:
    options = ["--nodes=50", "--width=700", "--height=700", "--duration=15", "--warmup=3", "--protocol=flooding"]
    files = run_manet(tmp_path, *options, "--publishers=5", "--event_rate=20", "--payload_bytes=200")
    assert sum(file.stat().st_size for file in files) > 100_000_000
    print(f"{sum(compare_with_tshark(file) for file in files):,} records")


def run_manet(folder: Path, *options: str) -> list[Path]:
    """The captures of a run."""
    subprocess.run([Checkout.here().programs / "manet", *options, f"--out={folder}"], check=True, capture_output=True)
    return sorted(folder.glob("*.pcap"))


@needs("capinfos")
@pytest.mark.parametrize("cut", [0, 1, 15, 16, 17, 100])
def test_capinfos_counts_as_many_records_also_in_a_file_cut_short(cut: int, tmp_path: Path) -> None:
    data = (Path(__file__).parents[1] / "golden" / "run-topsim.pcap").read_bytes()
    file = tmp_path / "cut.pcap"
    file.write_bytes(data[: len(data) - cut])
    shown = subprocess.run(["capinfos", "-c", "-M", file], capture_output=True, text=True, check=False).stdout
    found = re.search(r"Number of packets: *(\d+)", shown)
    assert found is not None, shown
    assert len(read_capture(file).columns["type"]) == int(found[1])
