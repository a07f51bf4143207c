"""Our OpenFlow against Open vSwitch, os-ken and Wireshark.

All read the captures of a run. By default the run is that of the example sdn-switches; SDN_RUN_FOLDER in the environment
names another one: a folder with captures and, for Open vSwitch, a table forwarding.txt. Its first row is `until_ns T`,
the time up to which messages count; the others are `datapath in_port address out_ports`, out_ports with commas or `-`.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from openflow_channel import Channel, channels
from openvswitch import NoOpenVSwitch, OpenVSwitch, find_openvswitch, run_openvswitch
from system_tools import needs

from benchmarks.peers import peers_python
from pyharness.programs.checkout import Checkout

ORDERS = {14: "FLOW_MOD", 15: "GROUP_MOD"}
"""Types of messages that change a switch."""
REWRITTEN = {"OFPFlowMod", "OFPGroupMod", "OFPPacketOut", "OFPBarrierRequest", "OFPRoleRequest"}
"""Messages that os-ken can write as well as read."""


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if given := os.environ.get("SDN_RUN_FOLDER"):
        return Path(given)
    program = Checkout.here().root / "build" / "examples" / "sdn-switches"
    if not program.exists():
        pytest.skip("no program sdn-switches in build/examples, ./waf build --tests makes it")
    folder = tmp_path_factory.mktemp("run")
    subprocess.run([program, f"--folder={folder}"], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def conversations(run_folder: Path) -> list[Channel]:
    found = channels(run_folder)
    assert found, "no OpenFlow in the captures"
    return found


@pytest.fixture(scope="module")
def ovs() -> OpenVSwitch:
    try:
        return find_openvswitch()
    except NoOpenVSwitch as reason:
        pytest.skip(str(reason))


def forwarding(folder: Path) -> tuple[int, dict[int, dict[tuple[int, str], set[int]]]]:
    """The time up to which messages count, and datapath -> (port in, address) -> ports out."""
    (_, until_ns), *rows = (line.split() for line in (folder / "forwarding.txt").read_text().splitlines())
    table: dict[int, dict[tuple[int, str], set[int]]] = defaultdict(dict)
    for datapath, in_port, address, ports in rows:
        out = set() if ports == "-" else set(map(int, ports.split(",")))
        table[int(datapath)][int(in_port), address] = out
    return int(until_ns), table


def test_open_vswitch_forwards_as_ours_does(run_folder: Path, conversations: list[Channel], ovs: OpenVSwitch) -> None:
    until_ns, expected = forwarding(run_folder)
    orders: dict[int, list[bytes]] = defaultdict(list)
    for channel in conversations:
        sent = [each for each in channel.to_switch if each.type in ORDERS and each.time_ns < until_ns]
        orders[channel.datapath] += [each.octets for each in sent]
    traced = outputs = 0
    with tempfile.TemporaryDirectory() as short, run_openvswitch(ovs, Path(short)) as running:
        for datapath, rows in expected.items():
            ports = max(port for (in_port, _), out in rows.items() for port in {in_port, *out})
            bridge = running.bridge(f"s{datapath}", ports)
            hello = bytes([4, 0, 0, 8, 0, 0, 0, 1])
            errors = bridge.replay([hello, *orders[datapath]])
            assert not errors, [each.hex() for each in errors]
            assert len(bridge.flows()) > 0, "no entries"
            for (in_port, address), out in rows.items():
                assert bridge.ports_for(in_port, address) == out, f"switch {datapath}, port {in_port}, {address}"
                traced += 1
                outputs += len(out)
    print(f"{traced} packets traced at {len(expected)} switches, {outputs} outputs")
    assert traced > 0 and outputs > 0


def test_open_vswitch_notices_a_wrong_table(run_folder: Path, conversations: list[Channel], ovs: OpenVSwitch) -> None:
    """With one FLOW_MOD left out the same comparison fails: it can."""
    until_ns, expected = forwarding(run_folder)
    channel = conversations[0]
    sent = [each.octets for each in channel.to_switch if each.type in ORDERS and each.time_ns < until_ns]
    rows = expected[channel.datapath]
    ports = max(port for (in_port, _), out in rows.items() for port in {in_port, *out})
    left_out = [octets for octets in sent if octets[1] == 15]
    with tempfile.TemporaryDirectory() as short, run_openvswitch(ovs, Path(short)) as running:
        bridge = running.bridge("s0", ports)
        bridge.replay([bytes([4, 0, 0, 8, 0, 0, 0, 1]), *left_out])
        assert any(bridge.ports_for(*key) != out for key, out in rows.items())


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
    assert {"OFPHello", "OFPFlowMod", "OFPGroupMod", "OFPSwitchFeatures", "OFPPacketIn"} <= classes.keys()
    for message, answer in zip(messages, answers, strict=True):
        if answer["class"] in REWRITTEN and answer["written"]:
            assert answer["written"] == message.octets.hex(), answer["body"]
    assert any(answer["class"] == "OFPFlowMod" and answer["written"] for answer in answers)


@needs("tshark")
def test_wireshark_decodes_the_channel(run_folder: Path, conversations: list[Channel]) -> None:
    """Without a dissector of ours, and with as many messages of each type as we have cut out ourselves."""
    seen: Counter[int] = Counter()
    for path in sorted(run_folder.rglob("*.pcap")):
        command = ["tshark", "-r", path, "-T", "fields", "-e", "openflow_v4.type", "-e", "_ws.malformed"]
        done = subprocess.run(
            [*command, "-E", "separator=;", "-Y", "openflow_v4 || (tcp.port == 6653 && _ws.malformed)"],
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
