"""docs/extending.md: each example needs two files at most, fits this checkout, and works.

The page's blocks are followed in copies of the checkout: `New file` writes a file, `Change in` applies a diff, `sh`
runs commands, and `text` lists lines that the commands before it print.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from system_tools import needs
from test_tutorial import Copy

from schema.messages import PORT, encode

pytestmark = needs("git")
PAGE = Path(__file__).parents[1] / "docs" / "extending.md"
BLOCK = re.compile(
    r"(?:^(?P<what>New file|Change in) `(?P<path>[^`]+)`:\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S
)
GENERATED = re.compile(r"^Generated files?: (.*?)\.(?: |$)", re.M)
REQUESTS = (
    *("A metric", "A report section", "A figure", "A message field", "A trace column", "A protocol", "An executor"),
    *("A scenario parameter", "A command-line verb", "A link layer"),
)
IN_PYTHON = ("A metric", "A report section", "A figure", "An executor", "A command-line verb")
IN_CPP = ("A message field", "A trace column", "A protocol", "A scenario parameter")
WRITES_SOURCES = re.compile(r"\./waf (new-protocol|python -m schema\.)")
"""Commands that write files of a checkout, and need nothing that is compiled."""
MOST_FILES = 2
UNCOUNTED = re.compile(r"tests/|docs/|contrib/[\w-]+/test/|README\.md$")
"""Tests and documentation."""
DEMO = """
name = "demo"
question = "Does the example work?"
program = "manet"
replications = 2
[parameters]
nodes = 12
width = 300
height = 300
duration = 8
warmup = 2
event_rate = 5
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


@dataclass(frozen=True)
class Example:
    """A section of the page."""

    blocks: tuple[Block, ...]
    generated: frozenset[str]
    """Files that its commands write again."""

    def of(self, language: str) -> list[str]:
        """The texts of its blocks in `language`."""
        return [block.text for block in self.blocks if block.language == language]


def read_example(text: str) -> Example:
    blocks = (
        Block(found["what"] or "", found["path"] or "", found["language"], found["text"])
        for found in BLOCK.finditer(text)
    )
    generated = (path for sentence in GENERATED.findall(text) for path in re.findall(r"`([\w./-]+)`", sentence))
    return Example(tuple(blocks), frozenset(generated))


_, *_sections = re.split(r"^## (.*)$", PAGE.read_text(), flags=re.M)
EXAMPLES = {name: read_example(text) for name, text in zip(_sections[::2], _sections[1::2], strict=True)}


# ---- What the page's blocks do


def edit(copy: Copy, request: str) -> None:
    """Make the example's edits, and run its commands that write files of a checkout, in the order of the page."""
    for block in EXAMPLES[request].blocks:
        path = copy.root / block.path
        if block.what == "New file":
            assert not path.exists(), f"{block.path} is no new file"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        elif block.what == "Change in":
            copy.run(["git", "apply", "-p0", "-"], block.text)
        elif block.language == "sh":
            for line in filter(WRITES_SOURCES.match, block.text.splitlines()):
                copy.run(["bash", "-c", line])


def edit_and_count(copy: Copy, request: str) -> None:
    """Make the example's edits: of two files at most, all of which the page names."""
    before = files_of(copy)
    edit(copy, request)
    after = files_of(copy)
    changed = {path for path in after.keys() | before.keys() if after.get(path) != before.get(path)}
    example = EXAMPLES[request]
    counted = {path for path in changed - example.generated if not UNCOUNTED.match(path)}
    assert 1 <= len(counted) <= MOST_FILES, f"{request}: {sorted(counted)}"
    named = {block.path for block in example.blocks} | example.generated | set("".join(example.of("text")).split())
    assert changed <= named | {"README.md"}, f"{request}: the page does not name {sorted(changed - named)}"


def files_of(copy: Copy) -> dict[str, bytes]:
    """Path -> content of every file in the copy that a checkout would hold."""
    apart = {"build", "results", "__pycache__", ".venv", ".git", ".waf.lock"}
    return {
        str(path.relative_to(copy.root)): path.read_bytes()
        for path in copy.root.rglob("*")
        if path.is_file() and not apart & set(path.relative_to(copy.root).parts)
    }


def follow(copy: Copy, request: str, done: Iterable[str] = ()) -> None:
    """Run the other commands of the example, except those of `done`, and look for what they are to print."""
    ran = False
    for block in EXAMPLES[request].blocks:
        if block.language == "sh":
            lines = [line for line in block.text.splitlines() if not WRITES_SOURCES.match(line) and line not in done]
            ran = bool(lines)
            copy.follow("sh", "".join(f"{line}\n" for line in lines))
        elif block.language == "text" and ran:
            copy.follow("text", block.text)


# ---- The examples in Python


def test_the_page_has_an_example_of_each_request() -> None:
    assert tuple(EXAMPLES) == REQUESTS


@pytest.fixture(scope="module")
def extended(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy with the examples of IN_PYTHON together, and the program `manet` of this checkout."""
    copy = Copy(checkout, tmp_path_factory.mktemp("extended"))
    copy.environment["PYTHONPATH"] = str(copy.root)
    take_compiled_kernels(copy, checkout)
    for request in IN_PYTHON:
        edit_and_count(copy, request)
    program = checkout / "build" / "bin" / "manet"
    if not program.exists():
        pytest.fail("build/bin/manet is not there: ./waf build makes it")
    script = copy.root / "build" / "bin" / "manet"
    script.parent.mkdir(parents=True)
    note = shlex.quote(str(copy.root / "priorities"))
    script.write_text(f'#!/bin/sh\nnice >> {note}\nexec {shlex.quote(str(program))} "$@"\n')
    script.chmod(0o755)
    (copy.root / "scenarios" / "demo.toml").write_text(DEMO)
    return copy


def take_compiled_kernels(copy: Copy, checkout: Path) -> None:
    """Copy what Numba has compiled of files that the examples do not change: to compile again takes half a minute."""
    for path in checkout.glob("spark_analysis/**/__pycache__/*.nb?"):
        place = copy.root / path.relative_to(checkout)
        place.parent.mkdir(exist_ok=True)
        shutil.copy2(path, place)


def pyharness(copy: Copy, arguments: str, exit_status: int = 0) -> str:
    """What the harness prints. Not by ./waf, which would first build the programs of the copy."""
    command = [sys.executable, "-P", "-m", "pyharness", *arguments.split()]
    done = subprocess.run(
        command, cwd=copy.root, env=copy.environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == exit_status, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def analysed(extended: Copy) -> Copy:
    """The same with the results of a small experiment: run by the example's executor, and analysed once."""
    (command,) = EXAMPLES["An executor"].of("sh")
    pyharness(extended, command.removeprefix("./waf "))
    return extended


REPORT = ("./waf report results/demo",)
"""The sweep has done this already."""


def test_the_executor_runs_a_sweep(analysed: Copy) -> None:
    priorities = [int(line) for line in (analysed.root / "priorities").read_text().split()]
    lowest = max(priorities)
    assert priorities.count(lowest) >= 4 and lowest == min(19, os.nice(0) + 10), (
        "each run has a lower priority than the program's description"
    )
    assert "--nice N" in pyharness(analysed, "sweep --help")
    assert "--nice is '20'" in pyharness(analysed, "sweep scenarios/demo.toml --nice 20", exit_status=2)


def test_the_metric_is_in_tables_and_report(analysed: Copy) -> None:
    follow(analysed, "A metric", REPORT)
    runs = (analysed.root / "results/demo/tables/runs.csv").read_text()
    assert runs.count(",latency_max_s,") == 4
    page = (analysed.root / "results/demo/report/index.html").read_text()
    assert "Longest time from publication to delivery." in page and "longest latency" in page.lower()


def test_the_section_is_in_the_report(analysed: Copy) -> None:
    follow(analysed, "A report section", REPORT)
    page = (analysed.root / "results/demo/report/index.html").read_text()
    assert 'href="#run-costs"' in page, "it is in the contents"
    section = page.partition('id="run-costs"')[2].partition("</section>")[0]
    assert "TopSim" in section and re.search(r"\d s</td>", section) and "MB</td>" in section


def test_the_figure_is_in_the_report(analysed: Copy) -> None:
    follow(analysed, "A figure", REPORT)
    page = (analysed.root / "results/demo/report/index.html").read_text()
    assert "Delivery and latency" in page and "Scatter plot of delivery over latency." in page


def test_the_verb_runs(analysed: Copy) -> None:
    follow(analysed, "A command-line verb")
    first, _, _ = analysed.said.splitlines()
    assert re.fullmatch(r"protocol=\w+/[12]: [\d.]+ s", first)
    assert "List the runs of an experiment that took longest." in pyharness(analysed, "--help")


def test_the_examples_are_formatted(extended: Copy) -> None:
    written = [block.path for request in IN_PYTHON for block in EXAMPLES[request].blocks if block.path.endswith(".py")]
    for command in (["check"], ["format", "--check"]):
        extended.run([sys.executable, "-m", "ruff", *command, "--no-cache", *written])


@pytest.mark.long
def test_the_examples_keep_the_types_and_the_architecture(checkout: Path, tmp_path: Path) -> None:
    copy = Copy(checkout, tmp_path)
    copy.environment["PYTHONPATH"] = str(copy.root)
    for request in (*IN_PYTHON, "A link layer"):
        edit(copy, request)
    copy.run([sys.executable, "-m", "mypy", "schema", "pyharness", "spark_analysis"])
    copy.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "tests/test_architecture.py"])


def cooked_capture() -> bytes:
    """A Linux cooked capture of one event over UDP and IPv4."""
    about = {"node": 7, "publisher": 3, "sequence": 9, "published_ns": 5, "hops": 2}
    event = encode("event", {**about, "topic": "a.b", "attributes": [], "payload_bytes": 0})
    udp = struct.pack(">HHHH", 49153, PORT, 8 + len(event), 0) + event
    ip = struct.pack(">BBHHHBBHII", 0x45, 0, 20 + len(udp), 0, 0, 64, 17, 0, 0x0A000001, 0x0A000002)
    frame = struct.pack(">HHH8sH", 0, 1, 6, bytes(8), 0x0800) + ip + udp
    head = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 113)
    return head + struct.pack("<IIII", 1, 0, len(frame), len(frame)) + frame


def test_the_link_layer_is_read(checkout: Path, tmp_path: Path) -> None:
    copy = Copy(checkout, tmp_path)
    copy.environment["NUMBA_DISABLE_JIT"] = "1"  # to compile takes longer than to read one record
    (copy.root / "cooked.pcap").write_bytes(cooked_capture())
    (command,) = EXAMPLES["A link layer"].of("sh")
    with pytest.raises(AssertionError, match="link type 113, expected one of"):
        copy.follow("sh", command)
    edit_and_count(copy, "A link layer")
    follow(copy, "A link layer")


# ---- The examples with C++


def test_the_edits_of_cpp_fit_the_sources(checkout: Path, tmp_path: Path) -> None:
    copy = Copy(checkout, tmp_path)
    for request in IN_CPP:
        edit_and_count(copy, request)
    vectors = (copy.root / "contrib/pubsub-manet/test/wire-vectors.txt").read_text()
    assert vectors != (checkout / "contrib/pubsub-manet/test/wire-vectors.txt").read_text()


@pytest.mark.long
def test_the_examples_with_cpp_work(checkout: Path, tmp_path: Path) -> None:
    copy = Copy(checkout, tmp_path)
    before = files_of(copy)
    for request in IN_CPP:
        edit(copy, request)
    after = files_of(copy)
    recompile(copy, [path for path in after if path.endswith(".h") and after[path] != before.get(path)])
    for request in IN_CPP:
        follow(copy, request)
    copy.follow("sh", "build/bin/pubsub-test-runner --suite=pubsub-short-flood")
    table, listed = copy.run(["./waf", "python", "-m", "schema.messages"]), copy.run(["./waf", "list"])
    assert "sent_ns" in table and "short-flood" in listed


def recompile(copy: Copy, headers: Iterable[str]) -> None:
    """Change every source file that includes one of `headers`, so that the launcher does not take its old object."""
    stale = {Path(header).name for header in headers}
    stale |= {f"{Path(header).parts[1]}-module.h" for header in headers}
    sources = [
        path
        for folder in ("contrib", "scratch")
        for path in (copy.root / folder).rglob("*")
        if path.suffix in (".cc", ".h")
    ]
    text = {path: path.read_text() for path in sources}
    known = -1
    while known < len(stale):
        known = len(stale)
        pattern = re.compile(rf'^#include ".*?({"|".join(map(re.escape, stale))})"', re.M)
        reached = [path for path in sources if path.name in stale or pattern.search(text[path])]
        stale |= {path.name for path in reached if path.suffix == ".h"}
    for path in reached:
        if path.suffix == ".cc":
            path.write_text(f"{text[path]}// {', '.join(sorted(map(str, headers)))}\n")
