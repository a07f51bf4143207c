"""Our OpenFlow against Open vSwitch, os-ken and Wireshark.

All read the captures of runs. One is of the program sdn: a link fails, and routes around it are installed. The other
one is of the example sdn-switches, whose controller sends messages that no run of sdn has. SDN_RUN_FOLDER in the
environment names another run instead: a folder with captures and, for Open vSwitch, a table forwarding.txt. Its first
row is `until_ns T`, the time up to which messages count. The others are `datapath in_port source address out_ports`,
where out_ports has commas or is `-`.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

import pytest
from openflow_channel import Channel, captures_at_switches, channels
from openvswitch import NoOpenVSwitch, OpenVSwitch, RunningOpenVSwitch, find_openvswitch, run_openvswitch
from system_tools import needs

from benchmarks.peers import peers_python
from pyharness.programs.checkout import Checkout

ORDERS = {14: "FLOW_MOD", 15: "GROUP_MOD"}
"""Types of messages that change a switch."""
WRITTEN = {"OFPGroupMod", "OFPPacketOut", "OFPBarrierRequest", "OFPFeaturesRequest"}
"""Messages of every run that os-ken only writes."""
FAILURE_S = 7
"""When a link of the run fails."""
RUN_OF_SDN = (
    *("--topology=regular", "--clusters=6", "--degree=3", "--switches_per_cluster=3", "--hosts_per_cluster=2"),
    *("--topic_branching=3", "--duration=11", "--warmup=4", "--drain=1", "--event_rate=5", "--churn=120"),
    *("--failure=link", "--failure_which=0", f"--failure_s={FAILURE_S}", "--control_captures=true"),
)
"""Trees over rings of switches. Subscriptions change, and a link that carries topics fails."""
QUIET_NS = 20_000_000
"""Orders on their way at the end would make the tables differ: there are none for so long."""

PortsOut = dict[tuple[int, str, str], set[int]]
"""Port in, source and address of an event -> ports out."""


@dataclass(frozen=True)
class Run:
    """A run's folder, and what is known of it."""

    folder: Path
    is_of_sdn: bool

    def forwarding(self) -> tuple[int, dict[int, PortsOut]]:
        """The time up to which messages count, and the ports out by datapath."""
        (_, until_ns), *rows = (line.split() for line in (self.folder / "forwarding.txt").read_text().splitlines())
        table: dict[int, PortsOut] = defaultdict(dict)
        for datapath, in_port, source, address, ports in rows:
            out = set() if ports == "-" else set(map(int, ports.split(",")))
            table[int(datapath)][int(in_port), source, address] = out
        return int(until_ns), table


def made_by_sdn(folder: Path) -> Run:
    subprocess.run([Checkout.here().programs / "sdn", *RUN_OF_SDN, f"--out={folder}"], check=True, capture_output=True)
    return Run(folder, True)


def made_by_example(folder: Path) -> Run:
    program = Checkout.here().root / "build" / "examples" / "sdn-switches"
    if not program.exists():
        pytest.skip("no program sdn-switches in build/examples, ./waf build --tests makes it")
    subprocess.run([program, f"--folder={folder}"], check=True, capture_output=True)
    return Run(folder, False)


@pytest.fixture(scope="module", params=["given"] if os.environ.get("SDN_RUN_FOLDER") else ["sdn", "sdn-switches"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    if given := os.environ.get("SDN_RUN_FOLDER"):
        return Run(Path(given), False)
    make = made_by_sdn if request.param == "sdn" else made_by_example
    return make(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def conversations(run: Run) -> list[Channel]:
    found = channels(captures_at_switches(run.folder))
    assert found, "no OpenFlow in the captures"
    return found


@pytest.fixture(scope="module")
def ovs() -> OpenVSwitch:
    try:
        return find_openvswitch()
    except NoOpenVSwitch as reason:
        pytest.skip(str(reason))


def orders_of(conversations: list[Channel], until_ns: int) -> dict[int, list[bytes]]:
    """The orders that each switch got before a time, by datapath."""
    orders: dict[int, list[bytes]] = defaultdict(list)
    for channel in conversations:
        orders[channel.datapath] += [
            each.octets for each in channel.to_switch if each.type in ORDERS and each.time_ns < until_ns
        ]
    return orders


def outputs_after(
    running: RunningOpenVSwitch, datapath: int, orders: list[bytes], events: PortsOut, name: str = "s"
) -> PortsOut:
    """The ports out of Open vSwitch for some events, after some orders."""
    ports = max(port for (in_port, *_), out in events.items() for port in {in_port, *out})
    bridge = running.bridge(f"{name}{datapath}", ports)
    errors = bridge.replay([bytes([4, 0, 0, 8, 0, 0, 0, 1]), *orders])
    assert not errors, [each.hex() for each in errors]
    return {event: bridge.ports_for(*event) for event in events}


def test_open_vswitch_forwards_as_ours_does(run: Run, conversations: list[Channel], ovs: OpenVSwitch) -> None:
    until_ns, expected = run.forwarding()
    late = [each for channel in conversations for each in channel.to_switch if each.type in ORDERS]
    assert not any(until_ns - QUIET_NS < each.time_ns < until_ns for each in late), "orders at the end of the run"
    orders = orders_of(conversations, until_ns)
    with tempfile.TemporaryDirectory() as short, run_openvswitch(ovs, Path(short)) as running:
        for datapath, events in expected.items():
            assert outputs_after(running, datapath, orders[datapath], events) == events, f"switch {datapath}"
    traced = sum(map(len, expected.values()))
    outputs = sum(len(out) for events in expected.values() for out in events.values())
    print(f"{traced} packets traced at {len(expected)} switches, {outputs} outputs")
    assert traced > 0 and outputs > 0


def test_open_vswitch_notices_missing_orders(run: Run, conversations: list[Channel], ovs: OpenVSwitch) -> None:
    """The same comparison fails where orders are left out: those after the link's failure, or all FLOW_MODs."""
    until_ns, expected = run.forwarding()
    with tempfile.TemporaryDirectory() as short, run_openvswitch(ovs, Path(short)) as running:
        if run.is_of_sdn:
            early, orders = orders_of(conversations, FAILURE_S * 10**9), orders_of(conversations, until_ns)
            changed = [datapath for datapath in expected if early[datapath] != orders[datapath]]
            differing = sum(
                before[event] != out
                for datapath in changed
                for before in [outputs_after(running, datapath, early[datapath], expected[datapath])]
                for event, out in expected[datapath].items()
            )
            print(f"{differing} outputs differ before the failure, at {len(changed)} switches with later orders")
            assert differing > 0
        busy = max(expected, key=lambda datapath: sum(map(len, expected[datapath].values())))
        groups = [octets for octets in orders_of(conversations, until_ns)[busy] if octets[1] == 15]
        assert outputs_after(running, busy, groups, expected[busy], "g") != expected[busy]


def test_os_ken_parses_every_message(conversations: list[Channel]) -> None:
    try:
        python = peers_python()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"os-ken cannot be installed: {error}")
    messages = [m for channel in conversations for m in (*channel.to_switch, *channel.to_controller)]
    done = subprocess.run(
        [python, Path(__file__).with_name("os_ken_messages.py")],
        input="".join(f"{each.octets.hex()}\n" for each in messages),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(messages)
    classes = Counter(answer["class"] for answer in answers)
    print(dict(classes))
    assert {"OFPHello", "OFPFlowMod", "OFPSwitchFeatures", "OFPBarrierReply", *WRITTEN} <= classes.keys()
    for message, answer in zip(messages, answers, strict=True):
        assert answer["class"] not in ("NoneType", "OFPErrorExperimenterMsg"), message.octets.hex()
        if answer["written"]:
            assert answer["written"] == message.octets.hex(), answer["class"]
    assert {answer["class"] for answer in answers if answer["written"]} >= WRITTEN


@needs("tshark")
def test_wireshark_decodes_the_channel(run: Run, conversations: list[Channel]) -> None:
    """Without a dissector of ours, and with as many messages of each type as we have cut out ourselves."""
    seen: Counter[int] = Counter()
    for path in captures_at_switches(run.folder):
        command = ["tshark", "-r", path, "-T", "fields", "-e", "openflow_v4.type", "-e", "_ws.malformed"]
        done = subprocess.run(
            [*map(str, command), "-E", "separator=;", "-Y", "openflow_v4 || (tcp.port == 6653 && _ws.malformed)"],
            capture_output=True,
            text=True,
            check=True,
        )
        for line in done.stdout.splitlines():
            types, malformed = line.split(";")
            assert not malformed, f"{path.name}: malformed"
            seen.update(map(int, filter(None, types.split(","))))
    messages = [each for channel in conversations for each in (*channel.to_switch, *channel.to_controller)]
    # Wireshark also decodes the beginning of the refused message in an ERROR.
    refused = [each.octets[13] for each in messages if each.type == 1 and len(each.octets) > 20]
    ours = Counter([*(each.type for each in messages), *refused])
    if not os.environ.get("SDN_RUN_FOLDER"):
        assert seen == ours
    assert set(ours) <= set(seen)
