"""A run's captures, parsed once: one Parquet file per run, for the metrics and for other programs.

    results/<experiment>/parsed/packets/variant=<variant>/replication=<k>/packets.parquet

Spark, DuckDB and polars read the folders as partition columns; a variant's name is percent-encoded there. The metadata
of a file has a digest of its captures and of the reader, and each capture's numbers of good and bad records. Where the
digest differs, the file is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from schema.kinds import RADIO, NetworkKind
from spark_analysis.capture import COLUMNS, CaptureQuality, NotACapture, read_batches
from spark_analysis.capture.kernels.source_digest import source_digest
from spark_analysis.capture.run_captures import RunCapture, run_captures
from spark_analysis.run.network_tables import tables_of_kind
from spark_analysis.run.runs import PARSED

QUALITY = ("good", "truncated", "oversized", "undecodable", "bytes_skipped")
ROWS_IN_GROUP = 200_000
"""A row is some 60 bytes in memory."""
_MADE_OF, _CAPTURES = b"made_of", b"captures"


def packets_file(experiment: Path, variant: str, replication: int) -> Path:
    """Where the parsed captures of a run are."""
    partition = Path(f"variant={quote(variant, safe='')}", f"replication={replication}")
    return experiment / PARSED / "packets" / partition / "packets.parquet"


class ParsedCapture(NamedTuple):
    """The numbers of good and bad records of a capture."""

    node: int
    link_to: int | None
    quality: CaptureQuality


def packet_schema(kind: NetworkKind) -> pa.Schema:
    """Return the columns of a run's packets: the place of the capture, then those of spark_analysis.capture."""
    place = ["node", "link_to"] if any("{link_to}" in role.form for role in kind.captures) else ["node"]
    columns = ((name, np.dtype(COLUMNS[name].dtype)) for name in tables_of_kind(kind.name).packets)
    typed = (
        (name, pa.binary(dtype.itemsize) if dtype.kind == "V" else pa.from_numpy_dtype(dtype))
        for name, dtype in columns
    )
    return pa.schema([*((name, pa.uint32()) for name in place), *typed])


def parse_captures(run: Path, file: Path, kind: NetworkKind = RADIO) -> list[ParsedCapture]:
    """Write the packets of the captures in folder `run` to `file`, unless it holds them already.

    Returns the numbers of good and bad records of each capture.
    """
    captures = run_captures(run, kind)
    made_of = _made_of(captures)
    if (kept := _kept(file, made_of)) is not None:
        return kept
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        qualities = _write(captures, beside, made_of, packet_schema(kind))
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    return qualities


def _made_of(captures: Sequence[RunCapture]) -> str:
    """Digest of the reader and of each capture's name, size and time of last change."""
    digest = hashlib.sha256(_reader_sha256().encode())
    for capture in captures:
        about = capture.file.stat()
        digest.update(f"{capture.file.name} {about.st_size} {about.st_mtime_ns}\n".encode())
    return digest.hexdigest()


@cache
def _reader_sha256() -> str:
    """Digest of what decides how bytes become columns. Its files may be in an archive, where a cluster has them."""
    return source_digest("spark_analysis.capture", "spark_analysis.run", "schema").hex()


def _kept(file: Path, made_of: str) -> list[ParsedCapture] | None:
    """The captures' numbers of records, if `file` was made of them; None where it must be made."""
    try:
        metadata = pq.read_metadata(file).metadata or {}
        if metadata.get(_MADE_OF) != made_of.encode():
            return None
        rows = json.loads(metadata[_CAPTURES])
        return [ParsedCapture(node, link_to, CaptureQuality(*counts)) for node, link_to, *counts in rows]
    except (OSError, ValueError, KeyError, TypeError):  # gone, cut short, or another's
        return None


def _write(captures: Sequence[RunCapture], file: Path, made_of: str, schema: pa.Schema) -> list[ParsedCapture]:
    """However large the captures are, no more than a row group is in memory."""
    parsed: list[ParsedCapture] = []
    with pq.ParquetWriter(file, schema, compression="zstd", compression_level=1) as writer:
        for group in _groups(_batches(captures, parsed, schema)):
            writer.write_table(pa.Table.from_batches(group, schema), row_group_size=2 * ROWS_IN_GROUP)
        counts = [[one.node, one.link_to, *(getattr(one.quality, name) for name in QUALITY)] for one in parsed]
        writer.add_key_value_metadata({_MADE_OF: made_of, _CAPTURES: json.dumps(counts)})
    return parsed


def _batches(
    captures: Sequence[RunCapture], parsed: list[ParsedCapture], schema: pa.Schema
) -> Iterator[pa.RecordBatch]:
    """The packets of the captures, piece by piece. Appends each capture's numbers of records to `parsed`."""
    wanted = [name for name in schema.names if name in COLUMNS]
    for capture in captures:
        quality = CaptureQuality()
        try:
            for piece in read_batches(capture.file, wanted, rule=capture.rule):
                quality += piece.quality
                yield _batch(capture, piece.columns, schema)
        except NotACapture:
            quality = CaptureQuality(bytes_skipped=capture.file.stat().st_size)
        parsed.append(ParsedCapture(capture.point.node, capture.point.link_to, quality))


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


def _batch(capture: RunCapture, columns: dict[str, np.ndarray], schema: pa.Schema) -> pa.RecordBatch:
    count = len(columns["is_tx"])
    place = {"node": capture.point.node, "link_to": capture.point.link_to}
    arrays = [
        pa.repeat(pa.scalar(place[field.name], field.type), count)
        if field.name in place
        else _array(columns[field.name], field.type)
        for field in schema
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _array(column: np.ndarray, kind: pa.DataType) -> pa.Array:
    if not pa.types.is_fixed_size_binary(kind):
        return pa.array(column)
    return pa.Array.from_buffers(kind, len(column), [None, pa.py_buffer(np.ascontiguousarray(column).view(np.uint8))])
