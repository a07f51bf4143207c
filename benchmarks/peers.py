"""Other people's tools, in an environment of their own: what they need never meets what we need.

`peers_python()` makes build/peers from requirements-peers.txt on first use (a minute) and gives its interpreter. Ours
can be imported there, too, behind theirs.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from filelock import FileLock

from pyharness.programs.checkout import Checkout


def peers_python() -> Path:
    """The interpreter that has the peers. Raises CalledProcessError where they cannot be installed."""
    root = Checkout.here().root
    requirements = root / "requirements-peers.txt"
    made_of = hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()
    folder = root / "build" / "peers"
    folder.parent.mkdir(exist_ok=True)
    with FileLock(f"{folder}.lock"):
        stamp = folder / "made-of"
        if not stamp.is_file() or stamp.read_text() != made_of:
            _make(folder, requirements)
            stamp.write_text(made_of)
    return folder / "bin" / "python"


def _make(folder: Path, requirements: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "-r", requirements], check=True)
    (packages,) = folder.glob("lib/python3.*/site-packages")
    ours = f"{sysconfig.get_path('purelib')}\n{Checkout.here().root}\n"
    (packages / "ours.pth").write_text(ours)


if __name__ == "__main__":
    print(peers_python())
