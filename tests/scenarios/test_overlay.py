"""The program overlay: brokers whose links change while events cross them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scenario_bench import Program

from schema.traces import read_trace

S = 10**9
SMALL = ("--brokers=24", "--routers=60", "--duration=330", "--warmup=10", "--drain=5", "--stage_ticks=100")
MOVING = ("ocbr", "psoo-fcat", "hindsight")


def run(program: Program, folder: Path, *arguments: str) -> str:
    done = program("overlay", *SMALL, *arguments, f"--out={folder}")
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows(folder: Path, table: str) -> np.ndarray:
    return read_trace(folder / f"{table}.trace").rows


def parts(brokers: int, links: set[tuple[int, int]]) -> int:
    """Into how many parts the overlay falls."""
    part = list(range(brokers))
    for a, b in links:
        old, new = part[a], part[b]
        part = [new if each == old else each for each in part]
    return len(set(part))


@pytest.mark.parametrize("strategy", MOVING)
def test_each_event_comes_once_and_in_order_while_links_change(program: Program, tmp_path: Path, strategy: str) -> None:
    said = run(program, tmp_path / "run", f"--strategy={strategy}", "--captures=false")
    assert int(said.split()[0]) > 0, "links change"
    due = {tuple(row) for row in rows(tmp_path / "run", "due")[["publisher", "sequence", "node"]].tolist()}
    delivered = rows(tmp_path / "run", "deliveries")
    wanted = delivered[delivered["wanted"] == 1]
    came = [tuple(row) for row in wanted[["publisher", "sequence", "node"]].tolist()]
    assert len(due) > 100 and set(came) == due and len(came) == len(due)
    last: dict[tuple[int, int], int] = {}
    for publisher, sequence, node in came:
        assert last.get((publisher, node), 0) < sequence
        last[publisher, node] = sequence
    assert not len(rows(tmp_path / "run", "drops"))


@pytest.mark.parametrize("strategy", MOVING)
def test_the_overlay_is_a_tree_once_a_move_has_ended(program: Program, tmp_path: Path, strategy: str) -> None:
    """While it is executed, the new link and the old one are both there: at every time it is connected."""
    run(program, tmp_path / "run", f"--strategy={strategy}", "--captures=false")
    links: set[tuple[int, int]] = set()
    changes = 0
    for row in rows(tmp_path / "run", "overlay_links"):
        link = int(row["a"]), int(row["b"])
        assert (link in links) is not bool(row["up"])
        links ^= {link}
        changes += row["time_ns"] > 0
        assert row["time_ns"] == 0 or parts(24, links) == 1
    assert changes > 0 and len(links) == 23 and parts(24, links) == 1


def test_the_same_tree_traffic_and_costs_whatever_the_strategy(program: Program, tmp_path: Path) -> None:
    for strategy in ("static", "ocbr"):
        run(program, tmp_path / strategy, f"--strategy={strategy}", "--captures=false")
    for table in ("overlay_brokers", "publications", "due", "subscriptions", "links", "nodes", "stages"):
        assert np.array_equal(rows(tmp_path / "static", table), rows(tmp_path / "ocbr", table)), table
    first = [
        links[links["time_ns"] == 0] for links in (rows(tmp_path / s, "overlay_links") for s in ("static", "ocbr"))
    ]
    assert np.array_equal(*first) and len(first[0]) == 23


def test_messages_of_steps_are_those_that_were_sent(program: Program, tmp_path: Path) -> None:
    said = run(program, tmp_path / "run", "--strategy=psoo-fcat", "--captures=false")
    words = said.splitlines()[-1].split()[1:]
    sent = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    steps = rows(tmp_path / "run", "overlay_steps")
    assert steps["notifications"].sum() == sent.pop("ov_notify")
    assert steps["advertisements"].sum() == sent.pop("ov_advertise")
    assert steps["subscriptions"].sum() == sent.pop("ov_subscribe")
    assert steps["other_messages"].sum() == sum(sent.values())
    hops = rows(tmp_path / "run", "physical_hops")
    messages = sum(int(steps[column].sum()) for column in steps.dtype.names[3:7])
    assert hops["datagrams"].sum() == messages <= hops["hops"].sum()


def test_each_pair_of_brokers_that_exchanged_messages_has_a_cost(program: Program, tmp_path: Path) -> None:
    run(program, tmp_path / "run", "--strategy=hindsight", "--captures=false")
    steps = rows(tmp_path / "run", "overlay_steps")
    used = {tuple(sorted(pair)) for pair in steps[["a", "b"]].tolist()}
    linked = {tuple(link) for link in rows(tmp_path / "run", "overlay_links")[["a", "b"]].tolist()}
    pairs = rows(tmp_path / "run", "overlay_pairs")
    without = {(a, b) for a, b, _ in pairs.tolist()}
    assert used == (linked & used) | without and not linked & without
    assert without, "a master locks brokers that it has no link to"
    assert len(pairs) == len(without) and pairs["cost"].min() >= 1 and pairs["cost"].max() <= 10
    assert len(set(pairs["cost"].tolist())) > 1


def test_both_ways_to_forward_give_the_same_run(program: Program, tmp_path: Path) -> None:
    for way in ("light", "ip"):
        run(program, tmp_path / way, "--strategy=ocbr", f"--forwarding={way}")
    names = sorted(path.name for path in (tmp_path / "light").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "ip").iterdir())
    assert sum(name.endswith(".pcap") for name in names) == 24
    for name in names:
        assert (tmp_path / "light" / name).read_bytes() == (tmp_path / "ip" / name).read_bytes(), name


def test_reports_call_the_strategies_by_the_names_of_their_papers(program: Program) -> None:
    description = json.loads(program("overlay", "--describe").stdout)
    (labelled,) = [parameter for parameter in description["parameters"] if "labels" in parameter]
    assert labelled["name"] == "strategy" and list(labelled["labels"]) == labelled["choices"]
    assert labelled["labels"]["ocbr-e"] == "OCBR-E (reconstruction)"
    assert labelled["labels"]["psoo-fcat"] == "PSOO-FCAT"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--underlay=file",), "--underlay=file and --topology_file=FILE go together"),
        (("--topology_file=x",), "--underlay=file and --topology_file=FILE go together"),
        (("--brokers=300",), "--brokers=300 is more than --routers=200"),
        (("--stage_ticks=4",), "--stage_ticks=4 leaves none for events"),
        (("--underlay=file", "--topology_file=none.gml"), "none.gml"),
        (("--strategy=best",), "--strategy=best is not one of static, ocbr"),
        (("--workload_divisor=201",), "a stage would be without subscriptions: 6 types for 0 consumers and 10 stages"),
        (("--workload_divisor=1000",), "a stage would be without subscriptions: 1 types for 0 consumers and 10 stages"),
    ],
)
def test_wrong_usage_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, program: Program, tmp_path: Path
) -> None:
    done = program("overlay", *arguments, f"--out={tmp_path / 'run'}")
    assert done.returncode == 2 and not done.stdout
    assert sentence in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"a b\nc d\n", "not connected"),
        (b"", "is empty"),
        (b"a b c d e f\n", "line 1"),
        (b"a b\n", "routers"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "net.txt, line 1: '?PNG'; expected"),
        (b"a b\n" + b"\xff\x1b" * 5000, "net.txt, line 2: '" + 60 * "?" + "...'; expected"),
    ],
)
def test_a_file_that_is_no_topology_is_refused(program: Program, tmp_path: Path, text: bytes, sentence: str) -> None:
    file = tmp_path / "net.txt"
    file.write_bytes(text)
    done = program("overlay", "--underlay=file", f"--topology_file={file}", "--brokers=4")
    assert done.returncode == 2 and not done.stdout and done.stderr.count("\n") == 1, done.stderr
    assert sentence in done.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 7 ] ]", "7"),
        ("graph [ node [ id 0 ] node [ id 1 ] ]", "2 brokers and 0 links"),
        (
            "graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ] node [ id 3 ] "
            "edge [ source 0 target 1 ] edge [ source 2 target 3 ] ]",
            "connected",
        ),
        ("graph [ node [ id 0 ]", "net.gml"),
        ("no graph", "net.gml"),
    ],
)
def test_gml_that_is_no_topology_is_refused(program: Program, tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "net.gml"
    file.write_text(text)
    done = program("overlay", "--underlay=file", f"--topology_file={file}", "--brokers=2")
    assert done.returncode == 2 and not done.stdout and done.stderr.count("\n") == 1, done.stderr
    assert sentence in done.stderr


def test_a_folder_is_no_topology(program: Program, tmp_path: Path) -> None:
    done = program("overlay", "--underlay=file", f"--topology_file={tmp_path}", "--brokers=4")
    assert done.returncode == 2 and not done.stdout and done.stderr.count("\n") == 1, done.stderr
    assert str(tmp_path) in done.stderr


def test_a_run_without_a_row_for_each_message_has_all_other_rows(program: Program, tmp_path: Path) -> None:
    """Its table of transmissions is there, and empty; the manifest has the parameter."""
    for wanted in ("true", "false"):
        run(program, tmp_path / wanted, "--strategy=ocbr", "--captures=false", f"--transmissions={wanted}")
    files = {folder.name: sorted(file.name for file in folder.iterdir()) for folder in tmp_path.iterdir()}
    assert files["true"] == files["false"]
    assert len(rows(tmp_path / "true", "transmissions")) > 1000
    assert len(rows(tmp_path / "false", "transmissions")) == 0
    for file in set(files["true"]) - {"transmissions.trace"}:
        assert (tmp_path / "true" / file).read_bytes() == (tmp_path / "false" / file).read_bytes(), file
