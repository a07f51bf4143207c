"""`./waf predict` hands its arguments to the analysis, which has the verbs predict and train."""

from __future__ import annotations

import pytest

from pyharness import command_line
from pyharness.commands import predict


@pytest.mark.parametrize(
    ("arguments", "handed_over"),
    [
        (["results/a", "--out", "b"], ["predict", "results/a", "--out", "b"]),
        (["train", "results/a", "--out", "c.json"], ["train", "results/a", "--out", "c.json"]),
        (["--help"], ["predict", "--help"]),
        ([], ["predict"]),
    ],
)
def test_the_arguments_reach_the_analysis(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], handed_over: list[str]
) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(predict, "run_to_end", lambda *words: calls.append(list(words)))
    assert command_line.main(["predict", *arguments]) == 0
    assert calls == [handed_over]


def test_bad_input_ends_with_status_2(capfd: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["predict", "nowhere", "--out", "there"]) == 2
    assert capfd.readouterr().err.startswith("nowhere does not exist, expected the folder of an experiment")
