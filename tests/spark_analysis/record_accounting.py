"""The accounting of a capture's bytes, which the mutation tests and the fuzzer assert."""

from __future__ import annotations

import numpy as np

from spark_analysis.capture import COLUMNS, CaptureQuality, NotACapture, read_batches


def check_accounting(data: bytes, batch_bytes: int = 4096) -> CaptureQuality | None:
    """Assert that all bytes of an uncompressed capture are accounted for; of a compressed one its records.

    None if it does not begin like a capture.
    """
    quality, rows, record_bytes = CaptureQuality(), 0, 0
    try:
        for batch in read_batches(data, batch_bytes=batch_bytes):
            columns = batch.columns
            assert {len(values) for values in columns.values()} == {len(columns["type"])}
            for name, values in columns.items():
                assert values.dtype == np.dtype(COLUMNS[name].dtype)
            assert np.count_nonzero(columns["malformed"]) == batch.quality.undecodable
            quality += batch.quality
            rows += len(columns["type"])
            record_bytes += int((columns["captured_bytes"].astype(np.int64) + 16).sum())
    except NotACapture:
        return None
    assert quality.good + quality.undecodable == rows
    assert quality.truncated + quality.oversized <= 1
    assert not quality.bytes_skipped or quality.truncated + quality.oversized == 1
    if not data.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd")):
        assert 24 + record_bytes + quality.bytes_skipped == len(data)
    return quality
