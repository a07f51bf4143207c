"""Makes the folder of an experiment that never ran: what the report's tests look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import sqrt
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

from schema.manifest import Experiment, Manifest, Scalar, sealed

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

    def _done(self, points: Mapping[str, object]) -> list[tuple[str, int]]:
        cells = product(points, range(1, self.replications + 1))
        return [cell for cell in cells if cell not in self.failures]

    def _runs(self, points: Mapping[str, Mapping[str, Scalar]]) -> pd.DataFrame:
        rows = [
            (self.name, variant, k, metric, (self.measure or _plausible)(metric, points[variant], k), unit)
            for variant, k in self._done(points)
            for metric, unit in UNITS.items()
        ]
        return pd.DataFrame(rows, columns=["experiment", "variant", "replication", "metric", "value", "unit"])

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
    return pd.DataFrame(rows, columns=columns)
