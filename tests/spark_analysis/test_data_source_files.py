"""Which files a path means, which task reads which, and what their folders say; without Spark."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyspark.sql.types import DoubleType, LongType

from spark_analysis.datasource.file_packing import LEAST, MOST, TASKS_PER_CORE, pack
from spark_analysis.datasource.folders import folder_columns
from spark_analysis.datasource.storage import S3, CaptureFile, list_captures

SIZES = st.lists(st.integers(0, 1 << 31), min_size=1, max_size=60)


def captures(sizes: list[int]) -> list[CaptureFile]:
    return [CaptureFile(f"/{number:03}.pcap", size) for number, size in enumerate(sizes)]


@given(SIZES, st.integers(1, 16), st.none() | st.integers(1, 40))
def test_every_file_is_in_one_group_and_the_groups_are_even(sizes: list[int], cores: int, asked: int | None) -> None:
    files = captures(sizes)
    groups = pack(files, cores, asked)
    assert sorted(file.path for group in groups for file in group) == [file.path for file in files]
    assert all(group and list(group) == sorted(group, key=lambda file: file.path) for group in groups)
    loads = [sum(file.bytes + (64 << 10) for file in group) for group in groups]
    assert max(loads) - min(loads) <= max(sizes) + (64 << 10)


def test_few_tasks_unless_there_is_much_to_read() -> None:
    assert len(pack(captures([1000] * 200), 4)) == 1
    assert len(pack(captures([LEAST] * 50), 4)) == 4 * TASKS_PER_CORE
    assert len(pack(captures([MOST // 8] * 100), 2)) == 13
    assert len(pack(captures([LEAST] * 50), 4, partition_bytes=10 * LEAST)) in (5, 6)
    assert len(pack(captures([LEAST] * 3), 4, partitions=50)) == 3
    assert pack([], 4) == []


def test_a_path_is_a_file_a_folder_or_a_glob(tmp_path: Path) -> None:
    for name in ("a/1.pcap", "a/2.pcap.gz", "a/b/3.pcap", "a/notes.txt", "a/_x/4.pcap", "a/.5.pcap", "[6].pcap"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).touch()

    def found(*paths: str) -> list[str]:
        listed = list_captures([f"{tmp_path}/{path}" for path in paths], ["*.pcap", "*.pcap.gz"], S3())
        return [file.path.removeprefix(f"{tmp_path}/") for file in listed]

    assert found("a") == ["a/1.pcap", "a/2.pcap.gz", "a/b/3.pcap"]
    assert found("a/notes.txt", "a/1.pcap") == ["a/1.pcap", "a/notes.txt"]
    assert found("a/*.pcap") == ["a/.5.pcap", "a/1.pcap"]
    assert found("a/?.pcap", "a/1.pcap") == ["a/1.pcap"]
    assert found("*/b") == ["a/b/3.pcap"]
    assert found("**/[13].pcap") == ["a/1.pcap", "a/b/3.pcap"]
    assert found("[6].pcap") == ["[6].pcap"]
    with pytest.raises(FileNotFoundError, match="a/x"):
        found("a", "a/x")


def test_folders_values_are_numbers_where_all_are() -> None:
    files = [
        CaptureFile(f"/r/{folder}/1/radio-0.pcap", 0)
        for folder in ("speed=5,loss=0.5", "speed=10,loss=1", "type=x,speed=7")
    ]
    columns = folder_columns(files, {"type"})
    assert {name: kind for name, (kind, _) in columns.items()} == {"speed": LongType(), "loss": DoubleType()}
    assert [columns["loss"][1][file.path] for file in files] == [0.5, 1.0, None]
