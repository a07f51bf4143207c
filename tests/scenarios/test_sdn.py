"""The program sdn: its parameters, what it refuses, and the bytes of its output."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scenario_bench import Program, Recorded
from sdn_capture import crossings, event_rows, network, publications, records

from schema.traces import NO_NODE, read_trace

S = 10**9
SHORT = ("--clusters=6", "--degree=2", "--duration=8", "--warmup=4", "--drain=1", "--event_rate=5")
PIECES = "a b\nb c\nd e\n"
CONTRADICTION = """\
<policy>
  <rule topic="a0.#" cluster="2" level="cluster" action="deny"/>
  <rule topic="a0.#" cluster="2" level="cluster" action="allow"/>
</policy>
"""
FAR_CLUSTER = '<policy><rule topic="a0.#" cluster="99" level="cluster" action="deny"/></policy>'


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--policy={}/contradiction.xml",), ("contradiction.xml", "a0.#", "2")),
        (("--policy={}/far.xml",), ("99",)),
        (("--policy={}/gone.xml",), ("gone.xml",)),
        (("--policy={}/broken.xml",), ("broken.xml",)),
        (("--policy={}/far.xml", "--strategy=unicast"), ("--policy", "--strategy=unicast")),
        (("--topic_depth=1", "--topic_branching=200"), ("103",)),
        (("--topology=file", "--topology_file={}/pieces.txt"), ("pieces.txt", "connected")),
        (("--topology=file",), ("--topology=file", "--topology_file")),
        (("--topology_file={}/pieces.txt",), ("--topology=file", "--topology_file")),
        (("--strategy=file",), ("--strategy=file", "--overlay_file")),
        (("--predictor=network",), ("--predictor=network", "--predictor_file")),
        (("--dataplane=bier", "--strategy=brokers"), ("--dataplane=bier", "--strategy=brokers")),
        (("--failure=server", "--strategy=unicast"), ("--failure=server",)),
        (("--failure=link", "--failure_which=99999"), ("--failure_which=99999",)),
        (("--failure=link", "--failure_s=500"), ("--failure_s=500",)),
        (("--publishers=99",), ("--publishers=99", "at most 20")),
        (("--topic_depth=8", "--topic_branching=9"), ("--topic_branching", "4096")),
        (("--bursts=on-off", "--burst_factor=50"), ("--burst_factor=50",)),
        (("--strategy=best",), ("--strategy=best", "sdnps, flooding, spt, core, steiner, load-steiner")),
        (("--workload_file={}/host.txt",), ("host.txt", "line 2")),
        (("--workload_file={}/verb.txt",), ("verb.txt", "line 1", "publish")),
        (("--duration=5",), ("--duration=5",)),
    ],
)
def test_wrong_usage_is_one_sentence(
    program: Program, tmp_path: Path, arguments: tuple[str, ...], told: tuple[str, ...]
) -> None:
    (tmp_path / "contradiction.xml").write_text(CONTRADICTION)
    (tmp_path / "far.xml").write_text(FAR_CLUSTER)
    (tmp_path / "broken.xml").write_text("<policy><rule topic=")
    (tmp_path / "pieces.txt").write_text(PIECES)
    (tmp_path / "host.txt").write_text("subscribe 0 a\nsubscribe 99 a\n")
    (tmp_path / "verb.txt").write_text("shout 0 a\n")
    done = program("sdn", *(each.format(tmp_path) for each in arguments), f"--out={tmp_path}/out")
    assert done.returncode == 2, done.stderr
    assert done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    assert all(words in done.stderr for words in told), done.stderr
    assert not (tmp_path / "out").exists()


def test_it_describes_itself(program: Program) -> None:
    described = json.loads(program("sdn", "--describe").stdout)
    assert described["kind"] == "wired" and described["check"]
    names = {each["name"]: each for each in described["parameters"]}
    assert {"strategy", "dataplane", "coding", "aggregation", "predictor", "repair", "failure", "policy"} <= set(names)
    assert names["strategy"]["choices"][:2] == ["sdnps", "flooding"]
    assert program("sdn", "--check", *SHORT).returncode == 0
    assert "--strategy" in program("sdn", "--help").stdout


def test_the_same_arguments_give_the_same_bytes(program: Program, tmp_path: Path) -> None:
    for name in ("first", "second"):
        arguments = (*SHORT, "--control_captures=true", "--standby=true", "--churn=60", f"--out={tmp_path}/{name}")
        assert program("sdn", *arguments).returncode == 0
    files = sorted(path.name for path in (tmp_path / "first").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "second").iterdir())
    assert sum(name.startswith("flows-") for name in files) == 6
    for name in files:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes(), name


def test_control_captures_have_openflow(recorded: Recorded) -> None:
    folder = recorded("sdn", *SHORT, "--control_captures=true")
    parts = network(folder)
    assert {path.name for path in folder.glob("link-*.pcap")} == {f"link-{a}-{b}.pcap" for a, b in parts.role}
    switches = set(read_trace(folder / "switches.trace").rows["node"].tolist())
    greetings = 0
    for link, role in parts.role.items():
        if role == "control" and link[0] in switches:
            frames = [frame for _, _, frame in records(folder / f"link-{link[0]}-{link[1]}.pcap")]
            # Version 4, HELLO: the first payload of TCP behind PPP and IPv4.
            greetings += any(frame[22 + (frame[34] >> 4) * 4 :][:2] == b"\x04\x00" for frame in frames)
    assert greetings == len(switches)


def test_captures_are_cut(recorded: Recorded) -> None:
    folder = recorded("sdn", *SHORT, "--capture_bytes=128", "--payload_bytes=500")
    lengths = [(length, len(frame)) for path in folder.glob("link-*.pcap") for _, length, frame in records(path)]
    assert max(kept for _, kept in lengths) == 128 and max(length for length, _ in lengths) > 500


@pytest.mark.parametrize(
    "arguments",
    [
        ("--topology=regular", "--clusters=8", "--degree=3"),
        ("--topology=watts-strogatz", "--clusters=8", "--degree=4"),
        ("--topology=fat-tree", "--fat_tree_ports=4"),
        ("--topology=brite", "--clusters=12"),
    ],
)
def test_topologies(recorded: Recorded, arguments: tuple[str, ...]) -> None:
    folder = recorded("sdn", "--warmup=4", "--duration=8", "--drain=1", "--event_rate=5", *arguments)
    due = event_rows(folder, "due")
    assert event_rows(folder, "deliveries") == due and sum(map(len, due.values())) > 10


def test_churn_reaches_the_server(recorded: Recorded) -> None:
    folder = recorded("sdn", *SHORT, "--churn=120", "--subscribers=1", "--publishers=2")
    changes = read_trace(folder / "subscriptions.trace").rows
    assert (changes["time_ns"] > 4 * S).sum() > 4
    updates = read_trace(folder / "route_updates.trace")
    causes = np.array([str(each) for each in updates.column("cause")])
    late = updates.rows[(causes == "subscription") & (updates.rows["time_ns"] > 4 * S)]
    assert len(late) > 0
    assert (late["installed_ns"] >= late["computed_ns"]).all() and (late["detected_ns"] > late["time_ns"]).all()


@pytest.mark.parametrize("bursts", ["seasonal", "on-off"])
def test_bursts_keep_the_mean_rate(recorded: Recorded, bursts: str) -> None:
    arguments = ("--clusters=6", "--degree=2", "--warmup=4", "--duration=405", "--drain=1", "--captures=false")
    rates = ("--event_rate=20", "--strategy=unicast", "--burst_period_s=5", "--burst_on_s=1", "--topic_branching=2")
    steady = publications(recorded("sdn", *arguments, *rates))
    bursty = publications(recorded("sdn", *arguments, *rates, f"--bursts={bursts}"))
    assert abs(len(bursty) / len(steady) - 1) < 0.15

    def spread(events: tuple[object, ...]) -> float:
        topic = steady[0].topic
        times = [each.time_ns // S for each in events if each.topic == topic]  # type: ignore[attr-defined]
        counts = np.bincount(times, minlength=404)[4:404]
        return float(counts.var() / counts.mean())

    assert spread(steady) < 1.6 < spread(bursty), "a Poisson count has a variance as large as its mean"


def test_tables_of_topics_and_loads(recorded: Recorded) -> None:
    folder = recorded("sdn", *SHORT, "--period_s=1", "--standby=true")
    codes = read_trace(folder / "topic_codes.trace")
    published = {each.topic for each in publications(folder)}
    assert published <= {str(each) for each in codes.column("topic")}
    assert {str(each) for each in codes.column("coding")} == {"own-slot"}
    assert all(set(str(each)) <= {"0", "1"} for each in codes.column("code"))
    trees = read_trace(folder / "topic_trees.trace").rows
    assert len(trees) and (trees["a"] < trees["b"]).all() and set(trees["source"].tolist()) == {NO_NODE}
    loads = read_trace(folder / "edge_loads.trace").rows
    assert (loads["planned_bps"] > 0).any() and (loads["measured_bps"] > 0).any()
    assert (loads["capacity_bps"] == 1e9).all()
    topics = read_trace(folder / "topic_loads.trace").rows
    assert (topics["measured_bps"] > 0).any() and (topics["predicted_bps"] > 0).any()
    tables = read_trace(folder / "flow_tables.trace").rows
    assert tables["entries"].max() > 3 and tables["groups"].max() > 0


def test_the_tables_of_flows_are_those_of_the_files(recorded: Recorded) -> None:
    folder = recorded("sdn", *SHORT)
    tables = read_trace(folder / "flow_tables.trace").rows
    for switch in read_trace(folder / "switches.trace").rows["node"].tolist():
        lines = (folder / f"flows-{switch}.txt").read_text().splitlines()
        last = tables[tables["switch"] == switch][-1]
        assert sum("priority=" in line for line in lines) == last["entries"] > 0


def test_forwarding_is_that_of_the_captures(recorded: Recorded) -> None:
    folder = recorded("sdn", *SHORT, "--control_captures=true")
    (name, until_ns), *rows = (line.split() for line in (folder / "forwarding.txt").read_text().splitlines())
    assert name == "until_ns" and int(until_ns) >= 8 * S
    outputs: dict[tuple[int, str], dict[int, int]] = {}
    sources: set[tuple[str, str]] = set()
    for switch, port, source, address, out in rows:
        outputs.setdefault((int(switch), address), {})[int(port)] = 0 if out == "-" else len(out.split(","))
        sources.add((source, address))
    parts = network(folder)
    switches = set(read_trace(folder / "switches.trace").rows["node"].tolist())
    ports = {
        switch: sum(a == switch and role != "control" for (a, _), role in parts.role.items()) for switch in switches
    }
    assert len(rows) == sum(ports.values()) * len(sources)
    # Nothing changes after the last entries: then an event leaves a switch by as many links as the file says.
    settled = int(read_trace(folder / "flow_tables.trace").rows["time_ns"].max())
    late = {each.event for each in publications(folder) if each.time_ns > settled}
    leaving: dict[tuple[int, str, tuple[int, int]], int] = {}
    for each in crossings(folder):
        if each.event in late and each.link[0] in switches:
            key = (each.link[0], each.destination, each.event)
            leaving[key] = leaving.get(key, 0) + 1
    assert len(leaving) > 20
    for (switch, address, (publisher, _)), links in leaving.items():
        by_port = outputs[switch, address]
        assert set(by_port) == set(range(1, ports[switch] + 1))
        if parts.hosts[publisher] == switch:
            assert links in by_port.values()
        else:  # the event comes in by a port of the tree, and does not go back by it
            assert links == min(by_port.values())
    assert not (recorded("sdn", *SHORT) / "forwarding.txt").exists()
