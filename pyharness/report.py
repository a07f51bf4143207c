"""The hand-over to spark_analysis: tables and report from a folder of runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path

from pyharness import fingerprint
from pyharness.checkout import Checkout
from pyharness.lock import REPORT, FolderLock
from pyharness.master import answering
from schema.manifest import read_experiment

MADE_OF = Path("report", "made-of.json")
"""Which runs tables and report are of, and what was told of them."""
_SOURCES = {".py", ".j2", ".css", ".js"}


def write_report(folder: Path, master: str, lock: FolderLock) -> int:
    """Analyse the runs in `folder` and tell what came out; returns the exit status."""
    with lock.held(REPORT):
        return _analyse(folder, master, None)


def update_report(folder: Path, master: str, lock: FolderLock, failed: Iterable[str]) -> int:
    """`write_report`, unless tables and report are of these very runs already. `failed`: those of the plan that did."""
    with lock.held(REPORT):
        of = _runs_of(folder, failed)
        told = _told_before(folder, of)
        if told is None:
            return _analyse(folder, master, of)
    print(told)
    return 0


def _analyse(folder: Path, master: str, of: str | None) -> int:
    """Imported here and not above, so that no other verb waits for Spark."""
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
    if of is not None:
        (folder / MADE_OF).parent.mkdir(exist_ok=True)
        fingerprint.write_whole(folder / MADE_OF, json.dumps({"of": of, "told": told}, ensure_ascii=False) + "\n")
    return 0


def _runs_of(folder: Path, failed: Iterable[str]) -> str:
    """The plan in `folder`, what failed of it, and the analysis that is about to read it, as one digest.

    The plan stands for its runs' bytes; so a run that was set aside and made again changes nothing.
    """
    experiment = read_experiment(folder)
    return fingerprint.of_data(
        [experiment.model_dump(mode="json"), sorted(failed), analysis_sha256(), str(folder.resolve())]
    )


def analysis_sha256() -> str:
    """SHA-256 over the analysis: by another one, the same runs may come to other numbers."""
    root = Checkout.here().root
    every = (path for package in ("spark_analysis", "schema") for path in (root / package).rglob("*.*"))
    return fingerprint.of_files(sorted(path for path in every if path.suffix in _SOURCES))


def _told_before(folder: Path, of: str) -> str | None:
    """What was told when the report of the same runs was made; None where there is none."""
    if not (folder / "tables" / "runs.csv").exists():
        return None
    try:
        made = json.loads((folder / MADE_OF).read_text(encoding="utf-8"))
        return str(made["told"]) if made["of"] == of else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
