"""The page as a whole: what it must say, that it opens offline, and that the same results give the same bytes."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping
from html.parser import HTMLParser
from math import nan
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from report_example import DEFINITIONS, FOUR, Example, write_walk
from written_run import seal_files

from schema.manifest import Scalar, read_experiment
from spark_analysis.report import figure, write_report
from spark_analysis.report.page import commands
from spark_analysis.statistics.table_columns import RESULT_TABLES

_VOID = {"meta", "link", "img", "source", "br"}


class Page(HTMLParser):
    """Collects what a test asks of a page, and fails on tags that do not match."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.source = path.read_text(encoding="utf-8")
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self._words: list[str] = []
        self.feed(self.source)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in {"style", "script"}:
            self._words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._words).replace("\N{NO-BREAK SPACE}", " ").split())


def report(folder: Path, example: Example) -> Page:
    return Page(write_report(example.write(folder), DEFINITIONS))


def brief(**fields: Any) -> Example:
    """An example for its words: of few metrics, so that few figures are drawn."""
    return Example(metrics=("delivery_ratio", "hops_mean"), with_distributions=False, **fields)


@pytest.fixture(scope="module")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Example().write(tmp_path_factory.mktemp("results") / "demo")
    write_report(folder, DEFINITIONS)
    return folder


@pytest.fixture(scope="module")
def demo(demo_folder: Path) -> Page:
    return Page(demo_folder / "report" / "index.html")


def test_says_what_was_asked_and_for_whom(demo: Page) -> None:
    assert Example().question in demo.text
    for name in ("SP-NHOP", "SP-OVHD", "SP-COMBO", "TopSim"):
        assert name in demo.text
    assert "10 paired replications" in demo.text
    assert "40 runs done" in demo.text
    assert "0 failed" in demo.text


def test_answers_with_numbers_intervals_and_corrected_tests(demo: Page) -> None:
    assert re.search(r"TopSim has the highest delivery ratio: [\d.]+ % \(95 % interval [\d.]+ to [\d.]+\)", demo.text)
    assert re.search(r"paired over 10 replications, p [<=] [\d.]+ after Holm’s correction", demo.text)


def test_defines_every_metric_and_gives_every_command(demo: Page, demo_folder: Path) -> None:
    for one in DEFINITIONS:
        assert one.definition in demo.text
    for k in range(1, 11):
        assert demo.text.count(f"--RngRun={k}'") == len(FOUR)
    assert f"./waf report {shlex.quote(str(demo_folder))} computes" in demo.text
    assert "ab" * 32 in demo.text


def test_all_counts_agree(demo: Page) -> None:
    assert "All 120 comparisons agree." in demo.text
    assert "none was truncated" in demo.text


def test_opens_offline(demo: Page) -> None:
    for tag, attributes in demo.tags:
        for name in ("src", "srcset"):
            assert (attributes.get(name) or "data:").startswith("data:"), tag
        if tag == "a":
            assert (attributes["href"] or "").startswith("#")
        assert tag not in {"link", "script", "iframe", "object"}
    assert "@import" not in demo.source
    assert "url(" not in demo.source


def test_links_lead_somewhere(demo: Page) -> None:
    ids = {attributes["id"] for _, attributes in demo.tags if "id" in attributes}
    links = {str(attributes["href"])[1:] for tag, attributes in demo.tags if tag == "a"}
    assert links <= ids


def test_figures_are_described_and_kept_as_files(demo: Page, demo_folder: Path) -> None:
    pictures = [attributes for tag, attributes in demo.tags if tag == "img"]
    assert len(pictures) >= 7
    assert all("TopSim" in (attributes["alt"] or "") for attributes in pictures)
    files = sorted((demo_folder / "report" / "figures").iterdir())
    assert len(files) == len(pictures)
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in files)
    assert {"delivery", "overhead", "trade-off", "tree-overhead", "latency", "differences"} <= {f.stem for f in files}


def test_same_results_same_bytes(demo_folder: Path, tmp_path: Path) -> None:
    """In another folder, and over a report that is there."""
    again = Example().write(tmp_path / "elsewhere" / "demo")
    ours = {p.relative_to(demo_folder): p.read_bytes() for p in (demo_folder / "report").rglob("*.*")}
    for path, data in ours.items():
        (again / path).parent.mkdir(parents=True, exist_ok=True)
        (again / path).write_bytes(data[:-1] + b"?")
    write_report(again, DEFINITIONS)
    theirs = {p.relative_to(again): p.read_bytes() for p in (again / "report").rglob("*.*")}
    assert theirs.keys() == ours.keys()
    assert {p: data.replace(bytes(again), bytes(demo_folder)) for p, data in theirs.items()} == ours


@pytest.mark.parametrize("inside", [True, False])
def test_commands_name_the_folder_that_the_report_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: bool
) -> None:
    """Which need not be results/ and the experiment's name; relative to the checkout where it is within it."""
    monkeypatch.setattr(commands, "CHECKOUT", tmp_path if inside else tmp_path / "checkout")
    folder = brief(replications=2, failures={("protocol=topsim", 2): "no"}).write(tmp_path / "my results")
    page = Page(write_report(folder, DEFINITIONS))
    shown = "'my results'" if inside else f"'{folder}'"
    assert f"./waf report {shown} computes" in page.text
    assert f"spark_analysis.report.figure {shown} delivery , typed in the checkout’s folder" in page.text
    assert "Their commands are typed in the checkout’s folder." in page.text
    assert "results/demo" not in page.text and (str(tmp_path) in page.text) is not inside


def test_foreign_text_is_escaped(tmp_path: Path) -> None:
    hostile = '<script>alert("1")</script><img src=http://example.org/x>'
    page = report(
        tmp_path / "demo",
        brief(question=hostile, replications=2, failures={("protocol=topsim", 2): hostile + " & more"}),
    )
    assert all(tag != "script" for tag, _ in page.tags)
    assert all("example.org" not in (attributes.get("src") or "") for _, attributes in page.tags)
    assert page.text.count(hostile) >= 3


def test_failures_are_named_and_differences_shown(tmp_path: Path) -> None:
    page = report(
        tmp_path / "demo",
        brief(
            replications=3,
            failures={("protocol=topsim", 3): "assertion failed: parent != self"},
            differing_checks=[("protocol=sp-nhop", 2, "deliveries_claimed", 1200.0, 1199.0)],
            truncated=7,
        ),
    )
    assert "1 of 12 runs are missing from every number below." in page.text
    assert "TopSim, replication 3" in page.text
    assert "ended by signal 11" in page.text
    assert "assertion failed: parent != self" in page.text
    assert "Trace and capture disagree 1 time." in page.text
    assert "SP-NHOP 2 deliveries claimed 1,200 1,199" in page.text
    assert "These runs have captures with flaws" in page.text


def test_a_run_that_left_nothing_is_named(tmp_path: Path) -> None:
    folder = brief(replications=2).write(tmp_path / "demo")
    shutil.rmtree(folder / "runs" / "protocol=topsim" / "2")
    (folder / "runs" / "protocol=sp-nhop" / "1" / "manifest.json").unlink()
    page = Page(write_report(folder, DEFINITIONS))
    assert "TopSim, replication 2 not run, or not finished" in page.text
    assert "SP-NHOP, replication 1 it has no manifest" in page.text
    assert "0 failed, 1 not run, 1 not as written" in page.text


def test_a_done_run_that_no_table_knows_is_named(tmp_path: Path) -> None:
    folder = brief(replications=3).write(tmp_path / "demo")
    for name in ("runs", "captures"):
        table = pd.read_parquet(folder / "tables" / f"{name}.parquet")
        left = table[(table["variant"] != "protocol=topsim") | (table["replication"] != 2)]
        left.to_parquet(folder / "tables" / f"{name}.parquet")
    page = Page(write_report(folder, DEFINITIONS))
    assert "1 of 12 runs are missing" in page.text
    assert "TopSim, replication 2 nodes.trace cannot be read (No such file or directory)" in page.text
    write_walk(folder / "runs" / "protocol=topsim" / "2", tree=True)
    page = Page(write_report(folder, DEFINITIONS))
    assert "TopSim, replication 2 done after the tables were made, ./waf report counts it" in page.text
    capture = folder / "runs" / "protocol=topsim" / "2" / "radio-3.pcap"
    seal_files(capture.parent)
    capture.write_bytes(bytes(capture.stat().st_size))
    page = Page(write_report(folder, DEFINITIONS))
    assert "TopSim, replication 2 radio-3.pcap has other bytes than were written" in page.text
    assert "1 of 12 runs are missing" in page.text


@pytest.mark.parametrize(
    "before", [{"replications": 3}, {"varying": {"protocol": (*FOUR, "flooding")}}], ids=["replications", "variants"]
)
def test_runs_beyond_the_plan_are_not_missing(tmp_path: Path, before: dict[str, Any]) -> None:
    """After a sweep with more came one with fewer; and one run was set aside as corrupt and made again."""
    planned = report(tmp_path / "planned" / "demo", brief(replications=2))
    folder = brief(**{"replications": 2, **before}).write(tmp_path / "demo")
    runs = folder / "runs" / "protocol=topsim"
    shutil.copytree(runs / "1", runs / "1.corrupt-20260101T000000Z-7")
    shutil.copy(tmp_path / "planned" / "demo" / "experiment.json", folder)
    shutil.copytree(tmp_path / "planned" / "demo" / "tables", folder / "tables", dirs_exist_ok=True)
    page = Page(write_report(folder, DEFINITIONS))
    assert "missing from every number" not in page.text and "8 runs done 0 failed" in page.text
    assert page.source.replace(str(folder), "") == planned.source.replace(str(tmp_path / "planned" / "demo"), "")


def test_one_replication_claims_nothing(tmp_path: Path) -> None:
    page = report(tmp_path / "demo", brief(replications=1, with_pairs=False))
    assert "One replication: no interval." in page.text
    assert "a description, not a conclusion" in page.text
    assert "±" not in page.text.split("Methods")[0].replace("Mean ±", "")
    assert "There are no paired differences" in page.text
    assert all(figure.stem != "differences" for figure in (tmp_path / "demo/report/figures").iterdir())


def test_missing_values_stay_missing(tmp_path: Path) -> None:
    def measure(metric: str, point: Mapping[str, Scalar], k: int) -> float:
        if metric.startswith("latency") or (metric == "delivery_ratio" and point["protocol"] == "topsim"):
            return nan
        return 0.5 + 0.01 * k

    page = report(tmp_path / "demo", Example(replications=3, measure=measure))
    assert "nan" not in page.text.lower().replace("provenance", "")
    assert all(figure.stem != "latency" for figure in (tmp_path / "demo/report/figures").iterdir())
    alts = [attributes["alt"] or "" for tag, attributes in page.tags if tag == "img"]
    assert any("TopSim no value" in alt for alt in alts)


def test_no_run_that_counts(tmp_path: Path) -> None:
    folder = brief(failures={(f"protocol={p}", 1): "no" for p in FOUR}, replications=1).write(tmp_path / "demo")
    for table in (folder / "tables").iterdir():
        pd.read_parquet(table).iloc[:0].to_parquet(table)
    page = Page(write_report(folder, DEFINITIONS))
    assert "There is no answer yet" in page.text
    assert "4 of 4 runs are missing" in page.text


@pytest.mark.parametrize("name", [name for name, table in RESULT_TABLES.items() if "radio" in table.kinds])
def test_a_missing_table_is_an_error_and_not_an_empty_one(tmp_path: Path, name: str) -> None:
    folder = brief(replications=1).write(tmp_path / "demo")
    table = folder / "tables" / f"{name}.parquet"
    pd.read_parquet(table).drop(columns="variant_a" if name == "pairs" else "variant").to_parquet(table)
    with pytest.raises(ValueError, match=f"{name}.parquet: no column variant"):
        write_report(folder, DEFINITIONS)
    table.unlink()
    with pytest.raises(FileNotFoundError, match=f"no tables/{name}.parquet in it, ./waf report makes it"):
        write_report(folder, DEFINITIONS)
    assert not (folder / "report").exists()


def test_numeric_parameters_become_axes(tmp_path: Path) -> None:
    page = report(tmp_path / "demo", brief(varying={"protocol": FOUR, "speed": (1, 5, 10, 20)}, replications=3))
    assert "over speed, one line per protocol" in page.text
    assert "speed = 20" in page.text
    assert re.search(r"<code>speed</code></td><td class=\"value\">1, 5, 10, 20</td><td>m/s</td>", page.source)
    assert re.search(r"has the highest mean delivery ratio at (all|\d of the) 4 settings", page.text)


@pytest.mark.filterwarnings("error::UserWarning")
def test_many_protocols_and_long_names(tmp_path: Path) -> None:
    protocols: tuple[Scalar, ...] = (*(f"protocol-{n}" for n in range(12)), "a-name-" + "that-goes-on-" * 6)
    page = report(tmp_path / "demo", brief(varying={"protocol": protocols}, replications=3))
    assert all(str(protocol) in page.text for protocol in protocols)


def test_without_variation(tmp_path: Path) -> None:
    page = report(tmp_path / "demo", brief(varying={"protocol": ("topsim",)}, replications=3))
    assert "TopSim: " in page.text
    assert "There are no paired differences" in page.text


def test_a_figure_that_is_gone_leaves_no_file(tmp_path: Path) -> None:
    folder = brief(replications=2).write(tmp_path / "demo")
    stale = folder / "report" / "figures" / "stale.png"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"")
    write_report(folder, DEFINITIONS)
    assert not stale.exists()


def test_uncorrected_p_values_are_called_so(tmp_path: Path) -> None:
    folder = brief(replications=4).write(tmp_path / "demo")
    pairs = folder / "tables" / "pairs.parquet"
    pd.read_parquet(pairs).assign(p_holm=nan).to_parquet(pairs)
    page = Page(write_report(folder, DEFINITIONS))
    assert "after Holm" not in page.text
    assert "without a correction for the number of comparisons" in page.text


def test_a_generated_protocol_has_the_name_that_its_program_declares(tmp_path: Path) -> None:
    folder = brief(varying={"protocol": ("topsim", "my-gossip", "new")}, replications=2).write(tmp_path / "demo")
    plan = read_experiment(folder)
    labels = {"protocol": {"my-gossip": "My gossip", "topsim": "TopSim 2"}}
    (folder / "experiment.json").write_text(plan.model_copy(update={"labels": labels}).model_dump_json())
    page = Page(write_report(folder, DEFINITIONS))
    assert "My gossip" in page.text and "TopSim 2" in page.text
    assert re.search(r"TopSim 2, My gossip, new", page.text), "a value without a label is shown as it is"


def test_a_report_says_that_a_stopping_rule_decided(tmp_path: Path) -> None:
    folder = brief().write(tmp_path)
    plan = read_experiment(folder)
    assert "stopping rule" not in Page(write_report(folder, DEFINITIONS)).text
    rule = "10 replications, then 5 more at a time up to 60, until the 95 % interval of delivery_ratio was within ±0.02"
    fewer = {plan.variants[0]: plan.replications - 1}
    ruled = plan.model_copy(update={"stop": rule, "fewer": fewer})
    (folder / "experiment.json").write_text(ruled.model_dump_json())
    page = Page(write_report(folder, DEFINITIONS))
    assert "95 % interval. How many replications there are was decided by a stopping rule . Bold:" in page.text
    assert f"A stopping rule decided how many replications there are: {rule}." in page.text
    assert f"{plan.replications - 1} to {plan.replications} paired replications" in page.text


def test_latency_and_load_are_drawn_where_the_tables_have_them(demo: Page, demo_folder: Path, tmp_path: Path) -> None:
    assert {"latencies", "loads"} <= {file.stem for file in (demo_folder / "report/figures").iterdir()}
    assert "TopSim: half within" in demo.source
    report(tmp_path / "demo", brief(replications=2))
    assert not {"latencies", "loads"} & {file.stem for file in (tmp_path / "demo/report/figures").iterdir()}


def test_every_variant_has_a_page_with_all_its_values(demo: Page, demo_folder: Path) -> None:
    pages = [str(attributes["id"]) for _, attributes in demo.tags if attributes.get("class") == "variant"]
    assert pages == [f"variant-{place}" for place in range(1, 5)]
    links = [attributes["href"] for tag, attributes in demo.tags if tag == "a"]
    assert all(links.count(f"#{page}") >= 2 for page in pages)
    runs = pd.read_parquet(demo_folder / "tables/runs.parquet")
    hops = runs.query("variant == 'protocol=topsim' and metric == 'hops_mean'")["value"]
    row = re.search(
        r"Hops per delivery(?: \(\w+\))? (\S+) \S+ to \S+ ([\d. ]+)", demo.text.rpartition("The whole report")[2]
    )
    assert row is not None
    assert float(row.group(1)) == pytest.approx(hops.mean(), abs=0.01)
    assert [float(value) for value in row.group(2).split()] == pytest.approx(hops.tolist(), abs=0.01)


def test_what_varies_is_called_by_its_name(tmp_path: Path) -> None:
    example = brief(varying={"mobility": ("grid", "waypoint"), "speed": (1, 5, 10)}, replications=3)
    page = report(tmp_path / "demo", example)
    assert "over speed, one line per mobility" in page.text
    assert "both sides ran on the same random seeds" in page.text
    assert "both sides met the same mobility" not in page.text


def test_a_share_is_not_drawn_beyond_the_whole(tmp_path: Path) -> None:
    def measure(metric: str, point: Mapping[str, Scalar], k: int) -> float:
        return 0.99 if k == 1 else 0.6

    folder = brief(varying={"protocol": FOUR, "speed": (1, 5)}, replications=2, measure=measure).write(tmp_path / "d")
    figure.main(folder, "delivery", tmp_path / "out")
    drawn = (tmp_path / "out/delivery.svg").read_text()
    assert ">100<" in drawn
    assert ">120<" not in drawn


def test_one_figure_alone(demo_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figure.main(demo_folder, "delivery", tmp_path)
    assert (tmp_path / "delivery.png").read_bytes() == (demo_folder / "report/figures/delivery.png").read_bytes()
    assert "<svg" in (tmp_path / "delivery.svg").read_text()
    numbers = pd.read_csv(tmp_path / "delivery.csv")
    assert set(numbers["metric"]) == {"delivery_ratio", "reachable_delivery_ratio"}
    assert len(numbers) == 2 * len(FOUR)
    capsys.readouterr()
    figure.main(demo_folder)
    names = capsys.readouterr().out.split()
    assert names == [
        file.stem for file in sorted((demo_folder / "report/figures").iterdir(), key=lambda f: names.index(f.stem))
    ]


@pytest.mark.parametrize(
    ("folder", "name", "said"), [("", "pie", "no figure 'pie', expected one of"), ("tables", "delivery", "expected an")]
)
def test_a_figure_that_is_not_there(
    demo_folder: Path, capsys: pytest.CaptureFixture[str], folder: str, name: str, said: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        figure.main(demo_folder / folder, name)
    assert refused.value.code == 2
    assert said in capsys.readouterr().err


def test_a_warm_up_that_was_too_short_is_said(tmp_path: Path) -> None:
    folder = brief(replications=3).write(tmp_path / "demo")
    columns = ["variant", "series", "n", "difference", "ci_low", "ci_high", "p_holm", "verdict"]
    rows = [
        ("protocol=topsim", "delivery_ratio", 3, -0.2, -0.3, -0.1, 0.01, "differs"),
        ("protocol=sp-nhop", "delivery_ratio", 3, 0.0, -0.1, 0.1, 0.9, "no difference found"),
        ("protocol=sp-nhop", "control_tx_per_node_s", 1, 0.0, nan, nan, nan, "not tested"),
    ]
    pd.DataFrame(rows, columns=columns).to_parquet(folder / "tables/warmup.parquet")
    page = Page(write_report(folder, DEFINITIONS))
    assert "The warm-up was too short 1 time." in page.text
    assert "compared with its last half 2 times" in page.text
    assert "TopSim delivery ratio −20 percentage points (−30 to −10) 0.010" in page.text


def test_effect_sizes_stand_beside_the_tests(tmp_path: Path) -> None:
    folder = brief(replications=3).write(tmp_path / "demo")
    pairs = folder / "tables/pairs.parquet"
    pd.read_parquet(pairs).assign(effect_size=-1.234).to_parquet(pairs)
    page = Page(write_report(folder, DEFINITIONS))
    assert page.source.count("−1.23</td>") == 2 * 6
