"""Whatever is wrong with a benchmark's arguments: exit status 2 and one sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import (
    command_line,
    hint_validation,
    odmrp_validation,
    optimal_trees,
    own_cost,
    stopping_coverage,
    trace_format,
    which_protocol,
)
from schema.manifest import Experiment


def plan(folder: Path, **varying: tuple[str, ...]) -> Path:
    folder.mkdir(exist_ok=True)
    text = Experiment(
        name="plain", question="?", program="none", parameters={}, varying=dict(varying), variants=(), replications=1,
        source="",
    ).model_dump_json()  # fmt: skip
    (folder / "experiment.json").write_text(text)
    return folder


@pytest.mark.parametrize(
    ("main", "arguments", "says"),
    [
        (which_protocol.main, [], "Missing argument 'DIR'."),
        (which_protocol.main, ["gone"], "'gone' does not exist."),
        (which_protocol.main, ["empty"], "empty: not an experiment's results, expected an experiment.json in it."),
        (which_protocol.main, ["other"], "other: holds 'plain', expected an experiment in which protocol varies."),
        (which_protocol.main, ["plain"], "plain: no tables/summary.csv in it yet, ./waf report makes it."),
        (optimal_trees.main, ["plain"], "plain: no tables/runs.csv in it yet, ./waf report makes it."),
        (optimal_trees.main, ["plain", "other"], "unexpected extra argument"),
        (hint_validation.main, [], "Missing argument"),
        (hint_validation.main, ["plain", "empty"], "empty: not an experiment's results"),
        (odmrp_validation.main, ["empty"], "empty: not an experiment's results"),
        (trace_format.main, ["empty"], "empty: no nodes.trace in it, expected the folder of a finished run."),
        (own_cost.main, ["--protocol", "none"], "--protocol=none: expected one of sp-nhop, sp-ovhd"),
        (stopping_coverage.main, ["--trials", "none"], "Invalid value for '--trials'"),
    ],
)
def test_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    main: Callable[..., None],
    arguments: list[str],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    plan(tmp_path / "plain", protocol=("topsim",))
    plan(tmp_path / "other", nodes=("5",))
    monkeypatch.setattr(sys, "argv", ["benchmark", *arguments])
    with pytest.raises(SystemExit) as ended:
        command_line.run(main)
    said = capsys.readouterr()
    assert ended.value.code == 2 and says in said.err
    assert len(said.err.splitlines()) == 1 and said.out == ""
