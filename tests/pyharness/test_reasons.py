"""Why a run does not count is said in the same words by every command, by the report and in a notebook."""

from __future__ import annotations

import html
import os
from pathlib import Path

import pytest
from harness_bench import Bench, Typed

from schema.manifest import Manifest, failure_reason, last_words
from schema.text import duration, exact_duration
from spark_analysis import load

RUN = "protocol=topsim/1"
pytestmark = pytest.mark.usefixtures("analysis_here")


def swept(bench: Bench, typed: Typed, fault: str, limit: str = "") -> tuple[str, Path]:
    """What a sweep of one run that fails says, and the results' folder."""
    text = f'replications = 1\n{limit}\n[parameters]\nfault = "{fault}"\n[vary]\nprotocol = ["topsim"]\n'
    done = typed("sweep", bench.experiment(text), "--no-report")
    return done.out + done.err, bench.root / "results" / "trial"


@pytest.mark.parametrize(
    ("fault", "limit", "reason"),
    [
        ("hang", "timeout_s = 0.25", "took longer than 0.25 s"),
        ("crash", "", "ended by SIGABRT"),
        ("say", "", "ended with exit status 3: caught fire"),
        ("mute", "", "ended with exit status 4: 0 bytes held"),
        ("absent", "", "ended with exit status 0 but without due.trace"),
    ],
)
@pytest.mark.usefixtures("spark")
def test_a_failure_has_one_reason_everywhere(bench: Bench, typed: Typed, fault: str, limit: str, reason: str) -> None:
    while_running, folder = swept(bench, typed, fault, limit)
    assert f"failed {RUN}: {reason}\n" in while_running
    assert f"failed: {RUN}: {reason}\n" in while_running, "at the end of the sweep"
    assert f"failed: {RUN}: {reason}\n" in typed("status", folder).out
    assert f"not counted: {RUN}: {reason}\n" in typed("report", folder).out
    assert load(folder).failed == {("protocol=topsim", 1): reason}
    assert f">{reason}<" in html.unescape((folder / "report" / "index.html").read_text())


@pytest.mark.usefixtures("spark")
def test_a_damaged_run_has_one_reason_everywhere(bench: Bench, typed: Typed) -> None:
    """Before the analysis has read a byte of it: `check` found what sizes and times do not show."""
    _, folder = swept(bench, typed, "none")
    capture = folder / "runs" / RUN / "radio-0.pcap"
    about = capture.stat()
    capture.write_bytes(bytes(about.st_size))
    os.utime(capture, ns=(about.st_atime_ns, about.st_mtime_ns))
    reason = "radio-0.pcap has other bytes than were written"
    assert f"corrupt: {RUN}: {reason}\n" in typed("check", folder).out
    assert f"corrupt: {RUN}: {reason}\n" in typed("status", folder).out
    assert f"not counted: {RUN}: {reason}\n" in typed("report", folder).out
    assert load(folder).failed == {("protocol=topsim", 1): reason}
    assert f">{reason}<" in html.unescape((folder / "report" / "index.html").read_text())


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        *((0.05, "0.05 s"), (0.004, "0.004 s"), (0.5, "0.5 s"), (1.97, "1.97 s"), (3.0, "3.0 s"), (90.5, "90.5 s")),
        *((600.0, "10 min 00 s"), (7200.0, "2 h 00 min"), (7230.0, "7230.0 s")),
    ],
)
def test_a_time_limit_is_shown_as_it_was_set(seconds: float, shown: str) -> None:
    assert exact_duration(seconds) == shown


def test_a_short_duration_is_not_rounded_to_twice_its_length() -> None:
    assert [duration(seconds) for seconds in (0.0, 0.0004, 0.05, 0.4)] == ["0.0 s", "0.0004 s", "0.05 s", "0.4 s"]


@pytest.mark.parametrize(
    ("failure", "status", "error", "reason", "said"),
    [
        ("timeout", -9, "took longer than 3.0 s\nbye", "took longer than 3.0 s", "bye"),
        ("exit", 3, "one\ntwo", "ended with exit status 3: two", "one\ntwo"),
        ("exit", 3, "alone", "ended with exit status 3: alone", ""),
        ("exit", 4, "ended with exit status 4 without output", "ended with exit status 4 without output", ""),
        ("", -11, "", "ended by signal 11", ""),
    ],
)
def test_reasons_and_last_words(failure: str, status: int, error: str, reason: str, said: str) -> None:
    manifest = Manifest.model_construct(failure=failure, exit_status=status, error=error)
    assert (failure_reason(manifest), last_words(manifest)) == (reason, said)
