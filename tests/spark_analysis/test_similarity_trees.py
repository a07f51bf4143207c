"""The report's trees whose edges are coloured by similarity: the numbers, the drawing, and where there is none."""

from __future__ import annotations

import shutil
from io import BytesIO
from math import inf, isnan, nan
from pathlib import Path
from typing import Any

import pytest
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from matplotlib.text import Text
from report_example import DEFINITIONS, Example
from written_run import write_trace

from schema.traces import NO_NODE
from spark_analysis.report import write_report
from spark_analysis.report.data import parent_trees
from spark_analysis.report.data.inputs import read_inputs
from spark_analysis.report.data.paired_runs import PairedRuns
from spark_analysis.report.data.parent_trees import ParentTree, read_parent_trees
from spark_analysis.report.data.story import Story
from spark_analysis.report.figures.gallery import pictures
from spark_analysis.report.plots.similarity_trees import (
    distinct_parts,
    draw_similarity_trees,
    edge_text,
    similarity_class,
    similarity_rows,
)
from spark_analysis.report.theme import palette
from spark_analysis.report.theme.palette import ALIKE_SCALE, MUTED, dark_twin
from spark_analysis.report.theme.picture import DESK, PHONE, Page, Picture, render

S = 1_000_000_000
END = 120 * S
"""End of the measured window of a made experiment."""
THREE = ("sp-nhop", "topsim", "flooding")
CHANGES = [
    (1 * S, 1, 0, NO_NODE, 0, 1.0, nan),
    (1 * S, 2, 0, NO_NODE, 0, 1.0, 0.5),
    (1 * S, 3, 0, NO_NODE, 1, 2.0, 7 / 6),
    (1 * S, 4, 0, NO_NODE, 2, 2.0, 2.0),
    (1 * S, 5, 0, NO_NODE, 2, 2.0, 2.0),
    (2 * S, 3, 0, 1, NO_NODE, nan, nan),
    (3 * S, 3, 0, NO_NODE, 2, 2.0, 0.0),
    (4 * S, 5, 0, 2, NO_NODE, nan, nan),
    (5 * S, 1, 4, NO_NODE, 3, 1.0, 1.5),
    (END + 1, 4, 0, 2, 3, 3.0, 1.0),
]
"""Tree of node 0 at the end: 1 and 2 below 0, 3 and 4 below 2. Node 5 lost its parent; 4 is the root of another."""
SUBSCRIPTIONS = [
    (0, 2, "a.b.c", 1),
    (0, 3, "a.b.d", 1),
    (0, 3, "a.b.c", 1),
    (0, 4, "a.b.c", 1),
    (5 * S, 3, "a.b.d", 0),
    (6 * S, 4, "a.b.c", 0),
    (END + 1, 1, "a.b.c", 1),
]


def write_known_run(run: Path, changes: list[tuple[Any, ...]]) -> None:
    """Six nodes that go 2 m a second for 60 s up to the window's end, and then 100 m at once."""
    sampled = (0, 60 * S, 120 * S, 121 * S)
    offsets = (0.0, 0.0, 120.0, 220.0)
    positions = [
        (time, node, 100.0 * node + offset, 10.0 * node)
        for time, offset in zip(sampled, offsets, strict=True)
        for node in range(6)
    ]
    write_trace(run, "positions", positions)
    write_trace(run, "publications", [(10 * S, 4, 1, "a.b.c", "", 64), (11 * S, 0, 1, "a.b.c", "", 64)])
    write_trace(run, "transmissions", [(10 * S, 0, 1, 0, 1, 60, NO_NODE)])
    write_trace(run, "parents", changes)
    write_trace(run, "subscriptions", SUBSCRIPTIONS)


def without_similarity(changes: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [(*change[:-1], nan) for change in changes]


def write_experiment(folder: Path, topsim: list[tuple[Any, ...]] = CHANGES) -> Path:
    """One run of a protocol without similarities, of one with them, and of one without trees."""
    example = Example(varying={"protocol": THREE}, replications=1, metrics=("delivery_ratio",))
    example.write(folder)
    changes = {"sp-nhop": without_similarity(CHANGES), "topsim": topsim, "flooding": []}
    for protocol, rows in changes.items():
        write_known_run(folder / "runs" / f"protocol={protocol}" / "1", rows)
    return folder


def trees_of(folder: Path) -> PairedRuns[ParentTree]:
    return read_parent_trees(Story(read_inputs(folder, DEFINITIONS)))


def drawn(folder: Path) -> list[Picture]:
    return pictures(Story(read_inputs(folder, DEFINITIONS)), "trees")


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_experiment(tmp_path_factory.mktemp("trees") / "demo")


def test_the_tree_is_that_of_the_lowest_publisher_at_the_end_of_the_window(known: Path) -> None:
    plain, alike = trees_of(known).shown
    assert (alike.label, alike.replication, alike.root, alike.time_s) == ("TopSim", 1, 0, 120.0)
    assert alike.parents == plain.parents == {1: 0, 2: 0, 3: 2, 4: 2}
    assert isnan(alike.similarities[1])
    assert {node: alike.similarities[node] for node in (2, 3, 4)} == {2: 0.5, 3: 0.0, 4: 2.0}
    assert alike.mean_similarity == pytest.approx(2.5 / 3)
    assert isnan(plain.mean_similarity) and not plain.known
    assert alike.places[3] == (420.0, 30.0)
    assert alike.filters == {2: ("a.b.c",), 3: ("a.b.c",)}


def test_a_place_between_two_samples_is_on_the_line_between_them(known: Path, tmp_path: Path) -> None:
    shutil.copytree(known, tmp_path / "demo")
    write_trace(
        tmp_path / "demo" / "runs" / "protocol=topsim" / "1",
        "positions",
        [(time * S, node, 1.0 * time, 5.0) for time in (119, 123) for node in range(6)],
    )
    tree = next(tree for tree in trees_of(tmp_path / "demo").shown if tree.label == "TopSim")
    assert tree.places[2] == (120.0, 5.0)


def test_a_node_that_lost_its_parent_is_an_orphan_and_the_root_is_none(known: Path) -> None:
    (_, tree) = trees_of(known).shown
    assert tree.orphans == {5}
    (picture,) = drawn(known)
    assert "TopSim: 4 edges, mean similarity 0.83 over 3, 1 of 6 nodes without a parent." in picture.alt
    assert "SP-NHOP: 4 edges, no similarity, 1 of 6 nodes without a parent." in picture.alt
    assert "hollow" in picture.caption


def test_variants_without_trees_are_named(known: Path) -> None:
    assert trees_of(known).omitted == (("Flooding", "its nodes have no parents"),)
    (picture,) = drawn(known)
    assert picture.caption.endswith("Left out (its nodes have no parents): Flooding.")
    assert "node 0, in replication 1 at 120 s" in picture.caption


def test_the_numbers_behind_the_figure(known: Path) -> None:
    (picture,) = drawn(known)
    rows = picture.table()
    assert len(rows) == 2 * 6
    mine = rows[rows["variant"] == "protocol=topsim"].set_index("node")
    assert mine["parent"].dropna().to_dict() == {1: 0, 2: 0, 3: 2, 4: 2}
    assert mine["similarity"].dropna().to_dict() == {2: 0.5, 3: 0.0, 4: 2.0}
    assert mine["filters"].to_dict() == {0: "", 1: "", 2: "a.b.c", 3: "a.b.c", 4: "", 5: ""}


def test_edges_have_the_colour_of_their_similarity(known: Path) -> None:
    found = trees_of(known).shown
    with palette.applied("similarity-trees"):
        figure = draw_similarity_trees(found, DESK)
    plain, alike = ([to_hex(one.get_color()[0]) for one in lines(axis)] for axis in figure.axes[:2])
    assert plain == [MUTED] * 4
    assert alike == [MUTED, ALIKE_SCALE[1], ALIKE_SCALE[0], ALIKE_SCALE[7]]
    widths = {to_hex(one.get_color()[0]): one.get_linewidth()[0] for one in lines(figure.axes[1])}
    assert widths[ALIKE_SCALE[7]] > widths[ALIKE_SCALE[1]] > widths[ALIKE_SCALE[0]] > widths[MUTED]
    assert [axis.get_title(loc="left") for axis in figure.axes[:2]] == [
        "SP-NHOP\n4 edges, no similarity",
        "TopSim\n4 edges, mean similarity 0.83 over 3",
    ]
    assert len(figure.axes) == 3, "two maps and the colour bar"
    assert figure.axes[2].get_xlim() == (0.0, 2.0)
    assert len({axis.get_xlim() for axis in figure.axes[:2]}) == 1


def lines(axis: Any) -> list[LineCollection]:
    return [one for one in axis.collections if isinstance(one, LineCollection)]


@pytest.mark.parametrize(
    ("similarity", "place"),
    [(-1.0, 0), (0.0, 0), (0.25, 0), (0.26, 1), (1.0, 3), (7 / 6, 4), (1.75, 6), (1.76, 7), (2.0, 7), (9.0, 7)],
)
def test_classes_are_even_steps_from_0_to_2(similarity: float, place: int) -> None:
    assert similarity_class(similarity) == place


def test_each_colour_has_a_twin_on_a_dark_page() -> None:
    twins = [dark_twin(colour) for colour in ALIKE_SCALE]
    assert len(set(twins)) == len(ALIKE_SCALE) == 8
    light, dark = ([luminance(colour) for colour in scale] for scale in (ALIKE_SCALE, twins))
    assert light == sorted(light, reverse=True) and dark == sorted(dark)


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("value", [nan, inf])
def test_without_any_finite_similarity_there_is_no_figure_and_no_section(tmp_path: Path, value: float) -> None:
    folder = write_experiment(tmp_path / "demo", [(*change[:-1], value) for change in CHANGES])
    assert [edge_text(tree) for tree in trees_of(folder).shown] == ["4 edges, no similarity"] * 2
    assert drawn(folder) == []
    page = write_report(folder, DEFINITIONS).read_text()
    assert 'id="trees"' not in page and 'href="#trees"' not in page
    assert not (folder / "report" / "figures" / "similarity-trees.png").exists()


def test_the_page_has_the_section_and_the_same_bytes_twice(known: Path, tmp_path: Path) -> None:
    shutil.copytree(known, tmp_path / "demo")
    pages = [write_report(one, DEFINITIONS).read_bytes() for one in (known, tmp_path / "demo")]
    assert pages[0] == pages[1].replace(bytes(tmp_path / "demo"), bytes(known))
    page = pages[0].decode()
    assert '<section id="trees">' in page and 'href="#trees"' in page
    assert 'id="figure-similarity-trees"' in page
    assert (known / "report" / "figures" / "similarity-trees.png").stat().st_size


def test_more_trees_than_fit_leave_out_those_without_similarity(known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parent_trees, "MOST_TREES", 1)
    found = trees_of(known)
    assert [tree.label for tree in found.shown] == ["TopSim"]
    assert found.omitted == (("SP-NHOP", "only so many fit"), ("Flooding", "its nodes have no parents"))


@pytest.mark.parametrize("harm", ["no position", "cut"])
def test_a_run_that_cannot_be_read_is_left_out(known: Path, tmp_path: Path, harm: str) -> None:
    shutil.copytree(known, tmp_path / "demo")
    run = tmp_path / "demo" / "runs" / "protocol=sp-nhop" / "1"
    if harm == "cut":
        (run / "parents.trace").write_bytes((run / "parents.trace").read_bytes()[:-5])
    else:
        write_trace(run, "parents", [*CHANGES, (20 * S, 3, 0, 2, 77, 1.0, 1.0)])
    assert [tree.label for tree in trees_of(tmp_path / "demo").shown] == ["TopSim"]
    assert ("SP-NHOP", "its run’s traces cannot be read") in trees_of(tmp_path / "demo").omitted


def test_a_root_that_nobody_joined_is_drawn_alone(tmp_path: Path) -> None:
    others = [change for change in CHANGES if change[2] != 0]
    folder = write_experiment(tmp_path / "demo", others)
    tree = next(tree for tree in trees_of(folder).shown if tree.label == "TopSim")
    assert edge_text(tree) == "no edges" and tree.orphans == {1, 2, 3, 4, 5}
    with palette.applied("similarity-trees"):
        assert draw_similarity_trees([tree], PHONE).axes
    assert len(similarity_rows([tree])) == 6


def test_desk_and_phone_dark_and_light_are_drawn(known: Path) -> None:
    (picture,) = drawn(known)
    one = render(picture)
    assert len({one.desk, one.desk_dark, one.phone, one.phone_dark}) == 4
    assert one == render(picture)


@pytest.mark.parametrize("page", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_no_title_is_cut(known: Path, page: Page, count: int) -> None:
    tree = trees_of(known).shown[1]
    with palette.applied("similarity-trees"):
        figure = draw_similarity_trees([tree] * count, page)
        figure.savefig(BytesIO(), format="png")
        for axis in figure.axes[:count]:
            (box,) = [one.get_window_extent() for one in axis.findobj(Text) if one.get_text().startswith("TopSim")]
            assert box.x0 >= 0 and box.y0 >= 0
            assert box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1


def test_titles_leave_out_what_all_panels_share() -> None:
    """Or else long titles of many settings were cut before what differs, and looked the same."""
    alike = "StatusTopics = All, Threshold = 0.5"
    assert distinct_parts([f"{alike}, SP-NHOP", f"{alike}, TopSim"]) == ["SP-NHOP", "TopSim"]
    assert distinct_parts([f"{alike}, TopSim", alike]) == ["TopSim", alike]
    assert distinct_parts(["TopSim"]) == ["TopSim"]
    assert distinct_parts([]) == []
