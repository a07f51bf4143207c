"""TopSim on real radios, and what its options change in a run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scenario_bench import Program, Recorded

from schema.traces import read_trace

CROWD = ("manet", "--protocol=topsim", "--nodes=40", "--width=800", "--height=800", "--mobility=uniform", "--RngRun=2")
SHORT = ("--duration=40", "--warmup=10")
RADIO = Path(__file__).parents[2] / "scenarios" / "radio"


def unknown_similarities(folder: Path) -> int:
    """How many parents were chosen without knowing their topics."""
    return int(np.isnan(read_trace(folder / "parents.trace").rows["similarity"]).sum())


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_joins_after_the_same_beacon_do_not_collide(recorded: Recorded) -> None:
    """They did: a third of the nodes chose a parent without its topics, since all had asked at the same time."""
    assert unknown_similarities(recorded(*CROWD, *SHORT, "--ns3::TopSim::JoinJitter=0ms")) > 10
    assert unknown_similarities(recorded(*CROWD, *SHORT)) == 0


@pytest.mark.parametrize("choice", ["Lexicographic", "Weighted"])
def test_an_empty_table_changes_no_byte(recorded: Recorded, tmp_path: Path, choice: str) -> None:
    empty = tmp_path / "empty.tsv"
    empty.write_text("# word similarities, none\n")
    options = (*CROWD, *SHORT, f"--ns3::TopSim::Choice={choice}")
    without, with_table = recorded(*options), recorded(*options, f"--similarities={empty}")
    assert files_in(without) == files_in(with_table)


def test_a_table_changes_parents(recorded: Recorded) -> None:
    """So that the test before this one can fail."""
    options = (*CROWD, *SHORT, "--vocabularies=2", "--ns3::TopSim::StatusTopics=Primary")
    without, with_table = recorded(*options), recorded(*options, f"--similarities={RADIO / 'words.tsv'}")
    assert files_in(without)["parents.trace"] != files_in(with_table)["parents.trace"]
    assert files_in(without)["publications.trace"] == files_in(with_table)["publications.trace"]


@pytest.mark.parametrize("option", ["--similarities={}", "--ns3::TopSim::Similarities={}"])
def test_a_wrong_table_ends_the_program(program: Program, tmp_path: Path, option: str) -> None:
    wrong = tmp_path / "words.tsv"
    wrong.write_text("# word similarities\nenemy\thostile\t2\n")
    out = tmp_path / "out"
    ended = program("manet", option.format(wrong), f"--out={out}")
    assert ended.returncode == 2 and not out.exists()
    assert ended.stderr == (
        f"manet: {wrong}, line 2: expected a similarity from 0 to 1, which is 1 for a word with itself\n"
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--squads=51",), "--squads=51 is above --nodes; expected at most 50"),
        (("--vocabularies=2", "--topic_branching=4"), "times --vocabularies, is above 64; expected at most that many"),
        (("--vocabularies=2", "--topic_branching=9", "--topic_depth=1"), "--vocabularies=2 has 8 words for each of 3"),
        (("--vocabularies=3",), "--vocabularies"),
    ],
)
def test_interests_that_do_not_fit_are_refused(program: Program, options: tuple[str, ...], sentence: str) -> None:
    ended = program("manet", *options, "--check")
    assert ended.returncode == 2 and sentence in ended.stderr
