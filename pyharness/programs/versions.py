"""What a run was made with, for its manifest."""

from __future__ import annotations

import importlib.metadata
import platform
import subprocess

from pyharness.programs.checkout import Checkout

UNKNOWN = "unknown"


def versions(checkout: Checkout) -> dict[str, str]:
    """Name -> version: `ns3` (part of a run's identity), and for the record `python`, `platform` and `commit`."""
    return {
        "ns3": ns3_version(),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "commit": _commit(checkout),
    }


def ns3_version() -> str:
    """The installed ns-3 wheel's version."""
    try:
        return importlib.metadata.version("ns3")
    except importlib.metadata.PackageNotFoundError:
        return UNKNOWN


def _commit(checkout: Checkout) -> str:
    """The checkout's commit, with `-dirty` where files differ from it; `unknown` outside git."""
    command = ["git", "-C", str(checkout.root), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return UNKNOWN
    return answer.stdout.strip() or UNKNOWN
