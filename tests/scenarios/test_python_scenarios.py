"""Scenarios in Python: the bytes of their C++ twin, the same contract, callbacks that tell what the traces say."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from scenario_bench import Program, Recorded, executable
from waiting import PATIENCE_S

from pyharness.command_line import main
from pyharness.programs.checkout import Checkout
from pyharness.programs.description import Parameter, describe
from pyharness.programs.program import find_program
from schema.errors import UsageError
from schema.kinds import network_kind
from schema.traces import read_trace
from schema.traces.registry import is_in_every_run

SCENARIOS = Checkout.here().scenarios
PAGE = Checkout.here().root / "docs" / "python-scenarios.md"


def protocols() -> list[str]:
    try:
        parameter = describe(find_program(Checkout.here(), "topsim-paper")).find("protocol")
    except UsageError:  # nothing is built: the tests say so
        return []
    return list(map(str, parameter.choices or ())) if isinstance(parameter, Parameter) else []


def scenario(path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A Python-driven scenario, wherever it stands."""
    return subprocess.run(
        [sys.executable, path, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(SCENARIOS), **environment},
    )


def written(folder: Path, text: str) -> Path:
    path = folder / "own.py"
    path.write_text(f"from pubsub import connect, core, include, load_module, manet, ns, schedule, std\n{text}")
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """Every capture and trace table of a run's folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".pcap", ".trace")}


def test_a_sweep_of_topsim_paper_has_the_bytes_of_the_compiled_one(recorded: Recorded, tmp_path: Path) -> None:
    experiment = tmp_path / "twin.toml"
    experiment.write_text(
        'name = "twin"\nquestion = "Is it the same?"\nprogram = "topsim_paper.py"\nreplications = 1\n'
        '[parameters]\nevents = 50\n[vary]\nprotocol = ["sp-nhop", "topsim"]\n'
    )
    results = tmp_path / "results"
    assert main(["sweep", str(experiment), "--no-report", "--results", str(results), "--jobs", "2"]) == 0
    for protocol in ("sp-nhop", "topsim"):
        run = results / "runs" / f"protocol={protocol}" / "1"
        twin = contents(recorded("topsim-paper", f"--protocol={protocol}", "--events=50"))
        assert len(twin) > 10 and contents(run) == twin
        command = json.loads((run / "manifest.json").read_text())["command"]
        assert command[1] == "scenarios/topsim_paper.py"


@pytest.mark.long
@pytest.mark.parametrize("protocol", protocols())
def test_topsim_paper_under_every_protocol(program: Program, tmp_path: Path, protocol: str) -> None:
    arguments = (f"--protocol={protocol}", "--RngRun=3", "--ns3::PubSubProtocol::ForwardJitter=20ms", "--rate=12")
    compiled = program("topsim-paper", *arguments, f"--out={tmp_path / 'compiled'}")
    python = scenario(SCENARIOS / "topsim_paper.py", *arguments, f"--out={tmp_path / 'python'}")
    assert (python.returncode, python.stdout, python.stderr) == (0, compiled.stdout, compiled.stderr)
    assert contents(tmp_path / "python") == contents(tmp_path / "compiled")


def test_it_describes_itself_as_its_twin_does() -> None:
    twin, own = (describe(find_program(Checkout.here(), name)) for name in ("topsim-paper", "topsim_paper.py"))
    assert own.program == "topsim_paper.py" and own.model_copy(update={"program": "topsim-paper"}) == twin


def test_wrong_usage(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = scenario(SCENARIOS / "topsim_paper.py", "--events=0", f"--out={out}")
    assert (done.returncode, done.stdout, out.exists()) == (2, "", False)
    assert done.stderr == "topsim_paper.py: --events=0 is not a whole number from 1 to 60000\n"


def test_callbacks_tell_what_the_traces_say(tmp_path: Path) -> None:
    done = scenario(SCENARIOS / "two_squads.py", "--events=20", "--leaves=20.5", f"--out={tmp_path}")
    assert done.returncode == 0, done.stderr
    told = re.findall(r"^([\d.]+) s: event (\d+) at node (\d+), (\d+) hops, ([\d.]+) ms$", done.stdout, re.MULTILINE)
    table = read_trace(tmp_path / "deliveries.trace").rows
    wanted = table[table["wanted"] == 1]
    assert len(told) == len(wanted) == 4 * 11, "all that was published before the messenger left"
    assert [
        (f"{row['time_ns'] / 1e9:.6f}", str(row["sequence"]), str(row["node"]), str(row["hops"])) for row in wanted
    ] == [each[:4] for each in told]
    parents = re.findall(r"^[\d.]+ s: node (\d+) has parent", done.stdout, re.MULTILINE)
    assert parents == [str(node) for node in read_trace(tmp_path / "parents.trace").rows["node"]]
    assert done.stdout.splitlines()[-1] == "delivered: " + ", ".join(f"11 at node {node}" for node in (4, 5, 6, 7))


LATE = SCENARIOS / "stores" / "late_subscriber.py"


def test_a_sweep_of_late_subscriber_has_the_bytes_of_the_compiled_one(recorded: Recorded, tmp_path: Path) -> None:
    experiment = tmp_path / "twin.toml"
    experiment.write_text(
        'name = "twin"\nquestion = "Is it the same?"\nprogram = "late_subscriber.py"\nreplications = 1\n'
        "[vary]\nevents = [1, 40]\n"
    )
    results = tmp_path / "results"
    assert main(["sweep", str(experiment), "--no-report", "--results", str(results), "--jobs", "2"]) == 0
    for events in (1, 40):
        run = results / "runs" / f"events={events}" / "1"
        twin = contents(recorded("late-subscriber", f"--events={events}"))
        assert sum(name.endswith(".pcap") for name in twin) == 14, "both directions of seven links"
        in_every_run = {table for table in network_kind("wired").tables if is_in_every_run("wired", table)}
        assert in_every_run | {"requests", "responses", "placement"} <= {name.removesuffix(".trace") for name in twin}
        assert contents(run) == twin
        assert json.loads((run / "manifest.json").read_text())["command"][1] == "scenarios/stores/late_subscriber.py"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--join=0.4",),  # before the publications
        ("--ns3::pubsub::broker::EventStore::MaxEvents=1", "--RngRun=2"),
        ("--captures=false", "--ns3::pubsub::broker::RequestingClient::RetryAfter=1ms"),
    ],
    ids=["early", "one-event", "impatient"],
)
def test_late_subscriber_prints_what_its_twin_prints(
    program: Program, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    compiled = program("late-subscriber", *arguments, f"--out={tmp_path / 'compiled'}")
    python = scenario(LATE, *arguments, f"--out={tmp_path / 'python'}")
    assert (python.returncode, python.stdout, python.stderr) == (0, compiled.stdout, "")
    assert contents(tmp_path / "python") == contents(tmp_path / "compiled")


def test_late_subscriber_describes_itself_as_its_twin_does() -> None:
    twin, own = (describe(find_program(Checkout.here(), name)) for name in ("late-subscriber", "late_subscriber.py"))
    assert own.kind == "wired"
    for each in ("kind", "summary", "parameters"):
        assert getattr(own, each) == getattr(twin, each)


def test_a_late_client_gets_what_was_published_before_it_came(tmp_path: Path) -> None:
    done = scenario(LATE, "--events=4", "--join=20", f"--out={tmp_path}")
    assert (done.returncode, done.stderr) == (0, "")
    stored = re.findall(
        r"^([\d.]+) s: client A gets stored event (\d+) for request (\d+) from broker (\d)$",
        done.stdout,
        re.MULTILINE,
    )
    # Events on the two topics alternate. Broker 2 is nearer to A than broker 6, which alone keeps top_b.
    assert sorted((request, event, store) for _, event, request, store in stored) == [
        *(("1", event, "2") for event in "1357"),
        *(("2", event, "6") for event in "2468"),
    ]
    publications = read_trace(tmp_path / "publications.trace", "wired").rows
    published = {str(row["sequence"]): row["time_ns"] for row in publications}
    assert all(published[event] < 20e9 < float(time) * 1e9 for time, event, _, _ in stored)
    responses = read_trace(tmp_path / "responses.trace", "wired").rows
    assert [f"{row['time_ns'] / 1e9:.6f}" for row in responses] == [time for time, *_ in stored]
    assert "client A gets new event 9 by its subscription" in done.stdout
    requests = read_trace(tmp_path / "requests.trace", "wired").rows
    assert [(row["hops"], row["nearest_hops"]) for row in requests] == [(2, 2), (3, 3)]


def test_the_scenario_in_the_docs_runs_as_it_stands(tmp_path: Path) -> None:
    code = re.search(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert code is not None
    path = tmp_path / "row.py"
    path.write_text(code[1])
    done = scenario(path)
    assert done.stdout.splitlines()[:2] == ["event 1 after 2 hops", "event 2 after 2 hops"], done.stderr


SWITCHES = """
import sys
from pubsub import connect, core, ns, sdn

set_up, workload, settings, time = sdn.NetworkSetUp(), sdn.SdnWorkload(), sdn.ControlSettings(), core.MeasuredTime()
parameters = core.ScenarioParameters("own.py", "the program sdn, without failures")
parameters.SetKind("wired")
for part in (set_up, settings, workload, time):
    part.AddTo(parameters)
parameters.Parse(sys.argv)
set_up.Draw(parameters, core.FirstStream(core.StreamBlock.TOPOLOGY))
hosts = set_up.GetTopology().HostCount()
workload.Draw(parameters, hosts, time, core.FirstStream(core.StreamBlock.WORKLOAD))
network = sdn.SwitchNetwork(set_up, settings.Parts())
strategy = sdn.InstalledStrategy(network, settings, workload)
strategy.AssignStreams(core.FirstStream(core.StreamBlock.PROTOCOL))
run = sdn.SwitchRun(parameters, network, strategy.Control(), settings, sdn.CaptureChoice())
strategy.Record(run.GetRecorder())
workload.Install(network.Hosts())
server = strategy.Control().Servers()[0]
connect(server, "RouteUpdate", lambda update: print("routes:", update.cause, update.computed.GetNanoSeconds()))
run.Simulate(time.Duration())
run.PrintDeliveries()
ns.Simulator.Destroy()
"""


def test_switches_have_the_bytes_of_the_compiled_program(program: Program, tmp_path: Path) -> None:
    arguments = ("--clusters=5", "--duration=6", "--warmup=4", "--drain=1", "--event_rate=5", "--topic_branching=2")
    compiled = program("sdn", *arguments, f"--out={tmp_path / 'compiled'}")
    path = tmp_path / "own.py"
    path.write_text(SWITCHES)
    python = scenario(path, *arguments, f"--out={tmp_path / 'python'}")
    assert (python.returncode, python.stderr) == (0, "")
    *told, last = python.stdout.splitlines()
    assert last == compiled.stdout.strip()
    updates = read_trace(tmp_path / "compiled" / "route_updates.trace")
    causes = [str(each) for each in updates.column("cause")]
    computed = updates.rows["computed_ns"].tolist()
    assert told == [f"routes: {cause} {at}" for cause, at in zip(causes, computed, strict=True)]
    assert contents(tmp_path / "python") == contents(tmp_path / "compiled")


EVERY_KIND = """
include("ns3/constant-position-mobility-model.h", "ns3/wifi-mac.h", "ns3/wifi-net-device.h")
heard = {}
def hear(name, *told):
    heard.setdefault(name, []).append((ns.Simulator.Now().GetMilliSeconds(), *told))
nodes = ns.NodeContainer(2)
for i in range(2):
    nodes.Get(i).AggregateObject(ns.CreateObject[ns.ConstantPositionMobilityModel]())
place = nodes.Get(0).GetObject[ns.MobilityModel]()
radio = manet.AdhocRadioHelper()
radio.Install(nodes)
core.PubSubHelper(std.string("flooding")).Install(nodes)
first, second = map(core.PubSubOf, (nodes.Get(0), nodes.Get(1)))
connect(place, "CourseChange", lambda model: hear("course", model.GetPosition().x))
connect(nodes.Get(0).GetDevice(0).GetMac(), "MacTx", lambda packet: hear("frame", packet.GetSize()))
connect(first, "TxData", lambda event, kind, size, to: hear("sent", event.sequence, size))
connect(first, "Drop", hear, "dropped")
connect(second, "SubscriptionChange", lambda filter, active: hear("wants", str(filter.Text()), active))
second.Subscribe(core.Filter.Parse("a.b").value())
content = core.Content(core.Topic.Parse("a.b").value())
schedule(ns.Seconds(1), place.SetPosition, ns.Vector(7, 0, 0))
schedule(ns.Seconds(2), first.Publish, content, 10)
schedule(ns.Seconds(3), lambda: schedule(ns.Seconds(1), hear, "chained"))
ns.Simulator.Stop(ns.Seconds(5))
ns.Simulator.Run()
for name, told in heard.items():
    print(name, *told)
import sys
print("randomized", sys.flags.hash_randomization)
"""


def test_every_kind_of_trace_source_and_of_callback(tmp_path: Path) -> None:
    done = scenario(written(tmp_path, EVERY_KIND), PYTHONHASHSEED="7")
    assert (done.returncode, done.stderr) == (0, "")
    heard = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert heard.pop("dropped").endswith(", 'duplicate', 10)")
    assert heard == {
        "wants": "(0, 'a.b', True)",
        "course": "(1000, 7.0)",
        "sent": "(2000, 1, 42)",
        "frame": "(2000, 78)",
        "chained": "(4000,)",
        "randomized": "0",
    }


NAMES_THAT_ARE_NOT_THERE = """
for call in (
    lambda: connect(ns.CreateObject[manet.Flooding](), "Delivery", print),
    lambda: load_module("olsrd"),
    lambda: include("ns3/no-such.h"),
):
    try:
        call()
    except (ValueError, ImportError) as error:
        print(type(error).__name__, error)
"""


def test_names_that_are_not_there(tmp_path: Path) -> None:
    done = scenario(written(tmp_path, NAMES_THAT_ARE_NOT_THERE))
    said = "ValueError ns3::Flooding has no trace source 'Delivery'; there are TxControl, "
    assert done.stdout.startswith(said), done.stderr
    assert "ImportError ns-3 has no module 'olsrd'" in done.stdout
    assert 'ImportError Failed to load header file "ns3/no-such.h"' in done.stdout


@pytest.mark.parametrize(
    ("code", "exit_status", "says"),
    [
        ("def f(): raise KeyError('lost')\nschedule(ns.Seconds(1), f)\nns.Simulator.Run()", 1, "in f\n"),
        ("core.PubSubHelper('bogus')", -signal.SIGABRT, 'msg="no protocol bogus"'),
    ],
    ids=["callback", "assertion"],
)
def test_a_run_that_fails_says_why(tmp_path: Path, code: str, exit_status: int, says: str) -> None:
    done = scenario(written(tmp_path, code))
    assert done.returncode == exit_status and says in done.stderr


def test_it_dies_with_its_parent_before_it_reads_its_parameters(tmp_path: Path) -> None:
    own = written(tmp_path, "import os, time\nprint(os.getpid())\ntime.sleep(600)\n")
    start = "import subprocess, sys; subprocess.run(sys.argv[1:])"
    parent = subprocess.Popen(
        [sys.executable, "-c", start, sys.executable, own],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SCENARIOS), "PUBSUB_DIE_WITH_PARENT": "1"},
    )
    assert parent.stdout is not None
    run = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.wait()
    psutil.wait_procs([run], timeout=PATIENCE_S)
    assert not run.is_running() or run.status() == psutil.STATUS_ZOMBIE


@pytest.mark.long
@pytest.mark.parametrize("first", ["from ns import ns as all", "from pubsub import ns"])
def test_beside_the_bindings_of_the_whole_of_ns3(tmp_path: Path, first: str) -> None:
    text = (SCENARIOS / "topsim_paper.py").read_text().replace(" manet, ns,", " manet,")
    path = tmp_path / "beside.py"
    path.write_text(text.replace("import math\n", f"import math\n{first}\nfrom ns import ns\n", 1))
    done = scenario(path, f"--out={tmp_path / 'python'}")
    assert done.returncode == 0, done.stderr
    compiled = [executable("topsim-paper"), f"--out={tmp_path / 'compiled'}"]
    subprocess.run(compiled, check=True, capture_output=True)
    assert contents(tmp_path / "python") == contents(tmp_path / "compiled")
