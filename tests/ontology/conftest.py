"""The verb `ontology`, typed in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from ontology_bench import Ontology

from pyharness.command_line import main


@pytest.fixture
def ontology(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ontology:
    monkeypatch.chdir(tmp_path)
    return Ontology(tmp_path, lambda words: main(["ontology", *words]), capsys)
