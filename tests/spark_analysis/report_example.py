"""Makes the folder of an experiment that never ran: what the report's tests look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import nan, sqrt
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats
from written_run import write_capture, write_trace

from schema.manifest import Experiment, Manifest, Scalar, sealed
from schema.messages import encode
from schema.traces import NO_NODE, TABLES
from spark_analysis.statistics.table_columns import RESULT_TABLES

UNITS = {
    "delivery_ratio": "1",
    "reachable_delivery_ratio": "1",
    "duplicate_ratio": "1",
    "latency_p50_s": "s",
    "latency_p95_s": "s",
    "hops_mean": "hops",
    "path_stretch": "1",
    "pst_overhead_events": "events",
    "relay_overhead_events": "events",
    "tx_per_delivery": "transmissions",
    "control_bytes_per_delivered_byte": "1",
    "control_tx_per_node_s": "1/s",
    "airtime_fraction": "1",
    "tx_fairness": "1",
    "parent_changes_per_node_min": "1/min",
    "tree_similarity": "1",
    "mac_collision_ratio": "1",
}
FOUR: tuple[Scalar, ...] = ("sp-nhop", "sp-ovhd", "sp-combo", "topsim")
_LEVEL = (0.88, 0.93, 0.12, 0.006, 0.041, 2.4, 1.18, 4180.0, 3960.0, 1.62, 0.84, 1.31, 0.064, 0.82, 1.7, 0.61, 0.03)

Measure = Callable[[str, Mapping[str, Scalar], int], float]


@dataclass(frozen=True)
class Definition:
    name: str
    unit: str
    definition: str
    source: str


DEFINITIONS = tuple(Definition(name, unit, f"What {name} counts.", "traces") for name, unit in UNITS.items())


@dataclass
class Example:
    """An experiment to be: change a field, then `write` it."""

    varying: dict[str, tuple[Scalar, ...]] = field(default_factory=lambda: {"protocol": FOUR})
    replications: int = 10
    question: str = "Does similarity-aware parent choice lower the overhead of a mobile network of 50 nodes?"
    name: str = "demo"
    measure: Measure | None = None
    failures: Mapping[tuple[str, int], str] = field(default_factory=dict)
    with_pairs: bool = True
    differing_checks: Sequence[tuple[str, int, str, float, float]] = ()
    truncated: int = 0
    with_distributions: bool = True
    metrics: Sequence[str] = tuple(UNITS)
    replayed: bool = False
    """Whether the first replications leave traces and captures to replay; flooding keeps no tree."""
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    bounds: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def points(self) -> dict[str, dict[str, Scalar]]:
        grid = (dict(zip(self.varying, values, strict=True)) for values in product(*self.varying.values()))
        return {",".join(f"{key}={value}" for key, value in point.items()): point for point in grid}

    def write(self, folder: Path) -> Path:
        (folder / "tables").mkdir(parents=True)
        points = self.points()
        fixed: dict[str, Scalar] = {"nodes": 50, "duration": 120.0, "mobility": "steady-waypoint", "standard": "80211g"}
        plan = Experiment(
            name=self.name,
            question=self.question,
            program="manet",
            parameters=fixed,
            varying=self.varying,
            units={"nodes": "nodes", "duration": "s", "speed": "m/s"},
            labels=self.labels,
            bounds=self.bounds,
            variants=tuple(points),
            replications=self.replications,
            source=f'program = "manet"\nquestion = "{self.question}"\n',
        )
        (folder / "experiment.json").write_text(plan.model_dump_json())
        for (variant, point), k in product(points.items(), range(1, self.replications + 1)):
            self._manifest(folder, variant, point, fixed | point, k)
        runs = self._runs(points)
        summary = _summary(runs)
        frames = {"runs": runs, "summary": summary, "pairs": _pairs(runs) if self.with_pairs else _pairs(runs).iloc[:0]}
        frames |= {"checks": self._checks(points), "captures": self._captures(points)}
        frames |= {"latencies": self._latencies(points), "loads": self._loads(points)}
        if not self.with_distributions:
            frames |= {name: frames[name].iloc[:0] for name in ("latencies", "loads")}
        frames["warmup"] = pd.DataFrame(columns=[column.name for column in RESULT_TABLES["warmup"].columns])
        for name, frame in frames.items():
            frame.to_parquet(folder / "tables" / f"{name}.parquet")
        return folder

    def _manifest(
        self, folder: Path, variant: str, point: dict[str, Scalar], parameters: dict[str, Scalar], k: int
    ) -> None:
        error = self.failures.get((variant, k))
        arguments = [f"--{key}={value}" for key, value in parameters.items()]
        manifest = Manifest(
            experiment=self.name,
            variant=variant,
            replication=k,
            state="done" if error is None else "failed",
            identity=f"{k:064x}",
            program="manet",
            program_sha256="ab" * 32,
            parameters=parameters,
            varying=point,
            rng_run=k,
            versions={"ns-3": "3.44", "project": "0.1.0"},
            command=["./waf", "--run", " ".join(["manet", *arguments, f"--RngRun={k}"])],
            started="2026-01-02T03:04:05Z",
            wall_seconds=3.25,
            peak_memory_bytes=100_000_000,
            exit_status=0 if error is None else -11,
            error=error or "",
        )
        run = folder / "runs" / variant / str(k)
        run.mkdir(parents=True)
        (run / "manifest.json").write_text(sealed(manifest))
        if self.replayed and k == 1:
            write_walk(run, tree=point["protocol"] != "flooding")

    def _done(self, points: Mapping[str, object]) -> list[tuple[str, int]]:
        cells = product(points, range(1, self.replications + 1))
        return [cell for cell in cells if cell not in self.failures]

    def _runs(self, points: Mapping[str, Mapping[str, Scalar]]) -> pd.DataFrame:
        rows = [
            (self.name, variant, k, metric, (self.measure or _plausible)(metric, points[variant], k), unit)
            for variant, k in self._done(points)
            for metric, unit in UNITS.items()
            if metric in self.metrics
        ]
        return pd.DataFrame(rows, columns=["experiment", "variant", "replication", "metric", "value", "unit"])

    def _latencies(self, points: Mapping[str, object]) -> pd.DataFrame:
        """Three times as long for each variant as for the one before, and as long again for late deliveries."""
        rows = [
            (variant, k, quantile / 100, 0.002 * 3**place * (1 + k / 50) * (0.1 + (quantile / 100) ** 4 * 10))
            for place, variant in enumerate(points)
            for k in range(1, self.replications + 1)
            if (variant, k) not in self.failures
            for quantile in range(1, 100)
        ]
        return pd.DataFrame(rows, columns=["variant", "replication", "quantile", "latency_s"])

    def _loads(self, points: Mapping[str, object]) -> pd.DataFrame:
        rows = [
            (variant, k, node, 100 + 400 // (1 + (node * (place + 1) + k) % 20))
            for place, variant in enumerate(points)
            for k in range(1, self.replications + 1)
            if (variant, k) not in self.failures
            for node in range(20)
        ]
        return pd.DataFrame(rows, columns=["variant", "replication", "node", "tx_frames"])

    def _checks(self, points: Mapping[str, object]) -> pd.DataFrame:
        rows = [
            (self.name, variant, k, check, 1200.0, 1200.0, True)
            for variant, k in self._done(points)
            for check in ("deliveries", "data_transmissions", "control_transmissions")
        ]
        rows += [(self.name, *row, False) for row in self.differing_checks]
        columns = ["experiment", "variant", "replication", "check", "trace_value", "pcap_value", "equal"]
        return pd.DataFrame(rows, columns=columns)

    def _captures(self, points: Mapping[str, object]) -> pd.DataFrame:
        rows = [
            (self.name, variant, k, 84_211, self.truncated if k == 1 else 0, 0, 0, 0)
            for variant, k in self._done(points)
        ]
        columns = [
            "experiment",
            "variant",
            "replication",
            "good",
            "truncated",
            "oversized",
            "undecodable",
            "bytes_skipped",
        ]
        return pd.DataFrame(rows, columns=columns)


S, MS = 1_000_000_000, 1_000_000
NODES, SECONDS, PUBLISHED = 9, 20, (5, 9, 14)


def write_walk(run: Path, *, tree: bool) -> None:
    """Traces and captures of nine nodes that walk in a row; three events of node 0 go from each to the next.

    Nodes 4 and 8 want them, 8 does not get the last one. At 10 s node 8 leaves its parent 7 for 6.
    """
    hop = 2 * MS
    ways = [(at * S, number, range(NODES - 1 if number < 3 else 5)) for number, at in enumerate(PUBLISHED, 1)]
    tables: dict[str, list[tuple[object, ...]]] = {table: [] for table in TABLES}
    tables["nodes"] = [(node, str(node), "00:00:00:00:00:00", "10.0.0.1") for node in range(NODES)]
    for second, node in product(range(SECONDS + 1), range(NODES)):
        tables["positions"].append((second * S, node, 100.0 * node + 5 * second, 40.0 * (node % 3) + second))
    heard: dict[int, list[tuple[int, bytes, bool]]] = {node: [] for node in range(NODES)}
    for start, number, senders in ways:
        tables["publications"].append((start, 0, number, "enemy.troop.count", "", 64))
        tables["due"] += [(0, number, node, node) for node in (4, 8)]
        for node in senders:
            tables["transmissions"].append((start + node * hop, node, 1, 0, number, 60, NO_NODE))
            about = {"node": node, "publisher": 0, "sequence": number, "published_ns": start, "hops": node + 1}
            about |= {"topic": "enemy.troop.count", "attributes": [], "payload_bytes": 0}
            heard[node + 1].append((start + (node + 1) * hop - MS, encode("event", about), True))
        reached = [node for node in (4, 8) if node <= len(senders)]
        tables["deliveries"] += [(start + node * hop, node, 0, number, 1, node, node * hop) for node in reached]
    tables["transmissions"] += [(at * S, 1, 2, NO_NODE, 0, 30, NO_NODE) for at in range(15, SECONDS)]
    if tree:
        tables["parents"] = [(S, node, 0, NO_NODE, node - 1, 1.0, 0.0) for node in range(1, NODES)]
        tables["parents"].append((10 * S, 8, 0, 7, 6, 1.0, 0.0))
    for table, rows in tables.items():
        write_trace(run, table, rows)
    for node, messages in heard.items():
        write_capture(run, node, messages)


def _plausible(metric: str, point: Mapping[str, Scalar], k: int) -> float:
    """Replications share their luck, protocols differ a little, and speed does harm."""
    place = list(UNITS).index(metric)
    level = _LEVEL[place]
    names = [*FOUR, *(f"protocol-{n}" for n in range(20))]
    rank = names.index(point["protocol"]) if point.get("protocol") in names else 0
    luck = np.random.default_rng([k, place]).normal(0, 0.02)
    noise = np.random.default_rng([k, place, rank, int(point.get("speed", 0))]).normal(0, 0.01)
    effect = {0: 0.0, 1: -0.004, 2: 0.006, 3: 0.03}.get(rank, -0.01 * rank)
    harm = 0.012 * float(point.get("speed", 0))
    sign = 1 if metric in {"delivery_ratio", "reachable_delivery_ratio", "tree_similarity"} else -1
    return float(level * (1 + luck + noise + sign * (effect - harm)))


def _interval(values: np.ndarray) -> tuple[float, float, float, float]:
    mean, n = float(values.mean()), len(values)
    if n < 2:
        return mean, float("nan"), float("nan"), float("nan")
    sd = float(values.std(ddof=1))
    half = float(stats.t.ppf(0.975, n - 1)) * sd / sqrt(n)
    return mean, sd, mean - half, mean + half


def _summary(runs: pd.DataFrame) -> pd.DataFrame:
    rows = []
    for (variant, metric, unit), group in runs.groupby(["variant", "metric", "unit"], sort=False):
        values = group["value"].dropna().to_numpy()
        numbers = _interval(values) if len(values) else (float("nan"),) * 4
        rows.append((variant, metric, unit, len(values), *numbers))
    return pd.DataFrame(rows, columns=["variant", "metric", "unit", "n", "mean", "sd", "ci_low", "ci_high"])


def _pairs(runs: pd.DataFrame) -> pd.DataFrame:
    rows = []
    for metric, group in runs.groupby("metric", sort=False):
        table = group.pivot(index="replication", columns="variant", values="value")
        found = []
        for a, b in combinations(list(dict.fromkeys(group["variant"])), 2):
            difference = (table[a] - table[b]).dropna().to_numpy()
            if not len(difference):
                continue
            mean, sd, low, high = _interval(difference)
            p = float(stats.ttest_1samp(difference, 0).pvalue) if sd > 0 else float("nan")
            found.append([metric, a, b, len(difference), mean, low, high, p])
        order = sorted(range(len(found)), key=lambda i: found[i][7])
        worst = 0.0
        for place, i in enumerate(order):
            worst = max(worst, min(1.0, found[i][7] * (len(found) - place)))
            found[i].append(worst)
        rows += found
    columns = ["metric", "variant_a", "variant_b", "n", "mean_difference", "ci_low", "ci_high", "p_value", "p_holm"]
    return pd.DataFrame(rows, columns=columns).assign(effect_size=nan)
