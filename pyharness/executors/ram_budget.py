"""The memory that runs may take: the machine's, or that of the control group that this process is in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from schema.errors import UsageError

RESERVE = 0.1
"""Share of the free memory that is left to the harness, to other programs, and to estimates that were too low."""
POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
PROC, GROUPS = Path("/proc"), Path("/sys/fs/cgroup")


def parse_size(text: str) -> int:
    """Return the bytes of `8G`, `500M` or `1.5 GB` (powers of 1,000). Raises UsageError on anything else."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)b?", text.strip().lower())
    if found is None or not float(found[1]):
        raise UsageError(f"--memory is {text!r}, expected a size such as 8G or 500M")
    return int(float(found[1]) * 1000 ** int(POWERS[found[2]]))


def free_for_runs(proc: Path = PROC, groups: Path = GROUPS) -> int | None:
    """Return the bytes that are free without swapping, less a reserve; None where the system gives no number."""
    found = re.search(r"^MemAvailable:\s+(\d+) kB", _text(proc / "meminfo"), re.MULTILINE)
    free = [int(found[1]) * 1024] if found else []
    free += [limit - used for limit, used in _limits(proc, groups)]
    return round((1 - RESERVE) * max(0, min(free))) if free else None


def _limits(proc: Path, groups: Path) -> Iterator[tuple[int, int]]:
    """Yield limit and use, in bytes, of each control group around this process, of version 2 and of version 1."""
    for line in _text(proc / "self" / "cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            base, names = groups, ("memory.max", "memory.current")
        elif "memory" in controllers.split(","):
            base, names = groups / "memory", ("memory.limit_in_bytes", "memory.usage_in_bytes")
        else:
            continue
        own = Path(path.lstrip("/"))
        for folder in (own, *own.parents):
            limit, used = (_text(base / folder / name).strip() for name in names)
            if limit.isdigit() and used.isdigit():
                yield int(limit), int(used) - _reclaimable(base / folder)


def _reclaimable(group: Path) -> int:
    """Return the bytes of cached files, which the kernel gives up when a program asks for memory."""
    found = re.findall(r"^(?:total_)?inactive_file (\d+)", _text(group / "memory.stat"), re.MULTILINE)
    return max(map(int, found), default=0)


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
