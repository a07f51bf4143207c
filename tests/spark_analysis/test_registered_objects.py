"""A metric, a figure and a section are one file each: found by itself, with everything stated about it in it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from schema.kinds import KINDS
from schema.traces import tables_of
from spark_analysis.metrics.catalogue import CATALOGUE, METRIC_NAMES, metrics_of, metrics_shown_in
from spark_analysis.metrics.metric import GROUPS, Metric
from spark_analysis.registry import registered
from spark_analysis.report.figures.report_figure import ReportFigure
from spark_analysis.report.sections.contents import sections_of
from spark_analysis.run.measurement_cache import folders_after_measurement
from spark_analysis.run.network_tables import tables_provided
from spark_analysis.statistics.table_columns import RESULT_TABLES

FIGURES = registered("spark_analysis.report.figures", ReportFigure)
SECTIONS = list(dict.fromkeys(section for kind in KINDS for section in sections_of(kind)))
EXAMPLE = """
from spark_analysis.metrics.metric import DELIVERY, ON_EVERY_NETWORK, Metric

WANTED = Metric(
    name="{name}", order={order}, unit="1", definition="Events that nodes wanted.", source="ours; traces",
    compute="SELECT count(*) FROM due", needs=("due",), kinds=ON_EVERY_NETWORK, label="events wanted", group=DELIVERY,
)
"""


@pytest.mark.parametrize("metric", CATALOGUE, ids=lambda metric: metric.name)
def test_a_metric_needs_the_tables_that_it_queries(metric: Metric) -> None:
    """And every kind of network that has it provides them."""
    assert metric.kinds and metric.kinds <= set(KINDS)
    assert metric.group in GROUPS and metric.label and metric.definition.endswith(".")
    assert list(metric.needs) == sorted(set(metric.needs))
    for kind in metric.kinds:
        assert set(metric.needs) <= tables_provided(kind)
    if isinstance(metric.compute, str):
        assert tables_in(metric.compute) == set(metric.needs)


def tables_in(query: str) -> set[str]:
    """The tables that a query names, by DuckDB's parser."""
    row = duckdb.connect().execute("SELECT json_serialize_sql(?)", [query]).fetchone()
    assert row is not None
    return set(re.findall(r'"type":"BASE_TABLE".*?"table_name":"(\w+)"', row[0]))


def test_what_shows_a_metric_exists() -> None:
    places = {place for metric in CATALOGUE for place in metric.shown_in}
    assert places <= {"answer", "terminal", *(figure.name for figure in FIGURES)}
    for place in places:
        for kind in KINDS:
            shown = [metric.shown_in[place] for metric in metrics_shown_in(place) if kind in metric.kinds]
            assert len(shown) == len(set(shown)), f"two metrics share a place in {place}"
    assert all(metric.short_label for metric in metrics_shown_in("terminal"))


@pytest.mark.parametrize("part", (*FIGURES, *SECTIONS), ids=lambda part: part.name)
def test_figures_and_sections_need_tables_that_there_are(part: ReportFigure) -> None:
    for kind in part.kinds:
        results = {name for name, table in RESULT_TABLES.items() if kind in table.kinds}
        assert set(part.needs) <= results | set(tables_of(kind))


def test_metrics_of_a_kind_are_in_the_order_of_the_catalogue() -> None:
    names = [metric.name for metric in metrics_of("radio")]
    assert names == [name for name in METRIC_NAMES if name in names]
    assert names[0] == "delivery_ratio" and "max_link_utilisation" not in names
    assert "airtime_fraction" not in {metric.name for metric in metrics_of("wired")}


def package(folder: Path, **modules: str) -> str:
    """A package with these modules, in a folder that can be imported from."""
    (folder / "examples").mkdir()
    for name, text in {"__init__": "", **modules}.items():
        (folder / "examples" / f"{name}.py").write_text(text)
    return "examples"


@pytest.fixture
def importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "examples", raising=False)
    return tmp_path


def found_in(folder: Path) -> str:
    """What a fresh interpreter finds: this one would remember the modules of an earlier test."""
    program = (
        "from spark_analysis.registry import registered; from spark_analysis.metrics.metric import Metric;"
        "print(*(metric.name for metric in registered('examples', Metric)))"
    )
    paths = f"{folder}:{Path(__file__).parents[2]}"
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    return (done.stdout.strip() or done.stderr.strip().splitlines()[-1]).strip()


def test_a_new_file_is_a_new_metric(tmp_path: Path) -> None:
    package(tmp_path, later=EXAMPLE.format(name="later", order=2), first=EXAMPLE.format(name="first", order=1))
    assert found_in(tmp_path) == "first later"


def test_an_object_that_another_module_imports_counts_once(tmp_path: Path) -> None:
    package(tmp_path, one=EXAMPLE.format(name="one", order=1), two="from examples.one import WANTED\n")
    assert found_in(tmp_path) == "one"


@pytest.mark.parametrize(("name", "order", "shared"), [("one", 2, "name one"), ("two", 1, "order 1")])
def test_a_name_or_place_that_is_taken_is_an_error(tmp_path: Path, name: str, order: int, shared: str) -> None:
    package(tmp_path, one=EXAMPLE.format(name="one", order=1), two=EXAMPLE.format(name=name, order=order))
    assert found_in(tmp_path) == f"ValueError: examples: one, {name} have the same {shared}"


def test_a_folder_counts_for_measurements_until_it_says_otherwise(tmp_path: Path, checkout: Path) -> None:
    for name, text in {"measuring": '"""Measures."""\n', "drawing": "COMES_AFTER_MEASUREMENT = True\n"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(text)
    assert folders_after_measurement(tmp_path) == ("drawing",)
    ours = folders_after_measurement(checkout / "spark_analysis")
    assert ours == ("cluster", "commands", "datasource", "experiment", "papers", "report", "statistics")


def test_what_measures_imports_nothing_that_comes_after(checkout: Path) -> None:
    """Or else an edit there would leave measurements as they are."""
    program = "import sys, spark_analysis.run.daemon, spark_analysis.run.workers; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=True
    ).stdout.split()
    after = folders_after_measurement(checkout / "spark_analysis")
    assert "spark_analysis.run.measurement" in done
    inner = {name.split(".")[1] for name in done if name.startswith("spark_analysis.")}
    assert not inner & set(after)
