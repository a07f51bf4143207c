"""Failed runs as text: which and why, the last lines of each, and the command that runs it again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from pyharness.programs.checkout import Checkout
from schema.manifest import Manifest, failure_reason, last_words
from schema.text import counted

FAILURES_SHOWN = 3
"""Failures that a sweep shows in full at its end."""


def failures_text(failed: Sequence[Manifest], folder: Path) -> str:
    """Return the first few of `failed`, and the command that lists all; empty where there is none."""
    first = sorted(failed, key=lambda manifest: (manifest.replication, manifest.variant))[:FAILURES_SHOWN]
    more = len(failed) - len(first)
    lines = [failure_text(manifest) for manifest in first]
    if more:
        status_command = f"{Checkout.here().waf} status {shlex.quote(str(folder))}"
        lines.append(f"and {counted(more, 'failed run')} more: {status_command}")
    return "\n".join(lines)


def failure_text(manifest: Manifest) -> str:
    """Return which run failed and why, its last lines indented, and the command that runs it again."""
    lines = [f"failed: {manifest.variant}/{manifest.replication}: {failure_reason(manifest)}"]
    lines += [f"    {line}" for line in last_words(manifest).splitlines()]
    return "\n".join([*lines, f"  again: {rerun_command(manifest)}"])


def rerun_command(manifest: Manifest) -> str:
    """Return the command that runs it once more, for the current folder."""
    log = [f"NS_LOG={manifest.ns_log}"] if manifest.ns_log else []
    command = " ".join([*map(shlex.quote, log), shlex.join(manifest.command)]).replace("'NS_LOG=", "NS_LOG='")
    return Checkout.here().typed(command)
