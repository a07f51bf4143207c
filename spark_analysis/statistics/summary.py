"""The table that ends a sweep in the terminal."""

from __future__ import annotations

import io
import math

import pandas as pd
from rich.console import Console
from rich.table import Table

from schema.intervals import half_width
from spark_analysis.metrics.catalogue import metrics_shown_in


def summary_text(summary: pd.DataFrame, checks: pd.DataFrame, failed: tuple[str, ...]) -> str:
    """Return means with the half width of their 95 % interval, one line per variant.

    Below the table stand the checks that differ and the runs that were left out.
    """
    table = Table(title="mean ± half width of the 95 % interval", title_justify="left")
    table.add_column("variant", no_wrap=True)
    metrics = [metric for metric in metrics_shown_in("terminal") if (summary["metric"] == metric.name).any()]
    for metric in metrics:
        table.add_column(metric.short_label, justify="right")
    for variant in summary["variant"].drop_duplicates():
        rows = summary[summary["variant"] == variant].set_index("metric")
        table.add_row(str(variant), *(_cell(rows, metric.name) for metric in metrics))
    text = io.StringIO()
    console = Console(file=text, width=140, color_system=None)
    if len(summary):
        console.print(table)
    else:
        console.print("No run is finished: there is nothing to count.")
    unequal = checks[~checks["equal"]]
    if len(unequal):
        console.print(f"{len(unequal)} of {len(checks)} counts differ between traces and captures; see the report.")
    elif len(checks):
        console.print(f"All {len(checks)} counts agree between traces and captures.")
    for run in failed:
        console.print(f"not counted: {run}")
    return text.getvalue().rstrip()


def _cell(rows: pd.DataFrame, metric: str) -> str:
    if metric not in rows.index:
        return "–"
    mean, low, high = (float(rows.at[metric, name]) for name in ("mean", "ci_low", "ci_high"))
    digits = 0 if abs(mean) >= 100 else 3
    width = "" if math.isnan(low) or high == low else f" ± {half_width(low, high):.{digits}f}"
    return f"{mean:.{digits}f}{width}"
