"""What similarity in meaning gains: `./waf python -m benchmarks.semantic_similarity results/semantic`.

Reads a finished sweep of scenarios/radio/semantic.toml and prints the tables of docs/semantic-similarity.md. Every
difference is paired: the same network, subscriptions and events under both rules. With `--optimum` it reads one of
scenarios/radio/semantic-small.toml and compares with the best tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from benchmarks.command_line import Folder, run, swept, table
from benchmarks.markdown import head, plus_minus
from benchmarks.optimal_trees import least_overhead, read_network
from schema import manifest
from schema.intervals import Estimate, estimate

STATUS, THRESHOLD = "ns3::TopSim::StatusTopics", "ns3::TopSim::Threshold"
MEASURE, CHOICE, WEIGHT = "ns3::TopSim::Measure", "ns3::TopSim::Choice", "ns3::TopSim::OverheadWeight"
OVERHEAD, AIRTIME, DELIVERY = "pst_overhead_events", "airtime_fraction", "delivery_ratio"
SETTING = ["squads", STATUS, THRESHOLD]
TRIED = 8
"""Replications, the first ones, of a trial after which the threshold and the contrasts were chosen."""
KNOWLEDGE = {"": "letters", "words.tsv": "meaning", "words-shuffled.tsv": "shuffled"}
"""What a rule goes by, by the file of its word similarities."""


def rule_of(protocol: str, measure: str, similarities: str, choice: str, weight: float) -> str:
    """The name of a rule in the tables."""
    if protocol != "topsim":
        return protocol
    if measure == "PrefixWeighted":
        return "prefix"
    knowledge = KNOWLEDGE[Path(similarities).name]
    return knowledge if choice == "Lexicographic" else f"weighted {knowledge}, γ = {weight:g}"


def read_values(folder: Path) -> pd.DataFrame:
    """One row per run: `rule`, the columns of SETTING, `replication`, and a column for each metric of the tables."""
    experiment = swept(folder, "protocol", "similarities")
    runs = table(folder, "runs")
    for name in SETTING:
        if name not in runs:
            runs[name] = experiment.parameters[name]
    runs[THRESHOLD] = pd.to_numeric(runs[THRESHOLD])
    runs["similarities"] = runs["similarities"].fillna("")
    varying = [*SETTING, "protocol", MEASURE, "similarities", CHOICE, WEIGHT]
    wanted = runs[runs["metric"].isin([OVERHEAD, AIRTIME, DELIVERY])]
    values = wanted.pivot_table(
        index=[*varying, "variant", "replication"], columns="metric", values="value"
    ).reset_index()
    values["rule"] = [rule_of(*row) for row in values[["protocol", MEASURE, "similarities", CHOICE, WEIGHT]].to_numpy()]
    return values


def chosen(values: pd.DataFrame, rule: str, squads: int, status: str, threshold: float) -> pd.DataFrame:
    """The runs of one rule in one setting, by replication."""
    rows = values[(values["rule"] == rule) & (values["squads"] == squads)]
    rows = rows[(rows[STATUS] == status) & (rows[THRESHOLD] == threshold)]
    return rows.set_index("replication")


def paired_difference(runs: pd.DataFrame, reference: pd.DataFrame, metric: str = OVERHEAD) -> Estimate:
    """The mean difference with its interval, as a share of the reference's mean, over networks with a cost."""
    both = pd.concat([runs[metric], reference[metric]], axis=1, keys=["value", "reference"]).dropna()
    both = both[both["reference"] > 0]
    scale = both["reference"].mean()
    return estimate(((both["value"] - both["reference"]) / scale).tolist())


def percent(difference: Estimate) -> str:
    """`-7.3 % (-9.1 to -5.5)`."""
    return f"{difference.mean:+.1%} ({difference.ci_low:+.1%} to {difference.ci_high:+.1%})".replace("%", " %")


def knowledge_table(values: pd.DataFrame) -> Iterator[str]:
    """Markdown: O(E) of letters in each setting, and the differences of the others from it."""
    others = ("prefix", "meaning", "shuffled")
    yield from head("squads", "STATUS", "threshold", "networks", "`O(E)`, letters", *others)
    for (squads, status, threshold), _ in values[values["rule"] == "letters"].groupby(SETTING):
        letters = chosen(values, "letters", squads, status, threshold)
        differences = [paired_difference(chosen(values, rule, squads, status, threshold), letters) for rule in others]
        about = estimate(letters[OVERHEAD][letters[OVERHEAD] > 0].tolist())
        cells = (squads, status, f"{threshold:g}", differences[0].n, plus_minus(about, 0), *map(percent, differences))
        yield f"| {' | '.join(map(str, cells))} |"


def contrasts_table(values: pd.DataFrame) -> Iterator[str]:
    """Markdown: the contrasts of the page's short answer, with squads unless the row says otherwise."""
    yield from head("rule", "against", "squads", "networks", "difference of `O(E)`")
    announced, heard = ("Primary", 1.9), ("All", 1.9)
    rows = [
        ("meaning", announced, "letters", announced, 8, TRIED),
        ("meaning", announced, "letters", announced, 8, 0),
        ("meaning", announced, "letters", announced, 0, 0),
        ("shuffled", announced, "letters", announced, 8, 0),
        ("meaning", heard, "letters", heard, 8, 0),
        ("meaning", announced, "letters", heard, 8, 0),
        ("meaning", ("Primary", 0.5), "meaning", announced, 8, 0),
        ("meaning", ("Primary", 0.5), "meaning", announced, 0, 0),
        ("letters", heard, "sp-nhop", ("All", 0.5), 8, 0),
        ("letters", heard, "sp-nhop", ("All", 0.5), 0, 0),
        ("letters", heard, "sp-ovhd", ("All", 0.5), 8, 0),
    ]
    for rule, setting, other, other_setting, squads, first in rows:
        runs, reference = (
            chosen(values, *which) for which in ((rule, squads, *setting), (other, squads, *other_setting))
        )
        difference = paired_difference(runs[runs.index > first], reference[reference.index > first])
        names = [_named(rule, setting), _named(other, other_setting)]
        networks = f"{difference.n}, those that were not tried before" if first else str(difference.n)
        yield f"| {' | '.join((*names, str(squads), networks, percent(difference)))} |"


def _named(rule: str, setting: tuple[str, float]) -> str:
    return f"`{rule}`" if rule.startswith("sp-") else f"{rule}, {setting[0]}, {setting[1]:g}"


def rules_table(values: pd.DataFrame) -> Iterator[str]:
    """Markdown: each rule in its cheapest setting against SP-OVHD. There is no airtime on ideal radios."""
    metrics = {OVERHEAD: "`O(E)` against `sp-ovhd`", AIRTIME: "airtime against `sp-ovhd`"}
    metrics = {metric: name for metric, name in metrics.items() if metric in values}
    yield from head("squads", "rule", "STATUS", "threshold", *metrics.values(), "delivery")
    for squads, of_squads in values.groupby("squads"):
        reference = chosen(values, "sp-ovhd", int(squads), *_cheapest(of_squads, "sp-ovhd"))
        for rule in of_squads["rule"].unique():
            status, threshold = _cheapest(of_squads, rule)
            runs = chosen(values, rule, int(squads), status, threshold)
            differences = [percent(paired_difference(runs, reference, metric)) for metric in metrics]
            setting = ("", "") if rule.startswith("sp-") else (status, f"{threshold:g}")
            cells = (squads, f"`{rule}`", *setting, *differences, plus_minus(estimate(runs[DELIVERY].tolist()), 3))
            yield f"| {' | '.join(map(str, cells))} |"


def _cheapest(values: pd.DataFrame, rule: str) -> tuple[str, float]:
    """The STATUS and threshold with the least mean O(E); those of one rule that cost the same in their order."""
    status, threshold = values[values["rule"] == rule].groupby([STATUS, THRESHOLD])[OVERHEAD].mean().idxmin()
    return str(status), float(threshold)


def optimum_table(folder: Path, values: pd.DataFrame) -> Iterator[str]:
    """Markdown: O(E) of each rule as a multiple of the least of any tree, by brute force: small networks only."""
    reach = float(swept(folder, "protocol").parameters["range"])
    optima = {
        key: least_overhead(read_network(folder / manifest.RUNS / of_network["variant"].iloc[0] / str(key[1]), reach))
        for key, of_network in values.groupby(["squads", "replication"])
    }
    ratios = values.assign(optimum=[optima[key] for key in zip(values["squads"], values["replication"], strict=True)])
    ratios = ratios[ratios["optimum"] > 0].assign(ratio=lambda rows: rows[OVERHEAD] / rows["optimum"])
    yield from head("squads", "STATUS", "threshold", "rule", "networks", "ratio to the best tree", "best tree found")
    for (squads, status, threshold, rule), rows in ratios.groupby([*SETTING, "rule"], sort=False):
        about = estimate(rows["ratio"].tolist())
        best = (rows[OVERHEAD] == rows["optimum"]).mean()
        cells = (squads, status, f"{threshold:g}", f"`{rule}`", about.n, plus_minus(about, 3), f"{best:.0%}")
        yield f"| {' | '.join(map(str, cells))} |".replace("%", " %")


def main(
    results: Folder,
    optimum: Annotated[bool, typer.Option(help="Compare with the best of all trees, for at most ten nodes.")] = False,
) -> None:
    """Print the tables."""
    values = read_values(results)
    if optimum:
        print("\n".join(optimum_table(results, values)))
        return
    if values["squads"].nunique() > 1:
        print("\n".join(contrasts_table(values)), end="\n\n")
    print("\n".join(knowledge_table(values)))
    print()
    print("\n".join(rules_table(values)))


if __name__ == "__main__":
    run(main)
