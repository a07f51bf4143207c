"""The origin of a sweep's runs: checkout, machine, dependencies. One file for all runs of one origin.

`results/<experiment>/provenance/<digest>.json`, and where the checkout differed from its commit the difference beside
it, `<digest>.diff`, which `git apply` takes. Manifests name the digest.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from pyharness.experiment.plan import Plan
from pyharness.programs.checkout import Checkout
from schema import digests
from schema.manifest import PROVENANCE

GIT_WITHIN_S = 20
"""Time for git; a checkout with more untracked files has no difference saved."""


def record(checkout: Checkout, plan: Plan, folder: Path) -> str:
    """Write the origin of runs made now and return the digest that names it. Raises OSError."""
    difference, unsaved = _difference(checkout)
    data: dict[str, Any] = {
        "versions": dict(plan.versions),
        "streams": dict(plan.streams),
        "program_sha256": plan.program_sha256,
        "difference_sha256": digests.of_bytes(difference) if difference else None,
        "difference_not_saved": unsaved,
        "packages": _packages(),
        "host": {
            "name": platform.node(),
            "kernel": f"{platform.system()} {platform.release()}",
            "machine": platform.machine(),
            "processors": os.cpu_count(),
            "libc": " ".join(platform.libc_ver()),
        },
    }
    name = digests.of_data(data)[:16]
    target = folder / PROVENANCE / f"{name}.json"
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        if difference:
            target.with_suffix(".diff").write_bytes(difference)
        digests.write_whole(target, json.dumps(data, indent=2, sort_keys=True) + "\n")
    return name


def _packages() -> dict[str, str]:
    """Every installed distribution's version."""
    return {each.metadata["Name"]: each.version for each in importlib.metadata.distributions()}


def _difference(checkout: Checkout) -> tuple[bytes, str]:
    """Return all that differs from the commit, untracked files included, or an empty difference and the reason.

    The files are staged in a temporary index: nothing in the checkout's git changes.
    """
    with tempfile.TemporaryDirectory() as scratch:
        try:
            real = Path(
                _git(checkout, {}, "rev-parse", "--path-format=absolute", "--git-path", "index").decode().strip()
            )
            objects = (
                _git(checkout, {}, "rev-parse", "--path-format=absolute", "--git-path", "objects").decode().strip()
            )
            index = Path(scratch, "index")
            shutil.copyfile(real, index)
            aside = {
                "GIT_INDEX_FILE": str(index),
                "GIT_OBJECT_DIRECTORY": scratch,
                "GIT_ALTERNATE_OBJECT_DIRECTORIES": objects,
            }
            _git(checkout, aside, "add", "--all")
            return _git(checkout, aside, "diff", "--cached", "--binary", "HEAD"), ""
        except (OSError, subprocess.SubprocessError) as error:
            return b"", f"git: {type(error).__name__}"


def _git(checkout: Checkout, environment: dict[str, str], *words: str) -> bytes:
    command = ["git", "-C", str(checkout.root), *words]
    return subprocess.run(
        command, capture_output=True, timeout=GIT_WITHIN_S, check=True, env={**os.environ, **environment}
    ).stdout
