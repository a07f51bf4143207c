"""Results are made anew when a source of the analysis is edited: one list of sources, nothing imported beside it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from schema.analysis_sources import PACKAGES, analysis_sources_sha256


@pytest.fixture
def copied(checkout: Path, tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(checkout / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_every_import_of_the_analysis_is_among_its_sources(checkout: Path) -> None:
    """Or else an edit there would leave reports and measurements as they are."""
    for package in PACKAGES:
        for source in (checkout / package).rglob("*.py"):
            found = re.findall(
                r"^\s*(?:from|import) (pyharness|benchmarks|scenarios|tests)\b", source.read_text(), re.M
            )
            assert not found, source


@pytest.mark.parametrize(
    "edited",
    [
        "schema/similarity/topic_similarity.py",
        "spark_analysis/metrics/radio/tree_stability.py",
        "spark_analysis/capture/scan.py",
        "spark_analysis/registry/__init__.py",
    ],
)
def test_an_edit_of_a_metric_changes_both_digests(copied: Path, edited: str) -> None:
    """That of a report and that of a measurement, which leaves the report's own sources out."""
    before = [analysis_sources_sha256(copied, without) for without in ((), ("report",))]
    (copied / edited).write_text((copied / edited).read_text() + "# edited\n")
    after = [analysis_sources_sha256(copied, without) for without in ((), ("report",))]
    assert before[0] != after[0] and before[1] != after[1]


@pytest.mark.parametrize("edited", ["spark_analysis/report/page/report_page.py", "spark_analysis/report/page/page.css"])
def test_an_edit_of_the_report_changes_its_digest_alone(copied: Path, edited: str) -> None:
    before = [analysis_sources_sha256(copied, without) for without in ((), ("report",))]
    (copied / edited).write_text((copied / edited).read_text() + "\n")
    after = [analysis_sources_sha256(copied, without) for without in ((), ("report",))]
    assert before[0] != after[0] and before[1] == after[1]
