"""Every metric of random small runs against a computation in plain Python that shares no line with the analysis."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from test_capture_reader import frame
from test_metrics import ONE, PARAMETERS, SECOND, TAP_BYTES, beacon, event, microseconds
from written_run import write_plan, write_run

from schema.traces import NO_NODE, UNREACHABLE
from spark_analysis.metrics.catalogue import metrics_of
from spark_analysis.run.measurement import measure_run
from spark_analysis.run.runs import read_plan

Rows = dict[str, list[tuple[Any, ...]]]
Radios = dict[int, list[tuple[int, bytes, bool]]]
NODES = range(6)
PAYLOAD = 10
TOPICS = ("a", "a.b", "a.b.c", "x.y", "b.a")


def random_run(draw: random.Random) -> tuple[Rows, Radios]:
    """Moving nodes, two publishers, trees and interests that change, frames that are lost, repeated and unwanted."""
    tables: Rows = defaultdict(list)
    radios: Radios = {node: [] for node in NODES}
    tables["nodes"] = [(node, str(node), "m", "i") for node in NODES]
    for second in range(21):
        for node in NODES:
            tables["positions"].append((second * SECOND, node, draw.uniform(0, 250), draw.uniform(0, 250)))
    for node in NODES:
        tables["subscriptions"].append((0, node, draw.choice(TOPICS), 1))
    for time in sorted(draw.sample(range(1, 20), 8)):
        node, root = draw.choice(NODES[1:]), draw.choice((0, 3))
        tables["parents"].append((time * SECOND, node, root, NO_NODE, draw.choice([*NODES, NO_NODE]), 0.0, 0.0))
    sequences: Counter[int] = Counter()
    for at in sorted(draw.sample(range(8, 20), 6)):
        publisher = draw.choice((0, 3))
        sequences[publisher] += 1
        publish(draw, at * SECOND, publisher, sequences[publisher], tables, radios)
    for _ in range(12):
        time, node = draw.randrange(20 * SECOND), draw.choice(NODES)
        tables["transmissions"].append((time, node, 2, NO_NODE, 0, 20, NO_NODE))
        radios[node].append((time, beacon(node), False))
        for other in set(NODES) - {node}:
            if draw.random() < 0.4:
                radios[other].append((time + 9, beacon(node), True))
    tables["deliveries"].sort()
    return tables, {node: sorted(records) for node, records in radios.items()}


def publish(draw: random.Random, at: int, publisher: int, number: int, tables: Rows, radios: Radios) -> None:
    tables["publications"].append((at, publisher, number, "a", "", PAYLOAD))
    for node in set(NODES) - {publisher}:
        if draw.random() < 0.6:
            tables["due"].append((publisher, number, node, draw.choice([1, 2, 3, UNREACHABLE])))
    for sender in NODES:
        if draw.random() < 0.5:
            time = at + sender * 1000
            tables["transmissions"].append((time, sender, 1, publisher, number, 30, NO_NODE))
            radios[sender].append((time, event(publisher, number, sender, 1), False))
            for other in set(NODES) - {sender}:
                if draw.random() < 0.6:
                    radios[other].append((time + 9, event(publisher, number, sender, 1), True))
    due = {row[2] for row in tables["due"] if row[:2] == (publisher, number)}
    for node in set(NODES) - {publisher}:
        if draw.random() < 0.6:
            age = draw.randrange(1, 10**8)
            hops = draw.randint(1, 4)
            tables["deliveries"].append((at + age, node, publisher, number, int(node in due), hops, age))


class Plainly:
    """The metrics by their definitions in the catalogue, one loop at a time."""

    def __init__(self, tables: Rows, radios: Radios) -> None:
        self.tables, self.radios = tables, radios
        self.due = {(row[0], row[1], row[2]): row[3] for row in tables["due"]}
        self.made = {
            (row[2], row[3], row[1]): (row[5], row[6])
            for row in tables["deliveries"]
            if (row[2], row[3], row[1]) in self.due
        }
        records = [(node, *record) for node, heard in radios.items() for record in heard]
        self.sent = [(node, time, told(message)) for node, time, message, received in records if not received]
        self.heard = [(node, time, told(message)) for node, time, message, received in records if received]
        self.in_window = [one for one in self.sent if 10 * SECOND <= one[1] <= 20 * SECOND]

    def events_sent(self) -> list[tuple[int, int, int]]:
        return [(*what[1:], node) for node, _, what in self.sent if what[0] == "event"]

    def latency(self, share: float) -> float:
        """Linear between the two that are nearest."""
        ages = sorted(age / 1e9 for _, age in self.made.values())
        at = share * (len(ages) - 1)
        low = math.floor(at)
        return ages[low] + (at - low) * (ages[min(low + 1, len(ages) - 1)] - ages[low])

    def duplicates(self) -> float:
        had: set[tuple[int, int, int]] = set()
        heard = [(node, what) for node, _, what in self.heard if what[0] == "event"]
        again = 0
        for node, (_, publisher, number) in heard:
            again += node == publisher or (node, publisher, number) in had
            had.add((node, publisher, number))
        return again / len(heard)

    def airtime(self) -> float:
        taken = 0
        for heard in self.radios.values():
            for time, message, _ in heard:
                if 10 * SECOND <= time <= 20 * SECOND:
                    taken += microseconds(message)
        return taken / 1e6 / len(NODES) / 10

    def control_bytes(self) -> int:
        return sum(
            len(frame(beacon(node))) - TAP_BYTES for node, _, what in self.in_window if what[0] == "beacon"
        )  # an event frame has no header of a protocol in front

    def parents(self, time: int) -> dict[int, dict[int, int]]:
        found: dict[int, dict[int, int]] = {0: {}, 3: {}}
        for at, node, root, _, parent, *_ in self.tables["parents"]:
            if at <= time:
                found[root].pop(node, None)
                if parent != NO_NODE:
                    found[root][node] = parent
        return found

    def pst_overhead(self) -> int:
        total = 0
        for at, publisher, number, *_ in self.tables["publications"]:
            parent = self.parents(at)[publisher]
            wanting = {node for p, n, node in self.due if (p, n) == (publisher, number)}
            proxies = set()
            for node in wanting:
                chain = [node]
                while chain[-1] in parent and chain[-1] != publisher and len(chain) < 10:
                    chain.append(parent[chain[-1]])
                if chain[-1] == publisher:
                    proxies |= set(chain[1:])
            total += sum(1 if node in wanting and node != publisher else 2 for node in proxies)
        return total

    def similarity(self) -> float:
        wanted = {node: topic for _, node, topic, _ in self.tables["subscriptions"]}
        values = [
            var_bleu(wanted[child].split("."), wanted[parent].split("."))
            for at, publisher, *_ in self.tables["publications"]
            for child, parent in self.parents(at)[publisher].items()
        ]
        return statistics.fmean(values)

    def place(self, time: int, node: int) -> tuple[float, float]:
        samples = [(row[2], row[3]) for row in self.tables["positions"] if row[1] == node]
        second = min(time / SECOND, 20 - 1e-12)
        low = math.floor(second)
        return tuple(
            here + (second - low) * (there - here) for here, there in zip(samples[low], samples[low + 1], strict=True)
        )

    def near(self, time: int, one: int, other: int) -> bool:
        return math.dist(self.place(time, one), self.place(time, other)) <= 100

    def orphans(self) -> float:
        roots = {row[1] for row in self.tables["publications"]}
        connected = without = 0
        for second in range(10, 21):
            parents = self.parents(second * SECOND)
            for root in roots:
                reached = {root}
                for _ in NODES:
                    reached |= {b for a in reached for b in NODES if self.near(second * SECOND, a, b)}
                connected += len(reached) - 1
                without += sum(node not in parents[root] for node in reached - {root})
        return without / connected

    def collisions(self) -> float:
        possible = lost = 0
        for sender, time, what in self.sent:
            for node in set(NODES) - {sender}:
                if self.near(time, sender, node):
                    possible += 1
                    lost += (node, time + 9, what) not in self.heard
        return lost / possible

    def metrics(self) -> dict[str, float]:
        made, due, nodes = self.made, self.due, len(NODES)
        reachable = {key for key, hops in due.items() if hops != UNREACHABLE}
        relayed = self.events_sent()
        per_node = [sum(node == one[0] for one in self.in_window) for node in NODES]
        control = [one for one in self.in_window if one[2][0] == "beacon"]
        changes = [row for row in self.tables["parents"] if 10 * SECOND <= row[0] <= 20 * SECOND]
        return {
            "events": len(self.tables["publications"]),
            "due_deliveries": len(due),
            "deliveries": len(made),
            "delivery_ratio": len(made) / len(due),
            "reachable_delivery_ratio": len(reachable & set(made)) / len(reachable),
            "duplicate_ratio": self.duplicates(),
            "false_delivery_ratio": 1 - len(made) / len(self.tables["deliveries"]),
            "latency_p50_s": self.latency(0.5),
            "latency_p95_s": self.latency(0.95),
            "hops_mean": statistics.fmean(hops for hops, _ in made.values()),
            "path_stretch": statistics.fmean(made[key][0] / due[key] for key in reachable & set(made)),
            "pst_overhead_events": self.pst_overhead(),
            "relay_overhead_events": sum(1 if key in due else 2 for key in relayed),
            "tx_per_delivery": len(relayed) / len(made),
            "control_bytes_per_delivered_byte": self.control_bytes() / (PAYLOAD * len(made)),
            "control_tx_per_node_s": len(control) / nodes / 10,
            "airtime_fraction": self.airtime(),
            "tx_fairness": sum(per_node) ** 2 / (nodes * sum(sent**2 for sent in per_node)),
            "parent_changes_per_node_min": len(changes) / nodes / (10 / 60),
            "tree_similarity": self.similarity(),
            "orphan_time_fraction": self.orphans(),
            "mac_collision_ratio": self.collisions(),
        }


def told(message: bytes) -> tuple[Any, ...]:
    """`beacon` and who sent it, or `event`, publisher and number: read at the places that the wire's table says."""
    if message[3] == 2:
        return "beacon", int.from_bytes(message[4:8])
    return "event", int.from_bytes(message[8:12]), int.from_bytes(message[12:16])


def var_bleu(own: list[str], other: list[str]) -> float:
    """TopSim, formulas 5 to 7: the shares of words and of pairs of words that need no edit."""
    total = 0.0
    for size in (1, 2):
        a, b = ([tuple(words[at : at + size]) for at in range(len(words) - size + 1)] for words in (own, other))
        if a:
            total += max(0.0, 1 - edits(a, b) / len(a))
    return total


def edits(a: list[Any], b: list[Any]) -> int:
    if not a or not b:
        return len(a) + len(b)
    return min(edits(a[1:], b) + 1, edits(a, b[1:]) + 1, edits(a[1:], b[1:]) + (a[0] != b[0]))


@pytest.mark.parametrize("seed", range(12))
def test_random_runs(tmp_path: Path, seed: int) -> None:
    tables, radios = random_run(random.Random(seed))
    write_plan(tmp_path, [ONE], 1)
    write_run(tmp_path, ONE, 1, tables, radios, PARAMETERS)
    (finished,) = read_plan(tmp_path).finished
    measured = measure_run(tmp_path, finished)
    values = {row["metric"]: row["value"] for row in measured.metrics}
    expected = Plainly(tables, radios).metrics()
    assert set(expected) == {metric.name for metric in metrics_of("radio")}
    assert values == pytest.approx(expected, rel=1e-12)
    loads = {row["node"]: row["tx_frames"] for row in measured.loads}
    assert loads == {node: sum(node == one[0] for one in Plainly(tables, radios).in_window) for node in NODES}
    shares = {round(row["quantile"], 2): row["latency_s"] for row in measured.latencies}
    assert shares[0.25] == pytest.approx(Plainly(tables, radios).latency(0.25), rel=1e-12) and len(shares) == 99
