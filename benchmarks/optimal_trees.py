"""How far from the best tree each parent rule ends: `./waf python -m benchmarks.optimal_trees results/optimal-trees`.

Reads a finished sweep of scenarios/radio/optimal-trees.toml (small static networks on ideal links), finds by brute
force the least O(E) over all spanning trees of each network, and prints the table that stands in
docs/optimal-trees.md. Nothing of spark_analysis's tree formula is used for the optimum, so that neither can hide the
other's mistake.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.command_line import Folder, run, swept, table
from benchmarks.markdown import head
from schema import filters, manifest, traces
from schema.intervals import estimate

CHUNK = 200_000
"""Candidate trees looked at together; bounds the memory."""


@dataclass(frozen=True)
class Network:
    """A rooted network: who hears whom, and which of the published topics each node wants (bit t: topic t)."""

    root: int
    neighbours: Mapping[int, tuple[int, ...]]
    wants: Mapping[int, int]
    events: tuple[int, ...]
    """Number of events of each topic."""


def least_overhead(network: Network) -> int:
    """The smallest O(E) (TopSim paper, formula 3) of any spanning tree of the root's component."""
    nodes = sorted(_component(network))
    children = [node for node in nodes if node != network.root]
    best = None
    for parents in _chunks([network.neighbours[node] for node in children]):
        overhead = _overheads(network, nodes, children, parents)
        if len(overhead):
            least = int(overhead.min())
            best = least if best is None else min(best, least)
    return best or 0


def _component(network: Network) -> set[int]:
    reached, frontier = {network.root}, [network.root]
    while frontier:
        for node in network.neighbours[frontier.pop()]:
            if node not in reached:
                reached.add(node)
                frontier.append(node)
    return reached


def _chunks(choices: Sequence[tuple[int, ...]]) -> Iterator[np.ndarray]:
    """Every choice of a parent for each node, in arrays of at most CHUNK rows and one column per node."""
    every = itertools.product(*choices)
    while rows := list(itertools.islice(every, CHUNK)):
        yield np.array(rows, dtype=np.int64)


def _overheads(network: Network, nodes: Sequence[int], children: Sequence[int], parents: np.ndarray) -> np.ndarray:
    """O(E) of each row of `parents` that is a tree."""
    index = {node: i for i, node in enumerate(nodes)}
    to = np.zeros((len(parents), len(nodes)), dtype=np.int64)
    for column, node in enumerate(children):
        to[:, index[node]] = np.vectorize(index.get, otypes=[np.int64])(parents[:, column])
    root = index[network.root]
    to[:, root] = root
    ancestor = to.copy()
    for _ in nodes:
        ancestor = np.take_along_axis(to, ancestor, axis=1)
    to = to[(ancestor == root).all(axis=1)]
    rows = np.arange(len(to))
    proxied = np.zeros_like(to)
    inherent = [0 if node == network.root else network.wants.get(node, 0) for node in nodes]
    for _ in nodes:
        for node in children:
            i = index[node]
            proxied[rows, to[:, i]] |= proxied[:, i] | inherent[i]
    overhead = np.zeros(len(to), dtype=np.int64)
    for topic, count in enumerate(network.events):
        for i in range(len(nodes)):
            relays = (proxied[:, i] >> topic) & 1
            overhead += relays * count * (1 if (inherent[i] >> topic) & 1 else 2)
    return overhead


def read_network(run: Path, reach: float) -> Network:
    """The network of a finished run: positions at its start, links up to `reach` metres, wants from its traces."""
    positions = traces.read_trace(run / "positions.trace").rows
    start = positions[positions["time_ns"] == positions["time_ns"].min()]
    at = {int(row["node"]): (float(row["x_m"]), float(row["y_m"])) for row in start}
    neighbours = {
        a: tuple(b for b in at if b != a and np.hypot(at[a][0] - at[b][0], at[a][1] - at[b][1]) <= reach) for a in at
    }
    publications = traces.read_trace(run / "publications.trace")
    (root,) = set(publications.rows["publisher"].tolist())
    counts = Counter(zip(publications.column("topic"), publications.column("attributes"), strict=True))
    contents = sorted(counts)
    subscriptions = traces.read_trace(run / "subscriptions.trace")
    wants: dict[int, int] = {}
    for node, wanted in zip(subscriptions.rows["node"].tolist(), subscriptions.column("filter"), strict=True):
        for bit, (topic, attributes) in enumerate(contents):
            if filters.parse(wanted).matches(topic, filters.attributes_of(attributes)):
                wants[node] = wants.get(node, 0) | 1 << bit
    return Network(root, neighbours, wants, tuple(counts[content] for content in contents))


def compare(folder: Path) -> pd.DataFrame:
    """One row per network and protocol: `replication`, `protocol`, `realised`, `relayed`, `optimum` (O(E) each)."""
    experiment = swept(folder, "protocol")
    values = table(folder, "runs").pivot_table(
        index=["variant", "protocol", "replication"], columns="metric", values="value"
    )
    rows = []
    optima: dict[int, int] = {}
    for (variant, protocol, replication), row in values.iterrows():
        if replication not in optima:
            run = folder / manifest.RUNS / variant / str(replication)
            optima[replication] = least_overhead(read_network(run, float(experiment.parameters["range"])))
        rows.append(
            (replication, protocol, row["pst_overhead_events"], row["relay_overhead_events"], optima[replication])
        )
    return pd.DataFrame(rows, columns=["replication", "protocol", "realised", "relayed", "optimum"])


def ratios(compared: pd.DataFrame, order: Sequence[str]) -> str:
    """Markdown: per protocol the ratio realised / optimum over the networks with an optimum above 0."""
    mean = "mean ratio to optimum"
    lines = head("protocol", "networks", mean, "95 % interval", "median", "worst", "optimal", "within 15 %")
    counted = compared[compared["optimum"] > 0]
    for protocol in order:
        of_rule = counted[counted["protocol"] == protocol]
        ratio = of_rule["realised"] / of_rule["optimum"]
        about = estimate(ratio.tolist())
        lines.append(
            f"| `{protocol}` | {about.n} | {about.mean:.3f} | {about.ci_low:.3f} to {about.ci_high:.3f} "
            f"| {ratio.median():.3f} | {ratio.max():.3f} | {(ratio == 1).mean():.0%} | {(ratio <= 1.15).mean():.0%} |"
        )
    return "\n".join(lines)


def scatter(compared: pd.DataFrame, order: Sequence[str]) -> str:
    """Markdown: a line per network with the optimum and what each rule's tree costs."""
    wide = compared.pivot(index=["replication", "optimum"], columns="protocol", values="realised").reset_index()
    lines = head("network", "optimum", *(f"`{protocol}`" for protocol in order))
    for row in wide.to_dict("records"):
        cells = [f"{row[name]:.0f}" for name in ("replication", "optimum", *order)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main(results: Folder) -> None:
    """Print the tables and, below, what would be wrong with them."""
    protocols = [str(value) for value in swept(results, "protocol").varying["protocol"]]
    outcome = compare(results)
    print(ratios(outcome, protocols))
    print(f"\n{scatter(outcome, protocols)}")
    below = outcome[outcome["realised"] < outcome["optimum"]]
    differing = outcome[outcome["realised"] != outcome["relayed"]]
    print(f"\nbelow the optimum: {len(below)} of {len(outcome)}; different from the tree's formula: {len(differing)}")


if __name__ == "__main__":
    run(main)
