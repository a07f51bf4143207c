"""What every protocol must do, whichever there are: the program is asked for their names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from scenario_bench import Recorded
from scenario_outcome import Outcome, read_outcome

from pyharness.programs.checkout import Checkout
from pyharness.programs.description import Parameter, describe
from pyharness.programs.program import find_program
from schema.errors import UsageError

PROMISES_LITTLE = ("gossip", "hint", "hint-per-target")
"""They may lose events on a network without losses, by design."""


def protocols() -> tuple[str, ...]:
    """Those that the program knows; none where it is not built: that is for a test to say, not for the collection."""
    try:
        parameter = describe(find_program(Checkout.here(), "manet")).find("protocol")
    except UsageError:
        return ()
    assert isinstance(parameter, Parameter) and parameter.choices
    return tuple(map(str, parameter.choices))


PROTOCOLS = protocols()


def square(side_m: int, nodes: int, *more: str, mobility: str = "uniform") -> tuple[str, ...]:
    return (f"--width={side_m}", f"--height={side_m}", f"--nodes={nodes}", f"--mobility={mobility}", *more)


NETWORKS = {
    "two nodes": square(100, 2, "--subscribers=1", "--topic_branching=1"),
    "a few": square(500, 10, "--RngRun=3", "--publishers=4"),
    "at rest": square(900, 30),
    "large": square(1200, 60, "--RngRun=5", "--publishers=3"),
    "crowded": square(300, 30, mobility="grid"),
    "all want all": square(900, 40, "--RngRun=3", "--subscribers=1", "--topic_branching=1"),
    "asked for contents": square(900, 30, "--content=1", "--selectivity=0.3", "--event_rate=4", "--publishers=2"),
    "split": square(1200, 30, "--RngRun=2", "--publishers=2"),
}


def ideal(protocol: str, network: tuple[str, ...]) -> tuple[str, ...]:
    """The call of a run on ideal links."""
    return ("manet", f"--protocol={protocol}", "--radio=ideal", "--captures=false", "--duration=60", *network)


def test_the_program_is_built_and_has_these_protocols() -> None:
    trees, meshes = {"sp-nhop", "sp-ovhd", "sp-combo", "topsim"}, {"odmrp", "extended-odmrp", "hodmrp"}
    baselines = {"flooding", "smf", "smf-mpr", "oracle", "oracle-sp"}
    assert trees | meshes | baselines | {*PROMISES_LITTLE} <= set(PROTOCOLS), "./waf build makes the program"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_it_runs_on_802_11(recorded: Recorded, protocol: str) -> None:
    call = ("manet", f"--protocol={protocol}", "--nodes=20", "--width=600", "--height=600", "--duration=40")
    run = read_outcome(recorded(*call))
    assert sum(len(receivers) for receivers in run.due.values()) > 10
    assert run.deliveries > 0


@pytest.mark.parametrize("network", NETWORKS)
def test_the_networks_are_as_they_are_called(recorded: Recorded, network: str) -> None:
    run = read_outcome(recorded(*ideal("flooding", NETWORKS[network])))
    whole = all(len(nodes) == len(run.component) for nodes in run.component.values())
    assert whole == (network != "split")
    assert any(run.reachable(event) for event in run.due)
    assert any(run.reachable(event) != set(run.due[event]) for event in run.due) == (network == "split")
    for event, receivers in run.due.items():
        assert run.reachable(event) == run.component[event[0]] & set(receivers)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("network", NETWORKS)
def test_at_rest_on_ideal_links_what_can_arrive_does(recorded: Recorded, protocol: str, network: str) -> None:
    check_deliveries(read_outcome(recorded(*ideal(protocol, NETWORKS[network]))), protocol)


def check_deliveries(run: Outcome, protocol: str) -> None:
    for event in run.due:
        assert set(run.got[event]) <= run.reachable(event), event
        assert protocol in PROMISES_LITTLE or run.arrived(event), event
        for node, hops in run.got[event].items():
            assert hops >= run.due[event][node], event
    assert run.deliveries == sum(len(receivers) for receivers in run.got.values()), "some were delivered twice"


@pytest.mark.parametrize("network", NETWORKS)
def test_flooding_is_one_transmission_per_reachable_node_and_event(recorded: Recorded, network: str) -> None:
    check_flooding(read_outcome(recorded(*ideal("flooding", NETWORKS[network]))))


def check_flooding(run: Outcome) -> None:
    for event in run.due:
        assert run.senders[event] == dict.fromkeys(run.component[event[0]], 1), event
    assert run.control == 0


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("network", NETWORKS)
def test_the_oracle_transmits_no_event_more_often(recorded: Recorded, protocol: str, network: str) -> None:
    oracle = read_outcome(recorded(*ideal("oracle", NETWORKS[network])))
    check_bound(oracle, read_outcome(recorded(*ideal(protocol, NETWORKS[network]))))


def check_bound(oracle: Outcome, other: Outcome) -> None:
    assert oracle.control == 0
    assert oracle.due == other.due
    for event in other.due:
        assert not other.arrived(event) or oracle.sent(event) <= other.sent(event), event


@pytest.mark.parametrize("network", NETWORKS)
def test_the_oracle_of_shortest_paths_has_them(recorded: Recorded, network: str) -> None:
    """Without jitter: with it, a copy that has come a longer way may be the first."""
    run = read_outcome(recorded(*ideal("oracle-sp", NETWORKS[network]), "--ns3::PubSubProtocol::ForwardJitter=0s"))
    for event in run.due:
        assert run.got[event] == {node: run.due[event][node] for node in run.reachable(event)}, event


@pytest.mark.long
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_it_runs_as_it_is_typed(checkout: Path, protocol: str) -> None:
    command = [sys.executable, checkout / "waf", "--run", f"manet --protocol={protocol}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "161 events published" in done.stdout, "the workload is the same for all"


@pytest.mark.long
@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("nodes", [15, 30, 60])
@pytest.mark.parametrize("replication", range(1, 11))
def test_many_networks(recorded: Recorded, protocol: str, nodes: int, replication: int) -> None:
    """Some are split, as they come."""
    network = square(1000, nodes, f"--RngRun={replication}", "--publishers=3")
    run = read_outcome(recorded(*ideal(protocol, network)))
    check_bound(read_outcome(recorded(*ideal("oracle", network))), run)
    if protocol == "flooding":
        check_flooding(run)
    check_deliveries(run, protocol)
