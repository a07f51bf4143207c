"""A run's captures, parsed once: one Parquet file per run, for the metrics and for anybody else.

    results/<experiment>/parsed/packets/variant=<variant>/replication=<k>/packets.parquet

The folders are what Spark, DuckDB and polars take for partition columns; a variant's name is percent-encoded there. A
file says in its metadata what it was made of, by which reader, and what became of each capture's records; where that is
no longer so, it is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import spark_analysis
from spark_analysis.capture import COLUMNS, CaptureQuality, NotACapture, read_batches
from spark_analysis.capture.kernels.source_digest import source_digest
from spark_analysis.runs import PARSED

PACKETS = (
    *("time_ns", "bytes", "is_tx", "retry", "rate_kbps", "signal_dbm", "source", "frame"),
    *("type", "sender", "is_event", "header_bytes", "publisher", "sequence", "hops"),
)
"""The columns that are kept, behind `node`, whose radio it was: see spark_analysis.capture."""
QUALITY = ("good", "truncated", "oversized", "undecodable", "bytes_skipped")
_SCHEMA = pa.schema(
    [("node", pa.uint32()), *((name, pa.from_numpy_dtype(np.dtype(COLUMNS[name].dtype))) for name in PACKETS)]
)
ROWS_IN_GROUP = 200_000
"""A row is some 60 bytes in memory."""
_MADE_OF, _CAPTURES = b"made_of", b"captures"


def packets_file(experiment: Path, variant: str, replication: int) -> Path:
    """Where the parsed captures of a run are."""
    partition = Path(f"variant={quote(variant, safe='')}", f"replication={replication}")
    return experiment / PARSED / "packets" / partition / "packets.parquet"


def captures_of(run: Path) -> list[tuple[int, Path]]:
    """Node and file of each capture in a run's folder, by node."""
    return sorted((int(file.stem.removeprefix("radio-")), file) for file in run.glob("radio-*.pcap"))


def parse_captures(run: Path, file: Path) -> list[tuple[int, CaptureQuality]]:
    """See to it that `file` holds the packets of the captures in folder `run`; says what became of their records."""
    captures = captures_of(run)
    made_of = _made_of(captures)
    if (known := _kept(file, made_of)) is not None:
        return known
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        qualities = _write(captures, beside, made_of)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return qualities


def _made_of(captures: Sequence[tuple[int, Path]]) -> str:
    """Digest of the reader and of each capture's name, size and time of last change."""
    digest = hashlib.sha256(_reader_sha256().encode())
    for _, file in captures:
        about = file.stat()
        digest.update(f"{file.name} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


@cache
def _reader_sha256() -> str:
    """Digest of what decides how bytes become columns. Its files may be in an archive, where a cluster has them."""
    digest = hashlib.sha256(source_digest("spark_analysis.capture", "schema"))
    digest.update(files(spark_analysis).joinpath("parsed.py").read_bytes())
    return digest.hexdigest()


def _kept(file: Path, made_of: str) -> list[tuple[int, CaptureQuality]] | None:
    """What became of the captures' records, if `file` was made of them; None where it must be made."""
    try:
        metadata = pq.read_metadata(file).metadata or {}
        if metadata.get(_MADE_OF) != made_of.encode():
            return None
        return [(node, CaptureQuality(*counts)) for node, *counts in json.loads(metadata[_CAPTURES])]
    except (OSError, ValueError, KeyError, TypeError):  # gone, cut short, or another's
        return None


def _write(captures: Sequence[tuple[int, Path]], file: Path, made_of: str) -> list[tuple[int, CaptureQuality]]:
    """However large the captures are, no more than a row group is in memory."""
    qualities: list[tuple[int, CaptureQuality]] = []
    with pq.ParquetWriter(file, _SCHEMA, compression="zstd", compression_level=1) as writer:
        for group in _groups(_batches(captures, qualities)):
            writer.write_table(pa.Table.from_batches(group, _SCHEMA), row_group_size=2 * ROWS_IN_GROUP)
        counts = [[node, *(getattr(quality, name) for name in QUALITY)] for node, quality in qualities]
        writer.add_key_value_metadata({_MADE_OF: made_of, _CAPTURES: json.dumps(counts)})
    return qualities


def _batches(
    captures: Sequence[tuple[int, Path]], qualities: list[tuple[int, CaptureQuality]]
) -> Iterator[pa.RecordBatch]:
    """The packets of the captures, piece by piece; to `qualities` is added what became of each capture's records."""
    for node, capture in captures:
        quality = CaptureQuality()
        try:
            for piece in read_batches(capture, PACKETS):
                quality += piece.quality
                yield _batch(node, piece.columns)
        except NotACapture:
            quality = CaptureQuality(bytes_skipped=capture.stat().st_size)
        qualities.append((node, quality))


def _groups(batches: Iterable[pa.RecordBatch]) -> Iterator[list[pa.RecordBatch]]:
    """As many as a row group should have, but for the last."""
    group: list[pa.RecordBatch] = []
    for batch in batches:
        group.append(batch)
        if sum(map(len, group)) >= ROWS_IN_GROUP:
            yield group
            group = []
    if group:
        yield group


def _batch(node: int, columns: dict[str, np.ndarray]) -> pa.RecordBatch:
    count = len(columns[PACKETS[0]])
    arrays = [pa.array(np.full(count, node, np.uint32)), *(pa.array(columns[name]) for name in PACKETS)]
    return pa.RecordBatch.from_arrays(arrays, schema=_SCHEMA)
