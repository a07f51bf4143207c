"""The hand-over to spark_analysis: tables and report from a folder of runs."""

from __future__ import annotations

import sys
from pathlib import Path


def write_report(folder: Path, master: str) -> int:
    """Analyse the runs in `folder` and tell what came out; returns the exit status.

    Imported here and not above, so that no other verb waits for Spark.
    """
    try:
        from spark_analysis import analyse
    except ImportError as error:
        print(f"the analysis is not installed ({error}): no tables, no report.", file=sys.stderr)
        return 1
    analysis = analyse(folder, master=master)
    print(analysis.summary_text)
    print(f"Report: {analysis.report}")
    return 0
