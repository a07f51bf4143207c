"""The tables that others read: what a row of each is, and name, type, unit and meaning of every column.

`./waf python -m spark_analysis.statistics.table_columns` prints docs/tables.md. Parquet files carry the same in their
schema.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

TYPES: Mapping[str, pa.DataType] = {
    "text": pa.string(),
    "whole": pa.int64(),
    "number": pa.float64(),
    "flag": pa.bool_(),
}
"""How docs/tables.md calls what Parquet calls string, int64, double and bool."""


@dataclass(frozen=True)
class Column:
    """One column. `unit` is `metric` or `series` where it is that of the row's; empty where there is none."""

    name: str
    type: str
    unit: str
    meaning: str


@dataclass(frozen=True)
class Table:
    """One table. With `varying`, the parameters that vary are columns behind `variant`, named as in the TOML."""

    row: str
    columns: tuple[Column, ...]
    varying: bool = False


_EXPERIMENT = Column("experiment", "text", "", "the experiment's name")
_VARIANT = Column("variant", "text", "", "the parameter point, as its folder in runs/ is called")
_REPLICATION = Column("replication", "whole", "", "from 1; ns-3's RngRun")
_METRIC = Column("metric", "text", "", "a name of metrics.md")
_UNIT = Column("unit", "text", "", "the metric's unit, 1 for a ratio")
_NODE = Column("node", "whole", "", "whose radio it was")
_BOOT = "end of the bootstrap interval (95 %, BCa); NaN below 8 values"


def _boot(of: str) -> tuple[Column, ...]:
    return (
        Column("boot_low", "number", "metric", f"lower {_BOOT}, of {of}"),
        Column("boot_high", "number", "metric", f"upper {_BOOT}, of {of}"),
    )


TABLES: Mapping[str, Table] = {
    "runs": Table(
        "run and metric; a metric without a value in a run has no row there",
        (
            _EXPERIMENT,
            _VARIANT,
            _REPLICATION,
            _METRIC,
            Column("value", "number", "metric", "the metric of this run"),
            _UNIT,
        ),
        varying=True,
    ),
    "summary": Table(
        "variant and metric: over its replications",
        (
            _VARIANT,
            _METRIC,
            _UNIT,
            Column("n", "whole", "", "replications that have a value"),
            Column("mean", "number", "metric", "their mean"),
            Column("sd", "number", "metric", "their standard deviation (n − 1); NaN for one"),
            Column(
                "ci_low", "number", "metric", "lower end of Student's interval of the mean (95 %); NaN for one value"
            ),
            Column(
                "ci_high", "number", "metric", "upper end of Student's interval of the mean (95 %); NaN for one value"
            ),
            *_boot("the mean"),
        ),
        varying=True,
    ),
    "pairs": Table(
        "metric and pair of variants that differ in one parameter, or in several that vary together: variant_a − "
        "variant_b, replication by replication",
        (
            _METRIC,
            Column("variant_a", "text", "", "the variant that stands first in the plan"),
            Column("variant_b", "text", "", "the other"),
            Column("n", "whole", "", "replications in which both have a value"),
            Column("mean_difference", "number", "metric", "mean of the differences a − b"),
            Column(
                "ci_low", "number", "metric", "lower end of Student's interval of it (95 %); NaN for one difference"
            ),
            Column(
                "ci_high", "number", "metric", "upper end of Student's interval of it (95 %); NaN for one difference"
            ),
            Column(
                "p_value", "number", "1", "Student's paired test, two-sided; NaN where all differences are the same"
            ),
            Column("parameter", "text", "", "what the two differ in; nodes+width where those vary together"),
            Column(
                "p_holm", "number", "1", "p_value after Holm's correction over all pairs of this metric and parameter"
            ),
            Column("effect_size", "number", "1", "Hedges' g: the mean over the standard deviation of the differences"),
            Column("effect_low", "number", "1", "lower end of its interval (95 %, noncentral t)"),
            Column("effect_high", "number", "1", "upper end of its interval (95 %, noncentral t)"),
            *_boot("the mean difference"),
        ),
    ),
    "checks": Table(
        "run and count that traces and captures both have",
        (
            _EXPERIMENT,
            _VARIANT,
            _REPLICATION,
            Column("check", "text", "", "what was counted"),
            Column("trace_value", "whole", "", "the count by the traces"),
            Column("pcap_value", "whole", "", "the count by the captures"),
            Column("equal", "flag", "", "whether they are the same"),
        ),
    ),
    "captures": Table(
        "capture file: what became of its records",
        (
            _EXPERIMENT,
            _VARIANT,
            _REPLICATION,
            _NODE,
            Column("good", "whole", "records", "read whole"),
            Column("truncated", "whole", "records", "cut short by the end of the file or the snap length"),
            Column("oversized", "whole", "records", "longer than a capture says records are"),
            Column("undecodable", "whole", "records", "whole, but not of a kind that can be read"),
            Column("bytes_skipped", "whole", "B", "passed over to find the next record"),
        ),
    ),
    "latencies": Table(
        "run and quantile of its latencies of delivery; a run without deliveries has none",
        (
            _VARIANT,
            _REPLICATION,
            Column("quantile", "number", "1", "0.01, 0.02, … 0.99"),
            Column("latency_s", "number", "s", "that share of the run's deliveries took no longer"),
        ),
        varying=True,
    ),
    "loads": Table(
        "run and node: what its radio sent in the measured window; runs without captures have none",
        (
            _VARIANT,
            _REPLICATION,
            _NODE,
            Column("tx_frames", "whole", "frames", "frames sent"),
            Column("tx_bytes", "whole", "B", "their bytes"),
            Column("event_frames", "whole", "frames", "of them those that carry an event"),
            Column("airtime_s", "number", "s", "time in which it sent"),
        ),
        varying=True,
    ),
    "warmup": Table(
        "variant and series: the first tenth of the measured window against its last half, over replications",
        (
            _VARIANT,
            Column("series", "text", "", "delivery_ratio (of the events published then) or control_tx_per_node_s"),
            Column("unit", "text", "", "the series' unit, 1 for a ratio"),
            Column("n", "whole", "", "replications that have a value for both parts"),
            Column("start_mean", "number", "series", "mean of the first tenth"),
            Column("end_mean", "number", "series", "mean of the last half"),
            Column("difference", "number", "series", "mean of start − end, replication by replication"),
            Column("ci_low", "number", "series", "lower end of Student's interval of it (95 %)"),
            Column("ci_high", "number", "series", "upper end of Student's interval of it (95 %)"),
            Column(
                "p_value", "number", "1", "Student's paired test, two-sided; NaN where all differences are the same"
            ),
            Column("p_holm", "number", "1", "p_value after Holm's correction over the whole table"),
            Column("verdict", "text", "", "differs, no difference found or not tested"),
        ),
        varying=True,
    ),
}


def arrow_schema(
    name: str, columns: Sequence[str], kinds: Mapping[str, pa.DataType], units: Mapping[str, str]
) -> pa.Schema:
    """The schema of table `name`, whose columns are to be `columns`; `kinds`, `units`: of the parameters that vary.

    Each field carries `unit` and `description`. Raises ValueError where the columns are not those of the description.
    """
    table = TABLES[name]
    known = {column.name for column in table.columns}
    varying = [column for column in columns if column not in known] if table.varying else []
    fields: list[pa.Field] = []
    for column in table.columns:
        about = {"unit": column.unit, "description": column.meaning}
        fields.append(pa.field(column.name, TYPES[column.type], metadata=about))
        if column is _VARIANT:
            for other in varying:
                parameter = {"unit": units.get(other, ""), "description": "a parameter that varies"}
                fields.append(pa.field(other, _kind(kinds[other]), metadata=parameter))
    if [field.name for field in fields] != list(columns):
        expected = ", ".join(field.name for field in fields)
        raise ValueError(f"table {name} has the columns {', '.join(columns)}, expected {expected}")
    return pa.schema(fields, metadata={"description": f"A row for each {table.row}."})


def _kind(found: pa.DataType) -> pa.DataType:
    """Of a table without rows nothing is known."""
    return TYPES["text"] if pa.types.is_null(found) else found


def page() -> str:
    """docs/tables.md."""
    lines = [_HEAD]
    for name, table in TABLES.items():
        lines += [
            f"## {name}",
            "",
            f"A row for each {table.row}.",
            "",
            "| column | type | unit | meaning |",
            "|---|---|---|---|",
        ]
        for column in table.columns:
            unit = f"the {column.unit}'s" if column.unit in ("metric", "series") else column.unit
            lines.append(f"| `{column.name}` | {column.type} | {unit} | {column.meaning} |")
            if table.varying and column is _VARIANT:
                lines.append(
                    "| *parameters that vary* | text, whole, number or flag | the program's | as the TOML names them |"
                )
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


_HEAD = """# The tables

Made by `./waf python -m spark_analysis.statistics.table_columns > docs/tables.md`. `./waf report results/<experiment>`
writes each as `tables/<name>.parquet` and `tables/<name>.csv`, the same bytes for the same runs. *text*, *whole*, *number* and
*flag* are string, int64, double and bool in Parquet. There every field also carries its `unit` and `description`, and
the file says what a row is:

```python
import pyarrow.parquet as pq

pq.read_schema("results/demo/tables/pairs.parquet").field("effect_size").metadata
```

In a notebook every table is a pandas frame, read when it is asked for, in which parameters that are numbers are
numbers; so is every trace, over all runs that count:

```python
import spark_analysis

demo = spark_analysis.load("results/demo")
demo.summary.query("metric == 'delivery_ratio'")
demo.trace("deliveries").groupby("protocol")["hops"].mean()
demo.failed  # the runs that do not count, and why
```

A number that is not there is NaN, in CSV an empty field. What the intervals and tests are: [statistics](statistics.md).
"""

if __name__ == "__main__":
    print(page(), end="")
