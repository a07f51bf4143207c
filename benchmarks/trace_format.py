"""Why traces have a format of their own: `./waf python -m benchmarks.trace_format results/demo/runs/protocol=topsim/1`.

The same rows in the format of schema.traces, CSV, gzipped CSV and Parquet: bytes per row, and the time to read into
numpy columns as a multiple of ours. C++ writes ours and CSV without a library; Parquet would need one in the module.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from benchmarks import command_line
from schema.errors import UsageError
from schema.traces import TABLES, read_trace


def best_of(read: Callable[[], object], rounds: int = 7) -> float:
    """Least seconds of several rounds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        read()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(run: Path) -> pd.DataFrame:
    """Per format `bytes_per_row` and `read_time`, the latter over ours, for all tables of one run together."""
    ours = {table: run / f"{table}.trace" for table in TABLES}
    frames = {t: pd.DataFrame({name: read_trace(p).column(name) for name, _ in TABLES[t]}) for t, p in ours.items()}
    rows = sum(len(frame) for frame in frames.values())
    csv = {t: frame.to_csv(index=False).encode() for t, frame in frames.items()}
    gzipped = {t: _written(frame, "gzip") for t, frame in frames.items()}
    parquet = {t: frame.to_parquet(index=False) for t, frame in frames.items()}
    readers: dict[str, tuple[int, Callable[[], object]]] = {
        "ours": (sum(p.stat().st_size for p in ours.values()), lambda: [read_trace(p) for p in ours.values()]),
        "csv": (_size(csv), lambda: [pd.read_csv(io.BytesIO(data)) for data in csv.values()]),
        "csv.gz": (_size(gzipped), lambda: [pd.read_csv(io.BytesIO(d), compression="gzip") for d in gzipped.values()]),
        "parquet": (_size(parquet), lambda: [pd.read_parquet(io.BytesIO(data)) for data in parquet.values()]),
    }
    base = best_of(readers["ours"][1])
    table = [(name, size / rows, best_of(read) / base) for name, (size, read) in readers.items()]
    return pd.DataFrame(table, columns=["format", "bytes_per_row", "read_time"])


def _written(frame: pd.DataFrame, compression: str) -> bytes:
    buffer = io.BytesIO()
    frame.to_csv(buffer, index=False, compression=compression)
    return buffer.getvalue()


def _size(files: dict[str, bytes]) -> int:
    return sum(len(data) for data in files.values())


def main(run: Annotated[Path, typer.Argument(metavar="RUN", exists=True, file_okay=False)]) -> None:
    """Print the table of one run's folder."""
    for name in TABLES:
        if not (run / f"{name}.trace").exists():
            raise UsageError(f"{run}: no {name}.trace in it, expected the folder of a finished run")
    print(measure(run).round(1).to_string(index=False))


if __name__ == "__main__":
    command_line.run(main)
