"""Runs each suite of the ns-3 module in ns-3's own test framework, one process each."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RUNNER = ROOT / "build" / "bin" / "pubsub-test-runner"


def names(runner: Path) -> list[str]:
    """The suites a runner has; none where it is not built, which is for a test to say and not for the collection."""
    try:
        return subprocess.run([runner, "--list"], capture_output=True, text=True, check=True, timeout=60).stdout.split()
    except (OSError, subprocess.SubprocessError):
        return []


SUITES = names(RUNNER)
SECONDS = {"QUICK": 900, "EXTENSIVE": 14_400}
"""After which a suite hangs. The longest one plays 100 runs of 200 brokers."""


def failures(report: Path) -> list[str]:
    """What did not hold, with its place."""
    return [
        f"{test.findtext('Name')}: {failure.findtext('Condition')}, got {failure.findtext('Actual')}, "
        f"limit {failure.findtext('Limit')}: {failure.findtext('Message')} "
        f"({failure.findtext('File')}:{failure.findtext('Line')})"
        for test in ET.parse(report).iter("Test")
        for failure in test.findall("FailureDetails")
    ]


def run_suite(runner: Path, suite: str, fullness: str, folder: Path) -> None:
    """Run one suite and fail with its own words."""
    report = folder / "report.xml"
    done = subprocess.run(
        [runner, f"--suite={suite}", f"--fullness={fullness}", "--xml", f"--out={report}", f"--tempdir={folder}"],
        capture_output=True,
        text=True,
        timeout=SECONDS[fullness],
        check=False,
    )
    # A suite that aborts leaves no whole report.
    failed = failures(report) if done.returncode in (0, 1) else [f"ended with status {done.returncode}"]
    assert done.returncode == 0 and not failed, "\n".join([*failed, done.stdout, done.stderr])


def test_the_runner_is_built() -> None:
    assert RUNNER.exists(), "build/bin/pubsub-test-runner is missing: ./waf build --tests makes it"
    listed = subprocess.run([RUNNER, "--list"], capture_output=True, text=True, timeout=60, check=False)
    assert listed.returncode == 0, listed.stderr
    assert SUITES and listed.stdout.split() == SUITES, "built anew while the tests were collected: run them again"


@pytest.mark.parametrize("suite", SUITES)
def test_suite(suite: str, tmp_path: Path) -> None:
    run_suite(RUNNER, suite, "QUICK", tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("suite", SUITES)
def test_suite_extensively(suite: str, tmp_path: Path) -> None:
    run_suite(RUNNER, suite, "EXTENSIVE", tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("suite", SUITES)
def test_suite_under_sanitizers(sanitized: Path, suite: str, tmp_path: Path) -> None:
    """No overflow, no leak and no undefined behaviour in our own code."""
    run_suite(sanitized / "pubsub-test-runner", suite, "QUICK", tmp_path)
