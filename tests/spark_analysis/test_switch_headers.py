"""Runs of every data plane of switches: what is measured of packets with routes, against a plain count of octets.

The count knows where a message begins behind each data plane's headers, and no more; no code of the reader is in it.
"""

from __future__ import annotations

import contextlib
import shutil
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd
import pytest
from analysis_here import analysis_in_this_process
from pyspark.sql import SparkSession

from pyharness.command_line import main
from schema.kinds import network_kind
from schema.traces import read_trace
from spark_analysis.run.packet_store import parse_captures
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import read_plan, read_run
from spark_analysis.run.wired_tables import WIRED_CHECKS

PLAN = """
name = "planes"
question = "Do the numbers of each data plane agree with its captures?"
program = "sdn"
replications = 1

[parameters]
topology = "watts-strogatz"
clusters = 12
degree = 4
hosts_per_cluster = 3
rate_bps = 10000000
host_rate_bps = 100000000
topic_depth = 2
topic_branching = 2
publishers = 3
subscribers = 1.0
topics_per_node = 2
branches = 0.3
event_rate = 5
payload_bytes = 100
period_s = 2
warmup = 5
drain = 1
duration = 12
representative_copy = false
control_captures = false

[[points]]
dataplane = ["topic", "lipsin", "bier"]
policy = ["", "POLICY"]

[[points]]
dataplane = ["lipsin", "bier"]
switches_per_cluster = 2
"""
POLICY = """\
<policy>
  <rule topic="a0.#" cluster="8" level="cluster" action="deny"/>
</policy>
"""
DENIED = ("a0", 8)
PPP_IPV6_UDP = 2 + 40 + 8
ADDED = {"topic": 0, "lipsin": 40, "bier": 24}
"""Bytes of a route in each data plane: BIER has 64 bits for 36 hosts."""
EVENT = bytes.fromhex("50530101")
"""Magic number, version and type of an event."""
ROUTED = {
    "topic": {"frames of events between clusters", "events on their overlay alone"},
    "lipsin": {"edges of overlays that receivers need", "links of events by the filters in packets"},
    "bier": {"egresses of events by the bit strings in packets"},
}
"""The checks that each data plane alone has."""
BY_PORTS = "loads of edges by the counters of ports"


@dataclass(frozen=True)
class Frame:
    """A frame with an event."""

    time_ns: int
    link: tuple[int, int]
    bytes: int
    event: tuple[int, int]


@dataclass(frozen=True)
class Run:
    """A finished run, and what the analysis says of it."""

    folder: Path
    dataplane: str
    has_policy: bool
    window: tuple[int, int]
    metrics: dict[str, float]
    checks: pd.DataFrame

    def records(self) -> Iterator[tuple[int, tuple[int, int], int, bytes]]:
        """Time, link, length and octets of each frame of all captures of links."""
        for file in self.folder.glob("link-*.pcap"):
            start, end = map(int, file.stem.removeprefix("link-").split("-"))
            data, at = file.read_bytes(), 24
            while at < len(data):
                seconds, fraction, kept, length = struct.unpack_from("<IIII", data, at)
                yield seconds * 10**9 + fraction, (start, end), length, data[at + 16 : at + 16 + kept]
                at += 16 + kept

    def events(self) -> list[Frame]:
        """The frames with an event, its route in front of it or not."""
        found = []
        for time_ns, link, length, octets in self.records():
            for at in {PPP_IPV6_UDP, PPP_IPV6_UDP + ADDED[self.dataplane]}:
                if octets[at : at + 4] == EVENT:
                    found.append(Frame(time_ns, link, length, struct.unpack_from(">II", octets, at + 8)))
        return found

    @cached_property
    def roles(self) -> dict[tuple[int, int], str]:
        trace = read_trace(self.folder / "link_roles.trace")
        ends = zip(trace.rows["from_node"].tolist(), trace.rows["to_node"].tolist(), strict=True)
        return dict(zip(ends, map(str, trace.column("role")), strict=True))

    @cached_property
    def clusters(self) -> dict[int, int]:
        """The cluster of each switch and host."""
        found: dict[int, int] = {}
        for table in ("switches", "hosts"):
            rows = read_trace(self.folder / f"{table}.trace").rows
            found |= dict(zip(rows["node"].tolist(), rows["cluster"].tolist(), strict=True))
        return found

    def published(self) -> dict[tuple[int, int], tuple[int, str]]:
        """Time and topic of each event."""
        trace = read_trace(self.folder / "publications.trace")
        rows, topics = trace.rows, trace.column("topic")
        events = zip(rows["publisher"].tolist(), rows["sequence"].tolist(), strict=True)
        return dict(zip(events, zip(rows["time_ns"].tolist(), map(str, topics), strict=True), strict=True))


@pytest.fixture(scope="module")
def runs(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    folder = tmp_path_factory.mktemp("planes")
    policy = folder / "policy.xml"
    policy.write_text(POLICY)
    plan = folder / "planes.toml"
    plan.write_text(PLAN.replace("POLICY", str(policy)))
    with analysis_in_this_process():
        assert main(["sweep", str(plan), "--results", str(folder / "results")]) == 0
    results = folder / "results"
    metrics = pd.read_parquet(results / "tables" / "runs.parquet")
    checks = pd.read_parquet(results / "tables" / "checks.parquet")
    found = []
    for finished in read_plan(results).finished:
        run, path = read_run(finished), Path(finished.path)
        variant = path.parent.name
        about = metrics[metrics["variant"] == variant] if variant in set(metrics["variant"]) else metrics.iloc[:0]
        found.append(
            Run(
                path,
                next(plane for plane in ADDED if f"dataplane={plane}," in f"{variant},"),
                "policy.xml" in variant,
                (run.start_ns, run.end_ns),
                dict(zip(about["metric"], about["value"], strict=True)),
                checks[checks["variant"] == variant],
            )
        )
    assert len(found) == 8 and all(run.metrics for run in found)
    return found


def test_captures_agree_with_traces_and_routes(runs: list[Run]) -> None:
    for run in runs:
        wrong = run.checks[~run.checks["equal"]]
        assert wrong.empty, wrong.to_string()
        counted = dict(zip(run.checks["check"], run.checks["trace_value"], strict=True))
        assert {name for names in ROUTED.values() for name in names} & counted.keys() == ROUTED[run.dataplane]
        assert min(counted[name] for name in ROUTED[run.dataplane]) > 50 and counted[BY_PORTS] > 50


def test_metrics_are_those_of_a_plain_count(runs: list[Run]) -> None:
    for run in runs:
        events, published, roles = run.events(), run.published(), run.roles
        first, last = run.window
        measured = {event for event, (time_ns, _) in published.items() if first <= time_ns <= last}
        frames = sum(roles[each.link] == "trunk" and each.event in measured for each in events)
        needed = frames / run.metrics["tree_cost_ratio"]
        assert frames > 200 and needed == pytest.approx(round(needed))
        load = sum(
            length * 8
            for time_ns, link, length, _ in run.records()
            if roles[link] == "trunk" and first <= time_ns <= last
        )
        assert run.metrics["total_link_load_bps"] == pytest.approx(load * 1e9 / (last - first))
        made = read_trace(run.folder / "deliveries.trace").rows
        due = {
            tuple(row) for row in read_trace(run.folder / "due.trace").rows[["publisher", "sequence", "node"]].tolist()
        }
        delivered = {tuple(row) for row in made[["publisher", "sequence", "node"]].tolist()} & due
        headers = sum(each.bytes - 100 for each in events)
        assert run.metrics["header_bytes_per_delivery"] == pytest.approx(headers / len(delivered))


def test_the_same_trees_are_needed_in_every_data_plane(runs: list[Run]) -> None:
    """The workload is paired, so frames over the ratio is one number for all runs without a policy."""
    needed = set()
    for run in runs:
        if not run.has_policy:
            first, last = run.window
            measured = {event for event, (time_ns, _) in run.published().items() if first <= time_ns <= last}
            frames = sum(run.roles[each.link] == "trunk" and each.event in measured for each in run.events())
            needed.add(round(frames / run.metrics["tree_cost_ratio"]))
    assert len(needed) == 1


def test_links_that_a_filter_has_by_chance_cost(runs: list[Run]) -> None:
    """Frames on edges that no overlay of their topic ever had are in the frames that the metrics count."""
    by_chance = 0
    for run in runs:
        trees = read_trace(run.folder / "topic_trees.trace")
        edges = {
            (str(topic), int(row["a"]), int(row["b"]))
            for row, topic in zip(trees.rows, trees.column("topic"), strict=True)
        }
        topics, clusters, roles = run.published(), run.clusters, run.roles
        off = sum(
            roles[each.link] == "trunk"
            and (topics[each.event][1], *sorted(clusters[node] for node in each.link)) not in edges
            for each in run.events()
        )
        assert run.dataplane != "topic" or off == 0
        by_chance += off if run.dataplane == "lipsin" else 0
    assert by_chance > 10


def test_frames_at_a_forbidden_cluster_are_counted(runs: list[Run]) -> None:
    """A host's frames to its own switch do not count. Bit strings go the shortest way, whatever the policy says."""
    branch, cluster = DENIED
    for run in runs:
        clusters, topics, roles = run.clusters, run.published(), run.roles
        found = sum(
            topics[each.event][1].startswith(branch)
            and cluster in {clusters[node] for node in each.link}
            and not (roles[each.link] == "host" and each.link[0] == each.event[0])
            for each in run.events()
        )
        if not run.has_policy:
            assert found > 0 and "forbidden_transmissions" not in run.metrics, "else the test would see nothing"
            continue
        assert run.metrics["forbidden_transmissions"] == found, run.dataplane
        assert run.dataplane != "topic" or found == 0
        assert run.dataplane != "bier" or found > 0


@pytest.mark.parametrize("dataplane", ["lipsin", "bier"])
def test_a_link_that_lost_its_frames_shows_in_the_checks(runs: list[Run], dataplane: str, tmp_path: Path) -> None:
    run = next(each for each in runs if each.dataplane == dataplane and not each.has_policy)
    experiment = run.folder.parents[2]
    shutil.copytree(experiment, tmp_path / "results", ignore=shutil.ignore_patterns("parsed", "tables"))
    frames = Counter(each.link for each in run.events() if run.roles[each.link] == "trunk")
    ((start, end), _), *_ = frames.most_common(1)
    damaged = next(
        each for each in read_plan(tmp_path / "results").finished if Path(each.path).parts[-2:] == run.folder.parts[-2:]
    )
    about = read_run(damaged)
    file = Path(damaged.path) / f"link-{start}-{end}.pcap"
    file.write_bytes(file.read_bytes()[:24])
    parse_captures(Path(damaged.path), tmp_path / "packets.parquet", network_kind("wired"))
    with contextlib.closing(RunTables(about, tmp_path / "packets.parquet")) as tables:
        found = {
            name: (by_traces, by_captures) for name, by_traces, by_captures in tables.query(WIRED_CHECKS).fetchall()
        }
    for name in ROUTED[dataplane]:
        by_traces, by_captures = found[name]
        assert by_traces - 5 > by_captures > 0, name
