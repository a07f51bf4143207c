"""Which files are read by one task: few tasks, since one costs as much as reading some 40 MB, and even ones."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from spark_analysis.datasource.storage import CaptureFile

LEAST = 16 << 20
"""Bytes below which it does not pay to start another task."""
MOST = 1 << 30
"""Bytes after which a task has done enough: what is lost with a worker is done again."""
TASKS_PER_CORE = 2
_OPENING = 64 << 10
"""Bytes that could have been read while a file is opened."""


def pack(
    files: Sequence[CaptureFile], parallelism: int, partitions: int | None = None, partition_bytes: int | None = None
) -> list[tuple[CaptureFile, ...]]:
    """Groups of alike weight, the heaviest file first to where there is least; no file is split. In each group as

    `files` are. `partitions`: how many groups at most; else as many as `partition_bytes` asks for.
    """
    weights = [file.bytes + _OPENING for file in files]
    count = partitions or _count(sum(weights), parallelism, partition_bytes)
    groups: list[list[int]] = [[] for _ in range(min(count, len(files)))]
    loads = [(0, number) for number in range(len(groups))]
    for index in sorted(range(len(files)), key=lambda index: -weights[index]):
        load, number = heapq.heappop(loads)
        groups[number].append(index)
        heapq.heappush(loads, (load + weights[index], number))
    return [tuple(files[index] for index in sorted(group)) for group in groups]


def _count(total: int, parallelism: int, partition_bytes: int | None) -> int:
    if partition_bytes:
        return -(-total // partition_bytes)
    return max(min(-(-total // LEAST), TASKS_PER_CORE * parallelism), -(-total // MOST))
