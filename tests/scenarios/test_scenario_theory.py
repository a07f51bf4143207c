"""Runs whose outcome theory or the paper knows."""

from __future__ import annotations

import json

import pytest
from scenario_bench import Program


@pytest.mark.parametrize("events", [100, 1000])
@pytest.mark.parametrize(
    ("protocol", "parent", "per_event"), [("sp-nhop", 5, 6), ("sp-ovhd", 3, 5), ("sp-combo", 5, 6), ("topsim", 3, 5)]
)
def test_the_five_nodes_of_the_paper(program: Program, protocol: str, parent: int, per_event: int, events: int) -> None:
    for radio, replications in (("ideal", 10), ("wifi", 2)):
        for replication in range(1, replications + 1):
            call = (f"--protocol={protocol}", f"--events={events}", f"--radio={radio}", f"--RngRun={replication}")
            said = program("topsim-paper", *call).stdout
            assert f"node 4: parent {parent}," in said
            assert said.splitlines()[-1] == f"O(E) {events * per_event}"


@pytest.mark.parametrize(("protocol", "per_event"), [("sp-nhop", 6), ("topsim", 5)])
def test_on_the_air_a_collision_is_rare(program: Program, protocol: str, per_event: int) -> None:
    """Now and then a beacon meets an event, which is then not relayed: below one in a thousand here."""
    sums = [
        int(program("topsim-paper", f"--protocol={protocol}", f"--RngRun={replication}").stdout.split()[-1])
        for replication in range(1, 31)
    ]
    assert max(sums) == 100 * per_event
    assert 0.999 * 100 * per_event < sum(sums) / len(sums)


@pytest.mark.parametrize(
    ("wanted", "candidate", "sim1", "var_bleu"),
    [
        ("enemy.troop.status", "enemy.troop.location", 0.67, 1.17),
        ("enemy.troop.status", "enemy.aircraft.status", 0.67, 0.67),
        ("enemy.troop.status", "alliance.supply.plan", 0, 0),
    ],
)
def test_similarity_of_the_papers_topics(
    program: Program, wanted: str, candidate: str, sim1: float, var_bleu: float
) -> None:
    said = json.loads(program("topic-similarity", f"--new={wanted}", f"--candidate={candidate}").stdout)
    assert round(said["sim1"], 2) == sim1
    assert round(said["var_bleu"], 2) == var_bleu
    lines = program("topic-similarity", "--batch", input=f"{wanted} {candidate}\n" * 2).stdout.splitlines()
    assert [json.loads(line) for line in lines] == [said, said]


def test_similarity_refuses_what_is_no_topic(program: Program) -> None:
    done = program("topic-similarity", "--new=a..b", "--candidate=a.b")
    assert done.returncode == 2
    assert "'a..b'" in done.stderr
