"""`./waf bench`: what it lists, refuses and measures, and that the pages which name benchmarks name what there is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from system_tools import needs
from waiting import PATIENCE_S

from benchmarks import beacons, brokers, overlay_forwarding, overlay_runs, rivals, scenario_defaults, sdn_forwarding, simulator
from benchmarks.__main__ import main, programs
from schema.errors import UsageError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pyharness", "bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1])


def test_list_names_every_benchmark_and_what_it_asks(checkout: Path) -> None:
    done = bench("--list")
    assert done.returncode == 0 and done.stderr == ""
    listed = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    runnable = {path.stem for path in (checkout / "benchmarks").glob("*.py") if "command_line.run(" in path.read_text()}
    assert runnable - {"command_line"} <= set(listed) and all("waf" not in asks for asks in listed.values())


AGAIN = "ignore:.*found in sys.modules:RuntimeWarning"  # imported above, and now run


@pytest.mark.filterwarnings(AGAIN)
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["beacon"], "no benchmark 'beacon' (did you mean 'beacons'?); there are beacons, "),
        (["rivals"], "no benchmark 'rivals'"),
        (["beacons", "--nodes", "1"], "Invalid value for '--nodes'"),
        (["--rounds", "none"], "Invalid value for '--rounds'"),
        (["--write", "gone.md"], "gone.md: no such page."),
        (["--write", "README.md"], "README.md: no <!-- machine --> and <!-- end --> in it, expected the place"),
    ],
)
def test_one_sentence(
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    says: str,
) -> None:
    monkeypatch.chdir(checkout)
    monkeypatch.setattr(sys, "argv", ["./waf"])
    with pytest.raises((SystemExit, UsageError)) as refused:
        main(arguments)
    said = capsys.readouterr()
    assert says in (said.err or f"{refused.value}.") and said.err.count("\n") <= 1 and said.out == ""
    assert not isinstance(refused.value, SystemExit) or refused.value.code == 2


@pytest.mark.filterwarnings(AGAIN)
def test_help_is_the_benchmarks_own(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["./waf"])
    assert main(["--help"]) == 0 and "./waf bench --list" in capsys.readouterr().out
    assert main(["beacons", "--help"]) == 0 and "--rounds" in capsys.readouterr().out


def test_the_front_door_refuses_with_one_sentence() -> None:
    done = bench("beacon")
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert done.stderr.startswith("no benchmark 'beacon' (did you mean 'beacons'?); there are beacons, ")


def test_pages_name_benchmarks_that_there_are(checkout: Path) -> None:
    known = programs()
    readme = (checkout / "benchmarks" / "README.md").read_text()
    assert set(re.findall(r"^\| `(\w+)\.py`", readme, re.MULTILINE)) == set(known)
    pages = [checkout / "README.md", checkout / "benchmarks" / "README.md", *(checkout / "docs").rglob("*.md")]
    for page in pages:
        named = re.findall(r"\./waf (?:bench |python -m benchmarks\.)([a-z_]+)", page.read_text())
        assert set(named) <= set(known), page


def test_every_table_has_its_place_in_the_docs(checkout: Path) -> None:
    page = (checkout / "docs" / "speed.md").read_text()
    for name in (simulator.MACHINE, *simulator.TABLES):
        written = simulator.replaced(page, name, "| a table |")
        assert f"<!-- {name} -->\n\n| a table |\n\n<!-- end -->" in written
        assert simulator.replaced(written, name, "| a table |") == written
    with pytest.raises(UsageError, match="no <!-- nonsense -->"):
        simulator.replaced(page, "nonsense", "")


def test_tables_are_put_into_a_page_and_nothing_else_is_changed(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulator, "TABLES", {name: lambda *_: "| 1 |" for name in simulator.TABLES})
    page = tmp_path / "speed.md"
    before = (checkout / "docs" / "speed.md").read_text()
    page.write_text(before)
    simulator.main(write=page)
    after = page.read_text()
    assert after.count("| 1 |") == capsys.readouterr().out.count("| 1 |") == len(simulator.TABLES)
    assert f"{os.cpu_count()} processors" in after
    for name in (simulator.MACHINE, *simulator.TABLES):
        before, after = (simulator.replaced(each, name, "") for each in (before, after))
    assert after == before


def test_the_machine_is_described_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert ", no commit, " in simulator.machine()


def test_rivals_are_compared_round_by_round() -> None:
    assert str(rivals.ratio([1.0, 9.0, 2.0], [2.0, 10.0, 2.0])) == "0.90 (0.50 to 1.00)"


def test_what_a_process_took(tmp_path: Path) -> None:
    work = "import time; held = b'x' * 50_000_000; print(len(held)); time.sleep(0.2)"
    ballast = bytearray(200_000_000)  # of ours, which is not the child's
    taken = rivals.take(rivals.Command((sys.executable, "-c", work)))
    assert taken.said == "50000000\n" and 0.2 < taken.real_s < PATIENCE_S and taken.processor_s < taken.real_s + 0.1
    assert 50e6 < taken.peak_bytes < 150e6, len(ballast)
    with pytest.raises(subprocess.CalledProcessError, match="status 3"):
        rivals.take(rivals.Command((sys.executable, "-c", "raise SystemExit(3)")))


def test_a_default_is_the_plain_command() -> None:
    few = scenario_defaults.SCALES[scenario_defaults.FEW]
    plain = {scenario_defaults.command(choice, few, 30) for choice in scenario_defaults.CHOICES if choice.is_default}
    assert len(plain) == 1
    asked = {choice.what for choice in scenario_defaults.CHOICES if choice.is_default}
    assert asked == set(scenario_defaults.Question)


@needs("valgrind")
def test_a_small_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacons, "NODE_SECONDS", 50)
    monkeypatch.setattr(beacons, "STOCK_UP_TO", 4)  # the spatial channel alone, which takes half the time
    monkeypatch.setattr(beacons, "COUNTED", 5)
    (row,) = beacons.measure([beacons.Setup(5)], rounds=1, jobs=1)
    assert 1e5 < row.costs[beacons.SPATIAL].instructions < 2e6, "of a transmission among five, without any start-up"
    assert row.real_time is None
    assert len(row.cells()) == len(beacons.HEAD)


@needs("valgrind")
def test_a_small_measurement_of_brokers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brokers, "LINKS_TIMED", 1000)
    monkeypatch.setattr(brokers, "LINKS_COUNTED", 1000)
    (row,) = brokers.measure([brokers.Setup(10)], rounds=2)
    assert [len(row.events), len(row.datagrams)] == [2, 2] and row.compared.low > 0
    for events, datagrams in zip(row.events, row.datagrams, strict=True):
        assert events.links <= datagrams.links < events.links + 20
    assert 5e3 < row.counts.per_link < 1e5, "of a link crossed, without any start-up"
    assert 0 < row.counts.own < 50 and sum(share for _, share in row.counts.functions) == pytest.approx(row.counts.own)
    assert len(row.cells()) == len(brokers.HEAD)


def test_an_event_that_is_lost_ends_the_measurement_of_brokers() -> None:
    said = "events: 10 sent, 9 of 10 received, 40 links crossed, 0.5 s\n"
    with pytest.raises(UsageError, match="9 of 10 events arrived, expected all"):
        brokers.parts(said)
    (part,) = brokers.parts(said.replace("9 of", "10 of"))
    assert (part.what, part.sent, part.links, part.microseconds) == ("events", 10, 40, 12500)


def test_a_small_measurement_of_an_underlay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay_forwarding, "DATAGRAMS", 300)
    row = overlay_forwarding.measure(50, 10, rounds=2)
    assert {way: len(rounds) for way, rounds in row.rounds.items()} == {"light": 2, "ip": 2}
    for light, stack in zip(row.rounds["light"], row.rounds["ip"], strict=True):
        assert light.links == stack.links >= 300, "the same datagrams on the same paths"
    assert row.compared.low > 0 and row.peak_bytes["light"] < row.peak_bytes["ip"]
    assert len(row.cells()) == len(overlay_forwarding.HEAD)


def test_a_datagram_that_is_lost_ends_the_measurement_of_an_underlay() -> None:
    output = "ip: 10 sent, 9 received, 40 links crossed, 0.5 s, 12500 us per link\n"
    with pytest.raises(UsageError, match="9 of 10 datagrams arrived by ip, expected all"):
        overlay_forwarding.rounds_in(output)
    ((only,),) = overlay_forwarding.rounds_in(output.replace("9 received", "10 received")).values()
    assert (only.links, only.microseconds) == (40, 12500)


def test_a_small_measurement_of_switches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdn_forwarding, "DATAGRAMS", 50)
    row = sdn_forwarding.measure(10, rounds=2)
    assert {way: len(rounds) for way, rounds in row.rounds.items()} == {"sdn": 2, "router": 2, "bridge": 2}
    assert row.compared.low > 0 and len(row.cells()) == len(sdn_forwarding.HEAD)


def test_a_delivery_that_is_missing_ends_the_measurement_of_switches() -> None:
    output = "sdn: 10 sent, 89 delivered, 0.5 s, 5555 us per delivery\n"
    with pytest.raises(UsageError, match="89 of 90 deliveries by sdn, expected all"):
        sdn_forwarding.rounds_in(output, 10)
    assert sdn_forwarding.rounds_in(output.replace("89", "90"), 10)["sdn"] == [pytest.approx(5555.6, abs=0.1)]


def test_a_small_measurement_of_runs_of_an_overlay() -> None:
    row = overlay_runs.measure(40, "ocbr", 100)
    assert row.notifications > 100 and row.whole_s > 0 and row.peak_bytes > 10**7
    assert len(row.cells()) == len(overlay_runs.columns(row.ticks))


def test_a_run_of_an_overlay_without_notifications_ends_the_measurement() -> None:
    with pytest.raises(UsageError, match="no notification"):
        overlay_runs.notifications_in("sent: 5 ov_ack\n")
    assert overlay_runs.notifications_in("sent: 5 ov_ack 12 ov_notify 3 path_notice\n") == 12


def test_a_small_measurement_of_predictions(spark: SparkSession) -> None:
    from benchmarks import predictions  # imports the libraries of all models, which other tests need not wait for

    series = [predictions.made_series(seed, 200) for seed in range(3)]
    assert series[0].traffic.tolist() == predictions.made_series(0, 200).traffic.tolist() != series[1].traffic.tolist()
    rows = list(predictions.times_of_predictors(series[:1]))
    names = [each.name for each in predictions.SETTINGS.predictors()]
    assert [row.split("|")[1].strip(" `") for row in rows[2:]] == [*names, "all"]
    assert predictions.time_in_workers(series, 2) > 0 and predictions.time_of_joblib(series, 2) > 0
