"""The tables that others read: what a row of each is, and name, type, unit and meaning of every column.

`./waf python -m spark_analysis.statistics.table_columns` prints docs/tables.md. Parquet files carry the same in their
schema.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from spark_analysis.metrics.metric import ON_EVERY_NETWORK, ON_RADIO, ON_WIRES

TYPES: Mapping[str, pa.DataType] = {
    "text": pa.string(),
    "whole": pa.int64(),
    "number": pa.float64(),
    "flag": pa.bool_(),
}
"""How docs/tables.md calls what Parquet calls string, int64, double and bool."""


@dataclass(frozen=True)
class ResultColumn:
    """One column. `unit` is `metric` or `series` where it is that of the row's; empty where there is none."""

    name: str
    type: str
    unit: str
    meaning: str
    kinds: frozenset[str] = ON_EVERY_NETWORK
    """Names of the network kinds whose tables have it."""


@dataclass(frozen=True)
class ResultTable:
    """One table. With `varying`, the parameters that vary are columns behind `variant`, named as in the TOML."""

    row: str
    columns: tuple[ResultColumn, ...]
    varying: bool = False
    kinds: frozenset[str] = ON_EVERY_NETWORK
    """Names of the network kinds whose experiments have it."""

    def columns_of(self, kind: str) -> tuple[ResultColumn, ...]:
        """Return its columns in experiments of a kind of network."""
        return tuple(column for column in self.columns if kind in column.kinds)


_EXPERIMENT = ResultColumn("experiment", "text", "", "the experiment's name")
_VARIANT = ResultColumn("variant", "text", "", "the parameter point, as its folder in runs/ is called")
_REPLICATION = ResultColumn("replication", "whole", "", "from 1; ns-3's RngRun")
_METRIC = ResultColumn("metric", "text", "", "a name of metrics.md")
_UNIT = ResultColumn("unit", "text", "", "the metric's unit, 1 for a ratio")
_NODE = ResultColumn("node", "whole", "", "whose radio it was")
_SENDER = ResultColumn("node", "whole", "", "the sending end")
_LINK_TO = ResultColumn("link_to", "whole", "", "the receiving end")
_CAPTURED_TO = ResultColumn("link_to", "whole", "", "the receiving end of the link direction", ON_WIRES)
_BOOT = "end of the bootstrap interval (95 %, BCa); NaN below 8 values"


def _boot(of: str) -> tuple[ResultColumn, ...]:
    return (
        ResultColumn("boot_low", "number", "metric", f"lower {_BOOT}, of {of}"),
        ResultColumn("boot_high", "number", "metric", f"upper {_BOOT}, of {of}"),
    )


RESULT_TABLES: Mapping[str, ResultTable] = {
    "runs": ResultTable(
        "run and metric; a metric without a value in a run has no row there",
        (
            _EXPERIMENT,
            _VARIANT,
            _REPLICATION,
            _METRIC,
            ResultColumn("value", "number", "metric", "the metric of this run"),
            _UNIT,
        ),
        varying=True,
    ),
    "summary": ResultTable(
        "variant and metric: over its replications",
        (
            _VARIANT,
            _METRIC,
            _UNIT,
            ResultColumn("n", "whole", "", "replications that have a value"),
            ResultColumn("mean", "number", "metric", "their mean"),
            ResultColumn("sd", "number", "metric", "their standard deviation (n − 1); NaN for one"),
            ResultColumn(
                "ci_low", "number", "metric", "lower end of Student's interval of the mean (95 %); NaN for one value"
            ),
            ResultColumn(
                "ci_high", "number", "metric", "upper end of Student's interval of the mean (95 %); NaN for one value"
            ),
            *_boot("the mean"),
        ),
        varying=True,
    ),
    "pairs": ResultTable(
        "metric and pair of variants that differ in one parameter, or in several that vary together: variant_a − "
        "variant_b, replication by replication",
        (
            _METRIC,
            ResultColumn("variant_a", "text", "", "the variant that stands first in the plan"),
            ResultColumn("variant_b", "text", "", "the other"),
            ResultColumn("n", "whole", "", "replications in which both have a value"),
            ResultColumn("mean_difference", "number", "metric", "mean of the differences a − b"),
            ResultColumn(
                "ci_low", "number", "metric", "lower end of Student's interval of it (95 %); NaN for one difference"
            ),
            ResultColumn(
                "ci_high", "number", "metric", "upper end of Student's interval of it (95 %); NaN for one difference"
            ),
            ResultColumn(
                "p_value", "number", "1", "Student's paired test, two-sided; NaN where all differences are the same"
            ),
            ResultColumn("parameter", "text", "", "what the two differ in; nodes+width where those vary together"),
            ResultColumn(
                "p_holm", "number", "1", "p_value after Holm's correction over all pairs of this metric and parameter"
            ),
            ResultColumn(
                "effect_size", "number", "1", "Hedges' g: the mean over the standard deviation of the differences"
            ),
            ResultColumn("effect_low", "number", "1", "lower end of its interval (95 %, noncentral t)"),
            ResultColumn("effect_high", "number", "1", "upper end of its interval (95 %, noncentral t)"),
            *_boot("the mean difference"),
        ),
    ),
    "checks": ResultTable(
        "run and count that traces and captures both have",
        (
            _EXPERIMENT,
            _VARIANT,
            _REPLICATION,
            ResultColumn("check", "text", "", "what was counted"),
            ResultColumn("trace_value", "whole", "", "the count by the traces"),
            ResultColumn("pcap_value", "whole", "", "the count by the captures"),
            ResultColumn("equal", "flag", "", "whether they are the same"),
        ),
    ),
    "captures": ResultTable(
        "capture file, with the numbers of its good and bad records",
        (
            _EXPERIMENT,
            _VARIANT,
            _REPLICATION,
            _NODE,
            _CAPTURED_TO,
            ResultColumn("good", "whole", "records", "read whole"),
            ResultColumn("truncated", "whole", "records", "cut short by the end of the file or the snap length"),
            ResultColumn("oversized", "whole", "records", "longer than a capture permits"),
            ResultColumn("undecodable", "whole", "records", "whole, but not of a kind that can be read"),
            ResultColumn("bytes_skipped", "whole", "B", "passed over to find the next record"),
        ),
    ),
    "latencies": ResultTable(
        "run and quantile of its latencies of delivery; a run without deliveries has none",
        (
            _VARIANT,
            _REPLICATION,
            ResultColumn("quantile", "number", "1", "0.01, 0.02, … 0.99"),
            ResultColumn("latency_s", "number", "s", "that share of the run's deliveries took no longer"),
        ),
        varying=True,
    ),
    "loads": ResultTable(
        "run and node: what its radio sent in the measured window; runs without captures have none",
        (
            _VARIANT,
            _REPLICATION,
            _NODE,
            ResultColumn("tx_frames", "whole", "frames", "frames sent"),
            ResultColumn("tx_bytes", "whole", "B", "their bytes"),
            ResultColumn("event_frames", "whole", "frames", "of them those that carry an event"),
            ResultColumn("airtime_s", "number", "s", "time in which it sent"),
        ),
        varying=True,
        kinds=ON_RADIO,
    ),
    "links": ResultTable(
        "run and direction of a link: what was sent over it; runs without captures have none",
        (
            _VARIANT,
            _REPLICATION,
            _SENDER,
            _LINK_TO,
            ResultColumn("tx_frames", "whole", "frames", "frames sent in the measured window"),
            ResultColumn("tx_bytes", "whole", "B", "their bytes, link headers included"),
            ResultColumn("event_frames", "whole", "frames", "of them those that carry an event"),
            ResultColumn("utilisation", "number", "1", "share of the link's rate that they took"),
            ResultColumn("lost_events", "whole", "events", "sent, but neither delivered nor sent on by the other end"),
            ResultColumn("reordered_events", "whole", "events", "sent behind a later event of the same publisher"),
        ),
        varying=True,
        kinds=ON_WIRES,
    ),
    "overlay_costs": ResultTable(
        "run and step of its overlay; runs without an overlay have none",
        (
            _VARIANT,
            _REPLICATION,
            ResultColumn("time_s", "number", "s", "start of the step, from the start of the measured window"),
            ResultColumn("cost_n", "number", "1/tick", "cost of notifications"),
            ResultColumn("cost_a", "number", "1/tick", "cost of advertisements"),
            ResultColumn("cost_s", "number", "1/tick", "cost of subscriptions"),
            ResultColumn("cost", "number", "1/tick", "cost_n + (cost_a + cost_s) / 2, the reported cost"),
            ResultColumn("cost_with_control", "number", "1/tick", "cost of all messages between brokers"),
            ResultColumn("control_bytes", "whole", "bytes", "UDP payload of all messages but notifications"),
            ResultColumn("reconfigurations", "whole", "", "executed plans in the step"),
            ResultColumn("stage", "whole", "", "stage of the workload"),
        ),
        varying=True,
        kinds=ON_WIRES,
    ),
    "broker_loads": ResultTable(
        "run and broker of its overlay; runs without an overlay have none",
        (
            _VARIANT,
            _REPLICATION,
            ResultColumn("node", "whole", "", "the broker"),
            ResultColumn("cost", "whole", "", "cost of processing a message"),
            ResultColumn("first_degree", "whole", "links", "links of the initial overlay"),
            ResultColumn("last_degree", "whole", "links", "links at the end of the measured window"),
            ResultColumn("notifications", "whole", "messages", "received from brokers in the measured window"),
        ),
        varying=True,
        kinds=ON_WIRES,
    ),
    "overlay_loads": ResultTable(
        "run and link of its overlay that carried messages; runs without an overlay have none",
        (
            _VARIANT,
            _REPLICATION,
            ResultColumn("node", "whole", "", "one end, the smaller number"),
            ResultColumn("link_to", "whole", "", "the other end"),
            ResultColumn("notifications", "whole", "messages", "carried both ways in the measured window"),
            ResultColumn("messages", "whole", "messages", "all messages, notifications included"),
        ),
        varying=True,
        kinds=ON_WIRES,
    ),
    "warmup": ResultTable(
        "variant and series: the first tenth of the measured window against its last half, over replications",
        (
            _VARIANT,
            ResultColumn(
                "series", "text", "", "delivery_ratio (of the events published then) or control_tx_per_node_s"
            ),
            ResultColumn("unit", "text", "", "the series' unit, 1 for a ratio"),
            ResultColumn("n", "whole", "", "replications that have a value for both parts"),
            ResultColumn("start_mean", "number", "series", "mean of the first tenth"),
            ResultColumn("end_mean", "number", "series", "mean of the last half"),
            ResultColumn("difference", "number", "series", "mean of start − end, replication by replication"),
            ResultColumn("ci_low", "number", "series", "lower end of Student's interval of it (95 %)"),
            ResultColumn("ci_high", "number", "series", "upper end of Student's interval of it (95 %)"),
            ResultColumn(
                "p_value", "number", "1", "Student's paired test, two-sided; NaN where all differences are the same"
            ),
            ResultColumn("p_holm", "number", "1", "p_value after Holm's correction over the whole table"),
            ResultColumn("verdict", "text", "", "differs, no difference found or not tested"),
        ),
        varying=True,
    ),
}


def result_schema(
    name: str,
    columns: Sequence[str],
    kinds: Mapping[str, pa.DataType],
    units: Mapping[str, str],
    network: str = "radio",
) -> pa.Schema:
    """The schema of table `name`, whose columns are to be `columns`; `kinds`, `units`: of the parameters that vary.

    `network`: name of the experiment's kind of network.

    Each field carries `unit` and `description`. Raises ValueError where the columns are not those of the description.
    """
    table = RESULT_TABLES[name]
    described = table.columns_of(network)
    known = {column.name for column in described}
    varying = [column for column in columns if column not in known] if table.varying else []
    fields: list[pa.Field] = []
    for column in described:
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
    """The type of a column; text where a table without rows leaves it open."""
    return TYPES["text"] if pa.types.is_null(found) else found


def tables_page() -> str:
    """docs/tables.md."""
    lines = [_HEAD]
    for name, table in RESULT_TABLES.items():
        lines += [
            f"## {name}",
            "",
            f"A row for each {table.row}.{_only(table.kinds)}",
            "",
            "| column | type | unit | meaning |",
            "|---|---|---|---|",
        ]
        for column in table.columns:
            unit = f"the {column.unit}'s" if column.unit in ("metric", "series") else column.unit
            lines.append(f"| `{column.name}` | {column.type} | {unit} | {column.meaning}{_only(column.kinds)} |")
            if table.varying and column is _VARIANT:
                lines.append(
                    "| *parameters that vary* | text, whole, number or flag | the program's | as the TOML names them |"
                )
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _only(kinds: frozenset[str]) -> str:
    """Words for what not every kind of network has."""
    return "" if kinds == ON_EVERY_NETWORK else f" ({' and '.join(sorted(kinds))} networks)"


_HEAD = """# The tables

The tables hold the results of an analysis.
`./waf python -m spark_analysis.statistics.table_columns > docs/tables.md` makes this page.

`./waf report results/<experiment>` writes each as `tables/<name>.parquet` and `tables/<name>.csv`. The same runs give
the same bytes. *text*, *whole*, *number* and *flag* are string, int64, double and bool in Parquet. The metadata of a
Parquet file describes a row, and the metadata of each field contains its `unit` and `description`:

```python
import pyarrow.parquet as pq

pq.read_schema("results/demo/tables/pairs.parquet").field("effect_size").metadata
```

In a notebook every table is a pandas frame, which is read at its first use. Parameters that are numbers have a numeric
type. Every trace is also a frame, over all runs that count:

```python
import spark_analysis

demo = spark_analysis.load("results/demo")
demo.summary.query("metric == 'delivery_ratio'")
demo.trace("deliveries").groupby("protocol")["hops"].mean()
demo.failed  # the runs that do not count, and why
```

A missing number is NaN, and an empty field in CSV. [Statistics](statistics.md) describes the intervals and tests.
"""

if __name__ == "__main__":
    print(tables_page(), end="")
