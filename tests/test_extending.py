"""docs/extending.md: every example touches at most two files, fits this checkout, and works.

The page's blocks are followed in copies of the checkout: `New file` writes a file, `Change in` applies a diff, `sh` runs
commands, and `text` lists lines that the commands before it print.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from system_tools import needs
from test_tutorial import Copy

pytestmark = needs("git")
PAGE = Path(__file__).parents[1] / "docs" / "extending.md"
BLOCK = re.compile(
    r"(?:^(?P<what>New file|Change in) `(?P<path>[^`]+)`:\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S
)
GENERATED = re.compile(r"^Generated files?: (.*)", re.M)
REQUESTS = (
    *("A metric", "A report section", "A figure", "A message field", "A trace column", "A protocol", "An executor"),
    *("A scenario parameter", "A command-line verb", "A link layer"),
)
IN_PYTHON = ("A metric", "A report section", "A figure", "An executor", "A command-line verb")
IN_CPP = ("A message field", "A trace column", "A scenario parameter")
MOST_FILES = 2
DEMO = """
name = "demo"
question = "Does the example work?"
program = "manet"
replications = 2
[parameters]
nodes = 8
duration = 8
warmup = 2
[vary]
protocol = ["flooding", "topsim"]
"""
"""In place of scenarios/demo.toml, which takes longer."""


@dataclass(frozen=True)
class Block:
    """A block of code: a new file's text, a file's diff, commands, or lines that they print."""

    what: str
    """`New file`, `Change in` or empty."""
    path: str
    language: str
    text: str


def examples() -> dict[str, list[Block]]:
    """Heading -> blocks, in the order of the page."""
    _, *sections = re.split(r"^## (.*)$", PAGE.read_text(), flags=re.M)
    pairs = zip(sections[::2], sections[1::2], strict=True)
    return {
        heading: [
            Block(found["what"] or "", found["path"] or "", found["language"], found["text"])
            for found in BLOCK.finditer(text)
        ]
        for heading, text in pairs
    }


EXAMPLES = examples()


def edit(copy: Copy, request: str) -> None:
    """Make the example's edits."""
    for block in EXAMPLES[request]:
        path = copy.root / block.path
        if block.what == "New file":
            assert not path.exists(), f"{block.path} is no new file"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        elif block.what == "Change in":
            copy.run(["git", "apply", "-p0", "-"], block.text)


def follow(copy: Copy, request: str, skipped: frozenset[str] = frozenset()) -> None:
    """Run the example's commands but `skipped`, and look for what they are to print."""
    for block in EXAMPLES[request]:
        if block.language == "sh":
            lines = [line for line in block.text.splitlines() if line not in skipped]
            copy.follow("sh", "\n".join(lines))
        elif block.language == "text":
            copy.follow("text", block.text)


def files_of(copy: Copy) -> dict[str, bytes]:
    """Path -> content of every file in the copy that a checkout would hold."""
    apart = {"build", "results", "__pycache__", ".venv", ".git", ".waf.lock"}
    return {
        str(path.relative_to(copy.root)): path.read_bytes()
        for path in copy.root.rglob("*")
        if path.is_file() and not apart & set(path.relative_to(copy.root).parts)
    }


def test_there_is_an_example_of_each_request() -> None:
    assert tuple(EXAMPLES) == REQUESTS


@pytest.mark.parametrize("request_name", REQUESTS)
def test_an_example_touches_two_files_at_most(request_name: str) -> None:
    blocks = [block for block in EXAMPLES[request_name] if block.what]
    assert blocks and all(block.language == ("diff" if block.what == "Change in" else block.language) for block in blocks)
    for block in blocks:
        if block.what == "Change in":
            named = re.findall(r"^(?:---|\+\+\+) (\S+)", block.text, re.M)
            assert set(named) == {block.path}, f"the diff of {block.path} changes {named}"
    touched = {block.path for block in blocks if not block.path.startswith(("tests/", "docs/"))}
    assert 1 <= len(touched) <= MOST_FILES, touched


@pytest.fixture(scope="module")
def extended(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy with all examples in Python, and the program `manet` of this checkout."""
    copy = Copy(checkout, tmp_path_factory.mktemp("extended"))
    before = files_of(copy)
    for request in IN_PYTHON:
        edit(copy, request)
        after = files_of(copy)
        changed = {path for path in after.keys() | before.keys() if after.get(path) != before.get(path)}
        assert len([path for path in changed if not path.startswith(("tests/", "docs/"))]) <= MOST_FILES, changed
        before = after
    program = checkout / "build" / "bin" / "manet"
    if not program.exists():
        pytest.fail("build/bin/manet is not there: ./waf build makes it")
    script = copy.root / "build" / "bin" / "manet"
    script.parent.mkdir(parents=True)
    script.write_text(f'#!/bin/sh\nnice >> {shlex.quote(str(copy.root))}/niceness\nexec {shlex.quote(str(program))} "$@"\n')
    script.chmod(0o755)
    (copy.root / "scenarios" / "demo.toml").write_text(DEMO)
    copy.environment["PYTHONPATH"] = str(copy.root)
    return copy


@pytest.fixture(scope="module")
def analysed(extended: Copy) -> Copy:
    """The same with the results of a small experiment, run by the example's executor and analysed once."""
    ((command,),) = ([line for line in block.text.splitlines()] for block in EXAMPLES["An executor"] if block.language == "sh")
    # Not ./waf, which would build the programs of the copy.
    extended.run(["bash", "-c", command.replace("./waf", f"{sys.executable} -P -m pyharness")])
    return extended


REPORT = frozenset({"./waf report results/demo"})
"""What the sweep has done already."""


def test_the_executor_runs_a_sweep(analysed: Copy) -> None:
    told = (analysed.root / "niceness").read_text().split()
    own = int(subprocess.run(["nice"], capture_output=True, text=True, check=True).stdout)
    assert told.count(str(min(own + 10, 19))) >= 4, "every run has the lower priority"
    assert "--nice N" in analysed.run(["./waf", "sweep", "--help"])
    refused = subprocess.run(
        [sys.executable, "-m", "pyharness", "sweep", "scenarios/demo.toml", "--nice", "20"],
        cwd=analysed.root, env=analysed.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert refused.returncode == 2 and "--nice is '20'" in refused.stderr


def test_the_metric_is_in_tables_and_report(analysed: Copy) -> None:
    follow(analysed, "A metric", REPORT)
    runs = (analysed.root / "results/demo/tables/runs.csv").read_text()
    assert runs.count(",latency_max_s,") == 4
    assert "longest latency" in (analysed.root / "results/demo/report/index.html").read_text().lower()
    assert "latency_max_s" in analysed.run(["./waf", "list"])


def test_the_section_is_in_the_report(analysed: Copy) -> None:
    follow(analysed, "A report section", REPORT)
    page = (analysed.root / "results/demo/report/index.html").read_text()
    assert 'href="#run-costs"' in page
    section = page.partition('id="run-costs"')[2].partition("</section>")[0]
    assert "TopSim" in section and re.search(r"\d s</td>", section) and "MB</td>" in section


def test_the_figure_is_in_the_report(analysed: Copy) -> None:
    follow(analysed, "A figure", REPORT)
    assert "Delivery and latency" in (analysed.root / "results/demo/report/index.html").read_text()


def test_the_verb_runs(analysed: Copy) -> None:
    follow(analysed, "A command-line verb")
    assert len(analysed.said.splitlines()) == 3
    assert re.fullmatch(r"protocol=\w+/[12]: [\d.]+ s", analysed.said.splitlines()[0])
    assert "List the runs of an experiment that took longest." in analysed.run(["./waf", "--help"])


def test_the_examples_keep_the_rules_of_the_code(extended: Copy) -> None:
    written = [b.path for request in IN_PYTHON for b in EXAMPLES[request] if b.path.endswith(".py")]
    for command in (["check"], ["format", "--check"]):
        extended.run([sys.executable, "-m", "ruff", *command, "--no-cache", *written])
    extended.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "tests/test_architecture.py"])


@pytest.mark.long
def test_the_examples_have_sound_types(extended: Copy) -> None:
    extended.run([sys.executable, "-m", "mypy", "schema", "pyharness", "spark_analysis"])
