"""`./waf compare A B`: what is told, of folders that a harness made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from harness_bench import Bench, Typed, one_sentence

from schema.manifest import read_experiment
from spark_analysis.statistics.result_tables import write_table

Make = Callable[..., Path]
pytestmark = pytest.mark.usefixtures("analysis_here")
UNITS = {"delivery_ratio": "1", "latency_p50_s": "s", "events": "events"}


def table(folder: Path, topsim: float, replications: int) -> pd.DataFrame:
    """A table of runs; the delivery ratio of topsim is by `topsim` higher."""
    experiment = read_experiment(folder)
    draw, network = np.random.default_rng(round(1000 * topsim)), np.random.default_rng(1).normal(0.8, 0.1, replications)
    rows = []
    for variant in experiment.variants:
        name = variant.partition("=")[2]
        for k in range(replications):
            ratio = network[k] + draw.normal(0, 0.002) + (topsim if name == "topsim" else 0)
            values = {"delivery_ratio": ratio, "latency_p50_s": network[k], "events": 5.0 + 10 * (topsim > 0.4)}
            rows += [
                (experiment.name, variant, name, k + 1, metric, value, UNITS[metric])
                for metric, value in values.items()
            ]
    return pd.DataFrame(rows, columns=["experiment", "variant", "protocol", "replication", "metric", "value", "unit"])


@pytest.fixture
def make(bench: Bench, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Sweeps and writes a table of what might have come out."""
    monkeypatch.setenv("COLUMNS", "200")

    def made(name: str, topsim: float = 0.0, more: str = "", protocols: str = '"sp-nhop", "topsim"') -> Path:
        text = f"replications = 6\n[parameters]\nspeed = 2.0\n{more}\n[vary]\nprotocol = [{protocols}]\n"
        folder = bench.root / name
        typed("sweep", bench.experiment(text), "--results", folder, "--no-report")
        write_table(folder / "tables", "runs", table(folder, topsim, 6))
        return folder

    return made


def test_what_changed_and_what_did_not(make: Make, typed: Typed) -> None:
    done = typed("compare", make("before"), make("after", topsim=0.1))
    lines = done.out.splitlines()
    assert done.exit_status == 0 and not done.err
    assert lines[2] == "the same program, versions and parameters"
    assert "all runs in common by identity" in lines[3]
    (changed,) = [line.split() for line in lines if line.startswith("delivery_ratio")]
    assert changed[1] == "protocol=topsim" and changed[4].startswith("+0.1") and changed[5] == "±"
    assert lines[-1] == (
        "1 of 6 comparisons changed (at 5 % after Holm's correction over all; paired by replication); "
        "1 no difference found, 4 identical in every replication."
    )


def test_what_is_different_in_the_set_up(make: Make, typed: Typed, bench: Bench) -> None:
    before = make("before")
    program = bench.root / "build" / "bin" / "standin"
    program.write_text(program.read_text() + "# built anew\n")
    after = make("after", more="nodes = 7", protocols='"sp-nhop"')
    done = typed("compare", before, after)
    told = dict(line.split(": ", 1) for line in done.out.splitlines() if ": " in line)
    assert "standin" in told["different program"] and "→" in told["different program"]
    assert told["different parameters"] == "nodes 5 → 7; protocol sp-nhop, topsim → sp-nhop"
    assert told["only in A"] == "protocol=topsim"


def test_identical_tables_are_one_line(make: Make, typed: Typed) -> None:
    done = typed("compare", make("before"), make("after"))
    assert done.out.splitlines()[2:] == [
        "the same program, versions and parameters",
        "identical: all 36 values of 2 variants",
    ]


def test_a_corrupt_run_is_named_and_not_nothing_changed(make: Make, typed: Typed) -> None:
    """Four bytes of a capture were changed, its length kept: the two folders are no longer alike."""
    before, after = make("before"), make("after")
    capture = after / "runs" / "protocol=topsim" / "3" / "radio-0.pcap"
    capture.write_bytes(b"\xff\xff\xff\xff" + capture.read_bytes()[4:])
    lines = typed("compare", before, after).out.splitlines()
    reason = "protocol=topsim/3: radio-0.pcap has other bytes than were written"
    assert lines[3] == f"still counted in B: {reason}; ./waf report {after} leaves it out"
    assert lines[4] == "identical in the runs that count: 36 values of 2 variants"
    whole = table(after, 0.0, 6)
    left = whole[(whole["variant"] != "protocol=topsim") | (whole["replication"] != 3)]
    write_table(after / "tables", "runs", left)
    said = typed("compare", after, before).out
    assert f"not counted in A: {reason}\n" in said
    assert said.splitlines()[-1].startswith("No change was found in the runs that count (at 5 %")


def test_one_metric(make: Make, typed: Typed) -> None:
    folders = make("before"), make("after", topsim=0.5)
    assert "events" in typed("compare", *folders).out
    alone = typed("compare", *folders, "--metric", "delivery_ratio")
    assert "events" not in alone.out and "1 of 2 comparisons changed" in alone.out
    done = typed("compare", *folders, "--metric", "delivry_ratio")
    assert done.exit_status == 2 and "(did you mean 'delivery_ratio'?)" in one_sentence(done.err)


def test_a_difference_without_noise_is_told_without_a_p_value(make: Make, typed: Typed) -> None:
    done = typed("compare", make("before"), make("after", topsim=0.5), "--metric", "events")
    row = next(line for line in done.out.splitlines() if line.startswith("events"))
    assert row.split()[-7:] == ["15", "+10", "always", "–", "6", "+200", "–"]


def test_what_cannot_be_compared_is_one_sentence(make: Make, typed: Typed, tmp_path: Path) -> None:
    before, other = make("before"), make("after", protocols='"sp-nhop"')
    tables = other / "tables" / "runs.parquet"

    def said(*arguments: object) -> str:
        done = typed("compare", *arguments)
        assert done.exit_status == 2 and not done.out
        return one_sentence(done.err)

    assert "not an experiment's results, expected an experiment.json" in said(before, tmp_path / "nowhere")
    whole = pd.read_parquet(tables)
    write_table(other / "tables", "runs", whole.assign(variant="protocol=else"))
    assert "have no variant in common: protocol=sp-nhop; protocol=topsim against protocol=else" in said(before, other)
    write_table(other / "tables", "runs", whole.iloc[:0])
    assert "its tables have no run, ./waf status tells why" in said(before, other)
    write_table(other / "tables", "runs", pd.concat([whole, whole]))
    assert "not a table of runs of this version, ./waf report makes it anew" in said(before, other)
    pd.DataFrame({"x": [1]}).to_parquet(tables)
    assert "not a table of runs of this version" in said(before, other)
    tables.write_bytes(b"PAR1")
    assert "not a whole Parquet file, ./waf report makes it anew" in said(before, other)
    tables.unlink()
    assert "no tables/runs.parquet in it, ./waf report makes it" in said(other, before)
