"""The modules in contrib as modules of an ns-3.44 source tree (docs/drop-in.md), and their examples against the wheel.

PUBSUB_NS3_TREE names the tree; the modules are copied into it, and it is configured and built.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest
from system_tools import needs
from test_ns3_suites import SUITES, names, run_suite

CONTRIB = Path(__file__).parents[1] / "contrib"
MODULES = ("pubsub", "pubsub-manet", "pubsub-broker", "pubsub-sdn", "spatial-wifi-channel")
SUITES_BEGIN = ("pubsub-", "broker-", "sdn-", "spatial-wifi-channel-")
"""The suites of the modules: how their names begin."""
EXAMPLES = ("pubsub-manet", "pubsub-broker", "pubsub-sdn", "spatial-wifi-channel")
"""The modules that have examples."""
TREE = "PUBSUB_NS3_TREE"
LAST_LINE = re.compile(r"([\w-]+): (\d+) of (\d+) delivered, (\d+) sends, (\d+) other messages")


def last_line(output: str) -> tuple[str, int, int, int, int]:
    """Protocol, events delivered and due, times an event was sent, other messages."""
    match = LAST_LINE.fullmatch(output.splitlines()[-1])
    assert match, output
    name, *counts = match.groups()
    delivered, due, sent, other = map(int, counts)
    return name, delivered, due, sent, other


def run(command: list[str | Path], folder: Path, timeout_s: float = 60) -> str:
    """What a command prints, with the machine's tools and not those of .venv; it has to succeed."""
    path = [each for each in os.get_exec_path() if ".venv" not in Path(each).parts]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": os.pathsep.join(path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout_s,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def test_the_example_runs_against_the_wheel(checkout: Path, tmp_path: Path) -> None:
    example = checkout / "build" / "examples" / "pubsub-example"
    said = run([example, "--protocol=topsim", "--events=3"], tmp_path)
    assert re.search(r"node 8 has parent 4 in the tree of 0$", said, re.MULTILINE)
    tree = last_line(said)
    assert tree[:3] == ("topsim", 9, 9) and 3 * 4 <= tree[3] < 3 * 12 and tree[4] > 0
    assert last_line(run([example, "--protocol=flooding"], tmp_path)) == ("flooding", 9, 9, 36, 0)
    assert last_line(run([example, "--protocol=gossip", "--events=0"], tmp_path)) == ("gossip", 0, 0, 0, 0)
    wrong = subprocess.run([example, "--protocol=nonsense"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and wrong.stderr == "no protocol nonsense\n"


@pytest.mark.parametrize(
    "network", [["--nodes=100"], ["--mobility=random-waypoint", "--loss=friis"], ["--loss=log-distance"]]
)
def test_both_channels_receive_the_same_in_the_example(checkout: Path, network: list[str]) -> None:
    example = checkout / "build" / "examples" / "spatial-beacons"
    said = {run([example, "--seconds=3", f"--channel={each}", *network], checkout) for each in ("stock", "spatial")}
    assert len(said) == 1 and re.fullmatch(r"\d{3} sent, \d{2,} received, hash [0-9a-f]+\n", said.pop())


def test_the_example_of_the_channel_refuses_unknown_words(checkout: Path) -> None:
    example = checkout / "build" / "examples" / "spatial-beacons"
    wrong = subprocess.run([example, "--channel=fast"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and wrong.stderr == "--channel=fast: expected stock spatial\n"


def test_the_example_of_brokers_delivers_all_that_is_due(checkout: Path) -> None:
    example = checkout / "build" / "examples" / "broker-forwarding"
    lines = run([example, "--brokers=20", "--clients=100", "--topics=10", "--rounds=2"], checkout).splitlines()
    found = [re.fullmatch(r"(\w+): (\d+) sent, (\d+) of (\d+) received, (\d+) links crossed, \S+ s", x) for x in lines]
    assert [match and match[1] for match in found] == ["events", "datagrams"] * 2
    for events, datagrams in (found[:2], found[2:]):
        assert events and datagrams
        assert events[2] == "100" and int(events[3]) == int(events[4]) > 500
        assert datagrams[2] == datagrams[3] == datagrams[4]
        # The last datagram may cross more links than are missing, at most those of the longest path.
        assert 0 <= int(datagrams[5]) - int(events[5]) < 20
    wrong = subprocess.run([example, "--clients=1"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr) == (2, "expected two brokers, two clients and one topic or more\n")


def test_the_example_of_underlays_loses_no_datagram(checkout: Path, tmp_path: Path) -> None:
    example = checkout / "build" / "examples" / "overlay-forwarding"
    options = ["--routers=50", "--brokers=20", "--datagrams=100", f"--captures={tmp_path}"]
    light, stack = (
        re.findall(r"100 sent, 100 received, (\d+) links", run([example, *options, f"--forwarding={way}"], tmp_path))
        for way in ("light", "ip")
    )
    assert len(light) == 1 and light == stack and int(light[0]) > 100
    assert {path.name.partition("-")[0] for path in tmp_path.iterdir()} == {"broker"}, "BRITE left a file"
    assert len(list(tmp_path.iterdir())) == 20
    for wrong, sentence in (
        (["--brokers=1"], "expected two brokers and one datagram or more, and payloads that fit a frame"),
        (["--routers=50", "--brokers=51"], "overlay-forwarding: the underlay has 50 routers, which cannot carry 51"),
    ):
        done = subprocess.run([example, *wrong], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 2 and done.stderr.startswith(sentence) and done.stderr.count("\n") == 1


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_to_run_are_examples(checkout: Path, module: str) -> None:
    listed = runpy.run_path(str(CONTRIB / module / "test" / "examples-to-run.py"))["cpp_examples"]
    assert listed
    for command, *_ in listed:
        assert (checkout / "build" / "examples" / command.split()[0]).exists()


@pytest.fixture(scope="module")
def tree() -> Path:
    """An ns-3.44 source tree with the modules in it, built."""
    if TREE not in os.environ:
        pytest.skip(f"no ns-3 source tree: {TREE}=FOLDER names one (docs/drop-in.md)")
    root = Path(os.environ[TREE]).expanduser().resolve()
    assert (root / "VERSION").read_text().strip() == "3.44"
    for module in MODULES:
        shutil.copytree(CONTRIB / module, root / "contrib" / module, dirs_exist_ok=True)
    ours = ";".join(MODULES)
    options = [f"--enable-modules={ours}", f"--filter-module-examples-and-tests={ours}", "--enable-werror"]
    run(["./ns3", "configure", "--enable-examples", "--enable-tests", *options], root, 600)
    run(["./ns3", "build", "-j", "2"], root, 3 * 3600)
    return root


def built(tree: Path, pattern: str) -> Path:
    """The one program in the tree's build folder that matches."""
    (path,) = (tree / "build").glob(pattern)
    return path


@pytest.mark.long
def test_every_suite_passes_in_the_tree(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)
    runner = built(tree, "utils/ns3.44-test-runner-*")
    suites = [name for name in names(runner) if name.startswith(SUITES_BEGIN)]
    assert sorted(suites) == sorted(SUITES)
    for suite in suites:
        folder = tmp_path / suite
        folder.mkdir()
        run_suite(runner, suite, "QUICK", folder)


@pytest.mark.long
def test_the_trees_own_test_program_passes(tree: Path) -> None:
    """It runs the suites and the example."""
    said = run(["./test.py", "--no-build"], tree, 1200)
    assert " 0 failed, 0 crashed" in said
    assert "pubsub-example" in said and "spatial-beacons" in said


@pytest.mark.long
def test_the_example_says_the_same_in_the_tree(checkout: Path, tree: Path) -> None:
    ours = checkout / "build" / "examples" / "pubsub-example"
    theirs = built(tree, "contrib/pubsub-manet/examples/ns3.44-pubsub-example-*")
    for protocol in ("topsim", "flooding", "odmrp", "hint"):
        assert run([theirs, f"--protocol={protocol}"], tree) == run([ours, f"--protocol={protocol}"], checkout)


@pytest.mark.long
@needs("clang-format")
def test_the_trees_style_is_kept(tree: Path) -> None:
    for module in MODULES:
        run(["utils/check-style-clang-format.py", f"contrib/{module}"], tree, 300)
