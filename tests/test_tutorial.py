"""docs/new-protocol.md as it stands: its `sh` blocks are run in order in a copy of this checkout, its `diff` blocks are
applied, and what its `text` blocks show is what the block before them says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from system_tools import needs

pytestmark = needs("git")
PAGE = Path(__file__).parents[1] / "docs" / "new-protocol.md"
BLOCK = re.compile(r"^```(sh|diff|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIRST_EDIT = "## The decision"
"""Above it the page makes the skeleton, builds it and runs it."""

LAUNCHER = '''"""Compiles for the copy {copy}, but takes what {built} has made of the same source files."""
import os, re, shutil, sys
from pathlib import Path

words = sys.argv[1:]
made, unit = Path(words[words.index("-o") + 1]), Path(words[-1]).relative_to({copy!r})
ours, theirs = Path({copy!r}), Path({built!r})


def sources(unit):
    """The source files of a unit that the build makes (see cmake/build-lib.cmake); else the file itself."""
    if unit.parts[0] != "build":
        return [unit]
    folder = unit.parent.relative_to("build")
    return [unit, *(folder / name for name in re.findall('^#include "(.*)"', (ours / unit).read_text(), re.M))]


def is_new(source):
    return not (theirs / source).exists() or (ours / source).read_bytes() != (theirs / source).read_bytes()


new = [source.name for source in sources(unit) if is_new(source)]
if new or not (theirs / "build" / made).exists():
    with open({log!r}, "a") as log:
        print(*new, file=log)
    os.execvp(words[0], [*words, "-O0", "-g0"])  # what is tested is the page, not the speed
shutil.copyfile(theirs / "build" / made, made)
Path(words[words.index("-MF") + 1]).write_text(f"{{made}}: {{ours / unit}}\\n")
'''


NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "build", "results", "spark-warehouse")
"""What is made by using the checkout, and Git's own: a checkout may be an unpacked archive."""


class Copy:
    """A copy of the checkout in which a page's blocks are followed."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.root = folder / "checkout"
        self.compiled = folder / "compiled"
        shutil.copytree(checkout, self.root, symlinks=True, ignore=NOT_COPIED)
        (self.root / ".venv").symlink_to(checkout / ".venv")
        script, launcher = folder / "launcher.py", folder / "launcher"
        script.write_text(LAUNCHER.format(copy=str(self.root), built=str(checkout), log=str(self.compiled)))
        launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n')  # its path may have a blank
        launcher.chmod(0o755)
        self.environment = {**os.environ, "CMAKE_CXX_COMPILER_LAUNCHER": str(launcher)}
        self.said = ""

    def follow(self, language: str, text: str) -> None:
        """Do what a block says."""
        if language == "text":
            said = [line.rstrip() for line in self.said.splitlines()]
            for line in map(str.rstrip, text.splitlines()):
                assert line in said, f"{line!r} is not in what was said:\n{self.said}"
        elif language == "diff":
            self.run(["git", "apply", "-p0", "-"], text)
        elif language == "sh":
            self.said = self.run(["bash", "-euo", "pipefail", "-c", text])

    def run(self, command: list[str], text: str = "") -> str:
        done = subprocess.run(
            command,
            cwd=self.root,
            env=self.environment,
            input=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, f"{command[-1]}\n{text}{done.stdout}"
        return done.stdout


def blocks(text: str) -> list[tuple[str, str]]:
    """Language and content of each."""
    return BLOCK.findall(text)


def test_the_skeleton_is_built_and_runs(checkout: Path, tmp_path: Path) -> None:
    copy = Copy(checkout, tmp_path)
    begin, found, _ = PAGE.read_text().partition(FIRST_EDIT)
    assert found
    for block in blocks(begin):
        copy.follow(*block)
    compilations = copy.compiled.read_text().splitlines()
    compiled = set(" ".join(compilations).split())
    assert compiled >= {"manet-my-gossip.cc", "my-gossip-test-suite.cc"}
    assert sum(".cc" in names for names in compilations) <= 3, "the other units are taken as they were built before"


def test_the_edits_fit_the_skeleton(checkout: Path, tmp_path: Path) -> None:
    copy = Copy(checkout, tmp_path)
    begin, *rest = blocks(PAGE.read_text())
    copy.follow(*begin)
    edits = [block for block in rest if block[0] == "diff"]
    assert len(edits) == 5
    for block in edits:
        copy.follow(*block)


@pytest.mark.long
def test_the_tutorial_leads_where_it_says(checkout: Path, tmp_path: Path) -> None:
    copy = Copy(checkout, tmp_path)
    for block in blocks(PAGE.read_text()):
        copy.follow(*block)
