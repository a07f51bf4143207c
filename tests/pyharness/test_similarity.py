"""Topic similarity: the paper's numbers, the bounds, and the C++ program on thousands of pairs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schema.similarity import sim, var_bleu

PAPER = [  # TopSim, tables 2 to 5
    ("enemy.troop.status", "enemy.troop.location", 0.67, 1.17),
    ("enemy.troop.status", "enemy.aircraft.status", 0.67, 0.67),
    ("enemy.troop.status", "alliance.munitions", 0.0, 0.0),
]

words = st.sampled_from(["a", "b", "ab", "enemy", "troop", "status"])
topics = st.lists(words, min_size=1, max_size=9).map(".".join)
pairs = st.lists(st.tuples(topics, topics), min_size=150, max_size=300)


@pytest.mark.parametrize(("new", "other", "sim1", "both"), PAPER)
def test_papers_pairs(new: str, other: str, sim1: float, both: float) -> None:
    assert round(sim(new, other), 2) == sim1
    assert round(var_bleu(new, other), 2) == both


@pytest.mark.parametrize(("new", "other", "sim1", "both"), PAPER)
def test_papers_pairs_by_the_program(
    real_program: Callable[[str], Path], new: str, other: str, sim1: float, both: float
) -> None:
    command = [str(real_program("topic-similarity")), f"--new={new}", f"--candidate={other}"]
    said = json.loads(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)
    assert (round(said["sim1"], 2), round(said["var_bleu"], 2)) == (sim1, both)


def test_a_topic_without_ngrams_is_like_nothing() -> None:
    assert sim("enemy", "enemy", n=2) == 0.0
    assert sim("", "enemy") == 0.0
    assert var_bleu("enemy", "enemy") == 1.0


@given(topics, topics)
def test_bounds(new: str, other: str) -> None:
    assert 0.0 <= sim(new, other) <= 1.0
    assert 0.0 <= var_bleu(new, other) <= 2.0
    assert sim(new, new) == 1.0
    assert (sim(new, other) == 1.0) == (new == other)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(batch=pairs)
def test_python_and_cpp_agree(real_program: Callable[[str], Path], batch: list[tuple[str, str]]) -> None:
    lines = "".join(f"{new} {other}\n" for new, other in batch)
    command = [str(real_program("topic-similarity")), "--batch"]
    answer = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, timeout=60)
    said = [json.loads(line) for line in answer.stdout.splitlines()]
    assert len(said) == len(batch)
    for (new, other), theirs in zip(batch, said, strict=True):
        ours = {"sim1": sim(new, other, 1), "sim2": sim(new, other, 2), "var_bleu": var_bleu(new, other)}
        assert {key: theirs[key] for key in ours} == pytest.approx(ours, abs=1e-9), (new, other)
