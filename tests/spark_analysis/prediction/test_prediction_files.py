"""Series in files that a user supplies: what is read, and one sentence or one counted exclusion for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from spark_analysis.prediction.series.collection import SeriesCollection, joined
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources.table_files import series_of_file


def file_of(tmp_path: Path, text: str, name: str = "traffic.csv") -> Path:
    (tmp_path / name).write_text(text)
    return tmp_path / name


def values(found: SeriesCollection) -> dict[str, list[float]]:
    return {each.name.link: each.series.traffic.tolist() for each in found.series}


def faults(found: SeriesCollection) -> dict[str, Fault]:
    return {each.name.link: each.fault for each in found.excluded}


def test_a_long_file_in_any_order(tmp_path: Path) -> None:
    path = file_of(tmp_path, "link,step,value\nx,2,5\nx,1,4\ny,7,1\ny,8,2.5\nx,3,6\n")
    found = series_of_file(path)
    assert values(found) == {"x": [4, 5, 6], "y": [1, 2.5]} and not found.excluded
    assert [each.series.first_step for each in found.series] == [1, 7]
    assert [each.ended_early for each in found.series] == [True, False], "x has no step 4 to 8"
    assert {each.traffic for each in found.series} == {"traffic"} and not found.series[0].has_changes


def test_a_wide_file_and_the_same_in_parquet(tmp_path: Path) -> None:
    path = file_of(tmp_path, "step,a,b\n1,,7\n0,,8\n2,3,9\n3,4,\n")
    found = series_of_file(path)
    assert values(found) == {"a": [3, 4], "b": [8, 7, 9]}
    assert [each.series.first_step for each in found.series] == [2, 0]
    assert [each.ended_early for each in found.series] == [False, True], "the broker of b vanished"
    table = pa.table({"step": [1, 0, 2, 3], "a": [None, None, 3, 4], "b": [7, 8, 9, None]})
    pq.write_table(table, tmp_path / "traffic.parquet")
    assert values(series_of_file(tmp_path / "traffic.parquet")) == values(found)
    assert values(series_of_file(file_of(tmp_path, "u\n1\n2\n3\n"))) == {"u": [1, 2, 3]}, "without steps"


def test_a_table_of_link_steps_with_its_changes(tmp_path: Path) -> None:
    path = file_of(tmp_path, "step,a,b,notifications,dS,dA\n0,3,1,9,2,-1\n1,3,1,8,0,4\n")
    found = series_of_file(path)
    assert values(found) == {"3-1": [9, 8]} and found.series[0].has_changes
    assert found.series[0].series.subscription_change.tolist() == [2, 0]
    assert found.series[0].series.advertisement_change.tolist() == [-1, 4]


def test_unusable_series_are_counted(tmp_path: Path) -> None:
    rows = ["good,0,1", "good,1,2", "gap,0,1", "gap,2,1", "twice,0,1", "twice,0,1", "nan,0,NaN", "nan,1,1"]
    rows += ["missing,0,", "missing,1,1", "short,0,1", "infinite,0,inf", "infinite,1,2"]
    found = series_of_file(file_of(tmp_path, "link,step,value\n" + "\n".join(rows) + "\n"))
    assert list(values(found)) == ["good"]
    assert faults(found) == {
        "gap": Fault.GAP,
        "twice": Fault.GAP,
        "nan": Fault.NOT_FINITE,
        "missing": Fault.NOT_FINITE,
        "short": Fault.TOO_SHORT,
        "infinite": Fault.NOT_FINITE,
    }
    assert found.exclusions[Fault.NOT_FINITE] == 3
    gap = next(each for each in found.excluded if each.name.link == "gap")
    assert gap.sentence == "gap of traffic.csv has step 2 after step 0"
    wide = series_of_file(file_of(tmp_path, "step,a,b,c,d\n0,1,NaN,,1\n1,,2,,2\n2,3,4,,3\n"))
    assert faults(wide) == {"a": Fault.NOT_FINITE, "b": Fault.NOT_FINITE, "c": Fault.EMPTY}
    assert values(wide) == {"d": [1, 2, 3]}
    gaps = series_of_file(file_of(tmp_path, "step,a\n0,1\n2,1\n"))
    assert faults(gaps) == {"a": Fault.GAP}


@pytest.mark.parametrize(
    ("text", "fault", "sentence"),
    [
        ("", Fault.EMPTY, "is empty"),
        ("step,link,value\n", Fault.EMPTY, "has no rows"),
        ("step\n1\n2\n", Fault.SHAPE, "has only a column step, expected the columns step, link and value"),
        ("a,b\n1,x\n2,y\n", Fault.SHAPE, "column 'b' of .* has values that are no numbers, expected"),
        ("a,a\n1,1\n", Fault.SHAPE, "has two columns of one name"),
        ("step,link,value\n0.5,x,1\n", Fault.SHAPE, "column 'step' of .* has values that are no whole numbers"),
        ("step,link,value\n,x,1\n", Fault.SHAPE, "column 'step' of .* has values that are no whole numbers"),
        ("step,link,value\n0,,1\n", Fault.SHAPE, "has a row without a link"),
        ("step,link,value\n0,x,high\n", Fault.SHAPE, "column 'value' of .* has values that are no numbers"),
        ("a,b\n1\n", Fault.SHAPE, "is no CSV file"),
    ],
)
def test_a_file_of_another_shape_is_one_sentence(tmp_path: Path, text: str, fault: Fault, sentence: str) -> None:
    with pytest.raises(UnusableSeries, match=sentence) as raised:
        series_of_file(file_of(tmp_path, text))
    assert raised.value.fault is fault and "\n" not in str(raised.value)


def test_a_parquet_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(UnusableSeries, match=r"traffic\.parquet is no Parquet file"):
        series_of_file(file_of(tmp_path, "not at all", "traffic.parquet"))


def test_one_file_given_twice(tmp_path: Path) -> None:
    found = series_of_file(file_of(tmp_path, "u\n1\n2\n"))
    with pytest.raises(UnusableSeries, match=r"series u of traffic\.csv is given twice"):
        joined([found, found])
