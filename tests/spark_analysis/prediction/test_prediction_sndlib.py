"""Demand matrices of SNDlib, from small files of ours in both formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources.sndlib.matrix_folder import read_matrix, series_of_matrices

NODES = ("Basel", "Chur", "Davos")
Demands = dict[tuple[str, str], str]


def native(time: str, demands: Demands, nodes: tuple[str, ...] = NODES) -> str:
    lines = [
        *("?SNDlib native format; type: network; version: 1.0", "# network demandMatrix", "", "META (", "  # about"),
        *("  granularity = 5min", f"  time = {time}", "  unit = MBITPERSEC", ")", "NODES ("),
        *(f"  {node} ( 7.5 -47.5 )" for node in nodes),
        *(")", "LINKS (", ")", "DEMANDS ("),
        *(f"  {a}_{b} ( {a} {b} ) 1 {value} UNLIMITED" for (a, b), value in demands.items()),
        *(")", "ADMISSIBLE_PATHS (", ")"),
    ]
    return "\n".join(lines) + "\n"


def xml(time: str, demands: Demands, nodes: tuple[str, ...] = NODES) -> str:
    def demand(a: str, b: str, value: str) -> str:
        ends = f"<source>{a}</source><target>{b}</target>"
        return f'<demand id="{a}_{b}">{ends}<demandValue> {value} </demandValue></demand>'

    places = "".join(f'<node id="{node}"><coordinates><x>7</x><y>47</y></coordinates></node>' for node in nodes)
    rows = "".join(demand(a, b, value) for (a, b), value in demands.items())
    about = f"<meta><granularity>5min</granularity><time>{time}</time><unit>MBITPERSEC</unit></meta>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?><network xmlns="http://sndlib.zib.de/network" version="1.0">'
        f"{about}<networkStructure><nodes>{places}</nodes><links/></networkStructure>"
        f"<demands>{rows}</demands></network>"
    )


FIRST: Demands = {("Basel", "Chur"): "1.5", ("Chur", "Basel"): "2.25", ("Davos", "Chur"): "0.000001"}
WRITERS = {"txt": native, "xml": xml}


@pytest.mark.parametrize("ending", WRITERS)
def test_a_series_for_each_pair_of_nodes(tmp_path: Path, ending: str) -> None:
    write = WRITERS[ending]
    times = ("20040301-2350", "20040301-2355", "20040302-0000")
    (tmp_path / f"b.{ending}").write_text(write(times[0], FIRST))
    (tmp_path / f"a.{ending}").write_text(write(times[1], {("Basel", "Chur"): "3"}))
    (tmp_path / f"c.{ending}").write_text(write(times[2], {("Chur", "Basel"): "4e1"}, NODES[:2]))
    (tmp_path / "readme.md").write_text("another file")
    found = series_of_matrices(tmp_path)
    series = {each.name.link: each for each in found.series}
    assert {link: each.series.traffic.tolist() for link, each in series.items()} == {
        "Basel-Chur": [1.5, 3, 0],
        "Chur-Basel": [2.25, 0, 40],
        "Davos-Chur": [0.000001, 0],
    }, "in the order of time; SNDlib leaves out demands of 0"
    assert not found.excluded
    assert [series[link].ended_early for link in sorted(series)] == [False, False, True], "Davos vanished"
    assert not series["Basel-Chur"].has_changes


def test_a_missing_file_is_a_gap(tmp_path: Path) -> None:
    for minute in (0, 5, 20, 25, 30, 45):
        demands = {**FIRST, ("Basel", "Davos"): f"{minute}"}
        (tmp_path / f"{minute:02}.txt").write_text(native(f"20040301-00{minute:02}", demands))
    found = series_of_matrices(tmp_path)
    assert not found.series and found.exclusions == {Fault.GAP: 4}
    assert found.excluded[0].sentence == f"Basel-Chur of {tmp_path.name} has step 4 after step 1"
    longest = series_of_matrices(tmp_path, longest_part=True)
    assert {each.name.link: each.series.traffic.tolist() for each in longest.series}["Basel-Davos"] == [20, 25, 30]
    assert longest.notes == (f"{tmp_path.name}: the longest part without a gap has 3 of 6 steps",)


def test_a_node_that_comes_back_has_a_gap(tmp_path: Path) -> None:
    for minute, nodes in ((0, NODES), (5, NODES[:2]), (10, NODES)):
        demands = {pair: value for pair, value in FIRST.items() if set(pair) <= set(nodes)}
        (tmp_path / f"{minute:02}.xml").write_text(xml(f"20040301-00{minute:02}", demands, nodes))
    found = series_of_matrices(tmp_path)
    assert [each.name.link for each in found.series] == ["Basel-Chur", "Chur-Basel"]
    assert [(each.name.link, each.fault) for each in found.excluded] == [("Davos-Chur", Fault.GAP)]


@pytest.mark.parametrize(
    ("text", "fault", "sentence"),
    [
        ("", Fault.EMPTY, "is empty"),
        ("hello", Fault.SHAPE, "is no file of SNDlib, expected XML or '\\?SNDlib native format' at its start"),
        ("<network/>", Fault.SHAPE, "is another XML file, expected a network of SNDlib"),
        ("<network", Fault.SHAPE, "is no XML"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><network>&b;</network>', Fault.SHAPE, "has a document type"),
        (native("yesterday", FIRST), Fault.SHAPE, "has the time 'yesterday', expected one such as 20040301-0005"),
        (native("20040301-0000", FIRST).replace("5min", "soon"), Fault.SHAPE, "has the granularity 'soon'"),
        (
            native("20040301-0000", FIRST).replace("1.5", "much"),
            Fault.SHAPE,
            "has the demand 'much', expected a number",
        ),
        (native("20040301-0000", FIRST).replace("1.5", "nan"), Fault.NOT_FINITE, "has the demand nan"),
        (xml("20040301-0000", FIRST).replace("1.5", "inf"), Fault.NOT_FINITE, "has the demand inf"),
        (native("20040301-0000", FIRST, NODES[:2]), Fault.SHAPE, "demand Davos Chur between nodes that it does not"),
        (native("20040301-0000", FIRST)[:-30], Fault.SHAPE, "is cut short: its section DEMANDS does not end"),
        (native("20040301-0000", FIRST).replace(" 1 ", " "), Fault.SHAPE, "which is not of SNDlib's native format"),
        (native("20040301-0000", FIRST).replace("NODES (", "NODES"), Fault.SHAPE, "expected the start of a section"),
        (xml("20040301-0000", FIRST).replace("target", "to"), Fault.SHAPE, "without source, target or demandValue"),
    ],
)
def test_a_file_of_another_shape_is_one_sentence(tmp_path: Path, text: str, fault: Fault, sentence: str) -> None:
    path = tmp_path / "matrix.txt"
    path.write_text(text)
    with pytest.raises(UnusableSeries, match=sentence) as raised:
        read_matrix(path)
    assert raised.value.fault is fault and "\n" not in str(raised.value)


def test_folders_that_are_no_series(tmp_path: Path) -> None:
    with pytest.raises(UnusableSeries, match="has no file of SNDlib"):
        series_of_matrices(tmp_path)
    (tmp_path / "a.txt").write_text(native("20040301-0000", {}))
    with pytest.raises(UnusableSeries, match="has no demand in any file"):
        series_of_matrices(tmp_path)
    (tmp_path / "b.txt").write_text(native("20040301-0000", FIRST))
    with pytest.raises(UnusableSeries, match="has two matrices of 2004-03-01 00:00"):
        series_of_matrices(tmp_path)
    (tmp_path / "b.txt").write_text(native("20040301-0007", FIRST))
    with pytest.raises(UnusableSeries, match="times that are not whole steps"):
        series_of_matrices(tmp_path)
    (tmp_path / "b.txt").write_text(native("20040301-0005", FIRST).replace("5min", "15min"))
    with pytest.raises(UnusableSeries, match="matrices of different granularity"):
        series_of_matrices(tmp_path)
    (tmp_path / "b.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(UnusableSeries, match=r"b\.txt is no text"):
        series_of_matrices(tmp_path)


def test_one_matrix_is_too_short(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(native("20040301-0000", FIRST))
    assert series_of_matrices(tmp_path).exclusions == {Fault.TOO_SHORT: 3}
