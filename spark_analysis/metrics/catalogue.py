"""All metrics, from the files of `shared/`, `radio/`, `wired/` and its folders.

`./waf python -m spark_analysis.metrics.catalogue` prints docs/metrics.md.
"""

from __future__ import annotations

import inspect

from spark_analysis.metrics.metric import Metric
from spark_analysis.registry import registered

CATALOGUE: tuple[Metric, ...] = registered("spark_analysis.metrics", Metric)
"""In the order of the tables' rows."""
METRIC_NAMES = tuple(metric.name for metric in CATALOGUE)


def metrics_of(kind: str) -> tuple[Metric, ...]:
    """Return the metrics that runs of a network kind have, in the order of the catalogue."""
    return tuple(metric for metric in CATALOGUE if kind in metric.kinds)


def metrics_shown_in(place: str) -> tuple[Metric, ...]:
    """Return the metrics of a figure, of `answer` or of `terminal`, in the order that they are shown in."""
    shown = (metric for metric in CATALOGUE if place in metric.shown_in)
    return tuple(sorted(shown, key=lambda metric: metric.shown_in[place]))


def metrics_page() -> str:
    """Return docs/metrics.md."""
    rows = [
        f"| `{metric.name}` | {metric.unit} | {' and '.join(sorted(metric.kinds))} | {metric.definition} | "
        f"{metric.source} |"
        for metric in CATALOGUE
    ]
    head = [
        "# The metrics",
        "",
        "`./waf python -m spark_analysis.metrics.catalogue > docs/metrics.md` writes this page. A metric is computed",
        "per run; where its denominator is 0 it has no value. The measured window is from `warmup` to `duration`. For",
        "a program without these parameters it is from the first event to the last frame.",
        "",
        "| metric | unit | network | definition | source |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, *_queries()]) + "\n"


def _queries() -> list[str]:
    lines = [
        "",
        "## As queries",
        "",
        "Most metrics are an SQL query over the tables of one run. DuckDB answers it in the Spark worker that has the",
        "run; `spark_analysis/run/run_tables.py` describes the tables. The other metrics are functions in",
        "`spark_analysis/metrics/`.",
    ]
    for metric in CATALOGUE:
        if isinstance(metric.compute, str):
            lines += ["", f"### {metric.name}", "", "```sql", inspect.cleandoc(metric.compute), "```"]
    return lines


if __name__ == "__main__":
    print(metrics_page(), end="")
