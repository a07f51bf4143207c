"""The rows of docs/which-protocol.md and docs/a-thousand-nodes.md: `./waf python -m benchmarks.which_protocol DIR`.

Reads the tables of a finished sweep of scenarios/radio/compare.toml (or scenarios/radio/thousand.toml) and prints one
table per parameter that varies, with a row for each of its values and protocols, or one of protocols where nothing
else varies; and one of paired differences at the point where the other parameters rest. Each row has an anchor, so
that a sentence can point at it.
"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from benchmarks.command_line import Folder, run, swept, table
from benchmarks.markdown import head, plus_minus
from schema.intervals import Estimate

METRICS = {
    "delivery_ratio": ("delivery", 3, 1.0),
    "tx_per_delivery": ("frames per delivery", 2, 1.0),
    "control_bytes_per_delivered_byte": ("control bytes per delivered byte", 2, 1.0),
    "airtime_fraction": ("airtime, %", 2, 100.0),
    "latency_p50_s": ("median latency, ms", 1, 1000.0),
    "latency_p95_s": ("95th percentile, ms", 1, 1000.0),
    "tx_fairness": ("fairness", 2, 1.0),
}
"""Metric -> its heading, decimals, and the factor from the table's unit."""

COMPARED = ("delivery_ratio", "tx_per_delivery", "control_bytes_per_delivered_byte", "airtime_fraction", "tx_fairness")
"""Metrics whose paired differences are shown."""

REFERENCES = ("extended-odmrp", "sp-nhop")
"""Protocols that the others are compared with."""


def levels(summary: pd.DataFrame, parameter: str, parameters: Sequence[str]) -> str:
    """Markdown: every value of one parameter and every protocol, where the other parameters rest."""
    others = [name for name in parameters if name != parameter]
    at = summary[_rests(summary, others)].sort_values(parameter, kind="stable")
    lines = head(parameter, "protocol", *(heading for heading, _, _ in METRICS.values()))
    for (value, protocol), group in at.groupby([parameter, "protocol"], sort=False):
        lines.append(f"| {value:g} {_measured(group, protocol, f'{parameter}-{value:g}-{protocol}')}")
    return "\n".join(lines)


def protocols_alone(summary: pd.DataFrame) -> str:
    """Markdown: every protocol, where nothing else varies."""
    lines = head("protocol", *(heading for heading, _, _ in METRICS.values()))
    for protocol, group in summary.groupby("protocol", sort=False):
        lines.append(_measured(group, protocol, protocol))
    return "\n".join(lines)


def differences(pairs: pd.DataFrame, protocols: dict[str, str], reference: str) -> str:
    """Markdown: paired differences to `reference` of the variants in `protocols` (variant -> protocol)."""
    lines = head("protocol", *(METRICS[metric][0] for metric in COMPARED))
    compared = pairs[pairs["variant_a"].isin(protocols) & pairs["variant_b"].isin(protocols)]
    named = compared.assign(a=compared["variant_a"].map(protocols), b=compared["variant_b"].map(protocols))
    for protocol in protocols.values():
        if protocol != reference:
            cells = [_difference(named[named["metric"] == metric], protocol, reference) for metric in COMPARED]
            lines.append(f'| <a id="to-{reference}-{protocol}"></a>`{protocol}` | ' + " | ".join(cells) + " |")
    return "\n".join(lines)


def _rests(summary: pd.DataFrame, names: Sequence[str]) -> pd.Series:
    """The rows where these parameters have the value they rest at: with one varying at a time, the most frequent."""
    at_rest = pd.Series(True, index=summary.index)
    for name in names:
        at_rest &= summary[name] == summary.drop_duplicates("variant")[name].mode()[0]
    return at_rest


def _measured(of_variant: pd.DataFrame, protocol: str, anchor: str) -> str:
    cells = of_variant.set_index("metric")
    return f'| <a id="{anchor}"></a>`{protocol}` | ' + " | ".join(_mean(cells, metric) for metric in METRICS) + " |"


def _mean(cells: pd.DataFrame, metric: str) -> str:
    if metric not in cells.index:
        return "–"
    _, decimals, factor = METRICS[metric]
    about = Estimate(**cells.loc[metric, ["n", "mean", "sd", "ci_low", "ci_high"]])
    return plus_minus(about, decimals, factor)


def _difference(of_metric: pd.DataFrame, protocol: str, reference: str) -> str:
    """`mean (low to high), p` in the units of METRICS: protocol minus reference, whichever way the table has them."""
    forward = of_metric[(of_metric["a"] == protocol) & (of_metric["b"] == reference)]
    backward = of_metric[(of_metric["a"] == reference) & (of_metric["b"] == protocol)]
    sign, found = (1, forward) if len(forward) else (-1, backward)
    if not len(found):
        return "–"
    row = found.iloc[0]
    low, high = sorted((sign * row["ci_low"], sign * row["ci_high"]))
    _, decimals, factor = METRICS[row["metric"]]
    about = [f"{value * factor:+.{decimals}f}" for value in (sign * row["mean_difference"], low, high)]
    return f"{about[0]} ({about[1]} to {about[2]}), {_p_value(row['p_holm'])}"


def _p_value(p: float) -> str:
    return "*p* < 0.001" if p < 0.001 else f"*p* = {p:.3f}"


def main(results: Folder) -> None:
    """Print all tables of a finished comparison."""
    experiment = swept(results, "protocol")
    summary, pairs = table(results, "summary"), table(results, "pairs")
    parameters = [name for name in experiment.varying if name != "protocol"]
    if not parameters:
        print(f"{protocols_alone(summary)}\n")
    for parameter in parameters:
        print(f"{levels(summary, parameter, parameters)}\n")
    at_rest = summary[_rests(summary, parameters)].drop_duplicates("variant")
    for reference in REFERENCES:
        print(f"{differences(pairs, dict(zip(at_rest['variant'], at_rest['protocol'], strict=True)), reference)}\n")


if __name__ == "__main__":
    run(main)
