"""The hand-over to spark_analysis: tables and report from a folder of runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

from pyharness.programs.checkout import Checkout
from pyharness.store.folder_lock import REPORT, FolderLock
from schema import digests as fingerprint
from schema.analysis_sources import analysis_sources_sha256
from schema.manifest import read_experiment
from schema.spark_master import answering

MADE_OF = Path("report", "made-of.json")
"""Which runs tables and report are of, and what was told of them."""


def write_report(folder: Path, master: str, lock: FolderLock) -> int:
    """Analyse the runs in `folder` and tell what came out; returns the exit status."""
    with lock.held(REPORT):
        return _analyse(folder, master)


def update_report(folder: Path, master: str, lock: FolderLock, failed: Iterable[str]) -> int:
    """`write_report`, unless tables and report are of these very runs already. `failed`: those of the plan that did."""
    known = set(failed)
    with lock.held(REPORT):
        of = _runs_of(folder, known)
        told = _told_before(folder, of)
        if told is None:
            return _analyse(folder, master, of, known)
    print(told)
    return 0


def _analyse(folder: Path, master: str, of: str | None = None, failed: Collection[str] = ()) -> int:
    """Analyse, and note that tables and report are `of` these runs, unless more than `failed` was left out: what is
    damaged today may be run again tomorrow.

    Imported here and not above, so that no other verb waits for Spark.
    """
    try:
        from spark_analysis import analyse
    except ImportError as error:
        print(f"the analysis is not installed ({error}): no tables, no report.", file=sys.stderr)
        return 1
    (folder / MADE_OF).unlink(missing_ok=True)
    with answering(master):
        analysis = analyse(folder, master=master)
    told = f"{analysis.summary_text}\nReport: {analysis.report}"
    print(told)
    left_out = {run.partition(": ")[0] for run in analysis.failed_runs}
    if of is not None and left_out <= set(failed):
        (folder / MADE_OF).parent.mkdir(exist_ok=True)
        fingerprint.write_whole(folder / MADE_OF, json.dumps({"of": of, "told": told}, ensure_ascii=False) + "\n")
    return 0


def _runs_of(folder: Path, failed: Iterable[str]) -> str:
    """The plan in `folder`, what failed of it, and the analysis that is about to read it, as one digest.

    The plan stands for its runs' bytes; so a run that was set aside and made again changes nothing.
    """
    plan = read_experiment(folder).model_dump(mode="json")
    analysis = analysis_sources_sha256(Checkout.here().root)
    return fingerprint.of_data([plan, sorted(failed), analysis, str(folder.resolve())])


def _told_before(folder: Path, of: str) -> str | None:
    """What was told when the report of the same runs was made; None where there is none."""
    if not (folder / "tables" / "runs.csv").exists():
        return None
    try:
        made = json.loads((folder / MADE_OF).read_text(encoding="utf-8"))
        return str(made["told"]) if made["of"] == of else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
