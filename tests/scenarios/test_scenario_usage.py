"""How the scenario programs explain themselves, and what they refuse: exit status 2 and one sentence."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from scenario_bench import Program, executable
from waiting import PATIENCE_S, wait_until

from pyharness.programs.checkout import Checkout

KINDS = {"manet": "radio", "topsim-paper": "radio"} | dict.fromkeys(
    ("line", "stores", "late-subscriber", "overlay", "sdn"), "wired"
)
"""Programs that simulate."""

REFUSED = {
    "no nodes": (["--nodes=0"], ["--nodes=0", "from 1"]),
    "not a number": (["--nodes=many"], ["--nodes=many", "whole number"]),
    "not a number at all": (["--event_rate=nan"], ["--event_rate=nan", "number from"]),
    "out of range": (["--zipf=-1"], ["--zipf=-1", "from 0"]),
    "unknown parameter": (["--node=5"], ["--node", "did you mean --nodes?"]),
    "unknown protocol": (["--protocol=dsr"], ["--protocol=dsr", "sp-nhop, sp-ovhd, sp-combo, topsim"]),
    "not a switch": (["--captures=perhaps"], ["--captures=perhaps", "true or false"]),
    "not a parameter": (["nodes=5"], ["nodes=5", "--name=value"]),
    "no value": (["--nodes"], ["--nodes", "whole number"]),
    "speeds": (["--speed_min=9"], ["--speed_min", "--speed_max"]),
    "standing still": (["--speed_min=0"], ["--speed_min=0", "0.01"]),
    "rate of another standard": (["--rate=11"], ["--rate=11", "80211g", "6, 9, 12"]),
    "no time for events": (["--duration=30", "--drain=5"], ["--duration=30 ", "--warmup=30 ", "--drain=5;", "35"]),
    "too many topics": (["--topic_depth=8"], ["--topic_depth", "64"]),
    "too many publishers": (["--publishers=9", "--nodes=8"], ["--publishers=9", "at most 8"]),
    "short carrier sense": (["--carrier_sense=100"], ["--carrier_sense", "--range"]),
    "replication": (["--RngRun=0"], ["--RngRun=0", "from 1"]),
    "no mobility file": (["--mobility=ns2"], ["--mobility_file"]),
    "missing mobility file": (["--mobility=ns2", "--mobility_file=gone.ns2"], ["gone.ns2", "cannot be read"]),
    "unknown attribute": (["--ns3::ShopParent::Metrics=Hops"], ["--ns3::ShopParent::Metrics", "no attribute"]),
    "attribute out of range": (["--ns3::PubSubProtocol::MaxHops=0"], ["MaxHops=0", "1:255"]),
    "inherited attribute": (
        ["--ns3::TopSim::BeaconPeriod=2s"],
        ["is an attribute of ns3::ShopParent; expected --ns3::ShopParent::BeaconPeriod, which"],
    ),
    "not a time": (["--ns3::ShopParent::BeaconPeriod=often"], ["BeaconPeriod=often", "Time"]),
    "not a scheduler": (["--SchedulerType=ns3::Node"], ["--SchedulerType=ns3::Node", "ns3::MapScheduler"]),
    "a scheduler that loses order": (["--SchedulerType=ns3::HeapScheduler"], ["HeapScheduler is not", "ns3::Map"]),
    "not a choice": (["--ns3::ShopParent::Metric=Best"], ["Metric=Best", "Hops|Overhead|Combo"]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_usage_is_one_sentence(program: Program, tmp_path: Path, case: str) -> None:
    arguments, told = REFUSED[case]
    out = tmp_path / "out"
    done = program("manet", *arguments, f"--out={out}")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert all(words in done.stderr for words in told), done.stderr
    assert not out.exists()


@pytest.mark.parametrize("case", REFUSED)
def test_check_refuses_what_a_run_refuses(program: Program, case: str) -> None:
    arguments = REFUSED[case][0]
    asked, run = program("manet", *arguments, "--check"), program("manet", *arguments)
    assert (asked.returncode, asked.stdout, asked.stderr) == (2, "", run.stderr)


@pytest.mark.parametrize("name", ["manet", "topsim-paper"])
def test_check_accepts_without_a_run(program: Program, tmp_path: Path, name: str) -> None:
    assert json.loads(program(name, "--describe").stdout)["check"] is True
    done = program(name, "--check", "--RngRun=3", "--ns3::ShopParent::BeaconPeriod=1s", f"--out={tmp_path}/out")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (tmp_path / "out").exists()


def test_check_is_quick_whatever_is_asked_for(program: Program) -> None:
    """Drawing ten billion events would take longer than a program is given here."""
    done = program("manet", "--check", "--nodes=100000", "--duration=1e6", "--event_rate=1e4")
    assert done.returncode == 0


def test_a_folder_that_cannot_be_made_is_refused(program: Program, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = program("manet", f"--out={tmp_path}/file/out")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "--out=" in done.stderr


MOVEMENTS = """\
# comment
$node_(0) set X_ 0.0
$node_(0) set Y_ 0.0
$node_(1) set X_ 200.0
$node_(1) set Y_ 0.0
$ns_ at 2.0 "$node_(1) setdest 100.0 0.0 10.0"
$god_ set-dist 0 1 1
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("these are no movements", "line 8"),
        ('$ns_ at 3.0 "$node_(1) setdest 100.0"', "line 8"),
        ('$ns_ at soon "$node_(1) setdest 1 1 1"', "line 8"),
        ("$node_(1) set X_ far", "line 8"),
    ],
)
def test_malformed_movements_are_refused(program: Program, tmp_path: Path, line: str, told: str) -> None:
    file = tmp_path / "moves.ns2"
    file.write_text(MOVEMENTS + line + "\n")
    done = program("manet", "--nodes=2", "--mobility=ns2", f"--mobility_file={file}")
    assert done.returncode == 2
    assert "moves.ns2" in done.stderr
    assert told in done.stderr


def test_movements_must_place_every_node(program: Program, tmp_path: Path) -> None:
    file = tmp_path / "moves.ns2"
    file.write_text(MOVEMENTS)
    done = program("manet", "--nodes=3", "--mobility=ns2", f"--mobility_file={file}")
    assert done.returncode == 2
    assert "node 2" in done.stderr


@pytest.mark.parametrize("name", [path.stem for path in sorted((Checkout.here().root / "scratch").glob("*.cc"))])
def test_every_program_describes_itself(program: Program, name: str) -> None:
    described = json.loads(program(name, "--describe").stdout)
    assert described["program"] == name
    assert described.get("kind") == KINDS.get(name)
    fields = {"name", "type", "default", "minimum", "maximum", "choices", "unit", "help"}
    kinds: dict[str, set[type]] = {"int": {int}, "float": {int, float}, "str": {str}, "bool": {bool}}
    told = program(name, "--help").stdout
    for parameter in described["parameters"]:
        assert set(parameter) == fields | ({"labels", "bounds"} if parameter["name"] == "protocol" else set())
        assert type(parameter["default"]) in kinds[parameter["type"]]
        assert parameter["help"]
        assert f"--{parameter['name']} " in told


def test_described_attributes_can_be_set(program: Program) -> None:
    attributes = {a["name"]: a for a in json.loads(program("manet", "--describe").stdout)["attributes"]}
    period = attributes["ns3::ShopParent::BeaconPeriod"]
    short = ("manet", "--nodes=4", "--duration=10", "--warmup=1")
    usual = program(*short).stdout
    assert program(*short, f"--{period['name']}={period['default']}").stdout == usual
    assert program(*short, f"--{period['name']}=200ms").stdout != usual


def test_progress_is_told_only_when_asked_for(program: Program) -> None:
    short = ("manet", "--nodes=4", "--duration=10", "--warmup=1")
    assert program(*short).stderr == ""
    assert program(*short, "--progress").stderr.splitlines()[-1] == "progress 10/10"


def test_without_a_folder_nothing_is_written(program: Program, tmp_path: Path) -> None:
    done = program("manet", "--nodes=4", "--duration=10", "--warmup=1", cwd=tmp_path)
    assert "published" in done.stdout
    assert not list(tmp_path.iterdir())


def test_a_run_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    start = "import subprocess, sys, time; print(subprocess.Popen(sys.argv[1:]).pid, flush=True); time.sleep(600)"
    parent = subprocess.Popen(
        [sys.executable, "-c", start, executable("manet"), "--duration=100000", f"--out={tmp_path / 'run'}"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PUBSUB_DIE_WITH_PARENT": "1"},
    )
    assert parent.stdout is not None
    run = psutil.Process(int(parent.stdout.readline()))
    wait_until(lambda: any(tmp_path.rglob("*.pcap")), "the run begins")
    assert run.is_running()
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    psutil.wait_procs([run], timeout=PATIENCE_S)
    assert not run.is_running() or run.status() == psutil.STATUS_ZOMBIE
