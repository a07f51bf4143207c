"""Of which runs the tables and the report in a folder are: a report of the same runs is not made again.

    results/<experiment>/report/made-of.json

It holds a digest of the runs and of the analysis, and the text that was printed when the report was made.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from schema.analysis_sources import analysis_sources_sha256
from schema.manifest import MANIFEST, RUNS, read_experiment, read_manifest

REPORT_RECORD = Path("report", "made-of.json")


def failed_runs(folder: Path) -> set[str]:
    """Return the planned runs in `folder` that failed, by their manifests, as `variant/replication`.

    Only manifests with the word in them are read whole: an experiment may have a hundred thousand runs.
    """
    planned = (f"{variant}/{replication}" for variant, replication in read_experiment(folder).planned())
    return {run for run in planned if _has_failed(folder / RUNS / run)}


def _has_failed(run: Path) -> bool:
    try:
        if b'"failed"' not in (run / MANIFEST).read_bytes():
            return False
    except OSError:
        return False
    manifest = read_manifest(run)
    return manifest is not None and manifest.state == "failed"


def digest_of_runs(folder: Path, failed: Iterable[str]) -> str:
    """Return a digest of the plan in `folder`, of what failed of it, and of the analysis that is about to read it.

    The plan stands for the bytes of its runs: a run that was set aside and made again changes nothing.
    """
    plan = read_experiment(folder).model_dump(mode="json")
    analysis = analysis_sources_sha256(Path(__file__).resolve().parents[2])
    content = [plan, sorted(failed), analysis, str(folder.resolve())]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def printed_before(folder: Path, runs: str) -> str | None:
    """Return what was printed when the report of the same `runs` (a digest) was made; None where there is none."""
    if not (folder / "tables" / "runs.csv").exists():
        return None
    try:
        record = json.loads((folder / REPORT_RECORD).read_text(encoding="utf-8"))
        return str(record["told"]) if record["of"] == runs else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def forget(folder: Path) -> None:
    """Remove the record: tables and report are made again."""
    (folder / REPORT_RECORD).unlink(missing_ok=True)


def remember(folder: Path, runs: str, text: str) -> None:
    """Record that tables and report are of `runs` (a digest), and what was printed. Whole or not at all."""
    path = folder / REPORT_RECORD
    path.parent.mkdir(exist_ok=True)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
    with beside.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps({"of": runs, "told": text}, ensure_ascii=False) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    beside.replace(path)
