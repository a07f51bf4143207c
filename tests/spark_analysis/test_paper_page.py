"""Pages about papers: verdicts and contrasts on tables made by hand, and a page that is written from them."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from written_figures import write_figures

from schema.errors import UsageError
from schema.intervals import estimate
from schema.manifest import Experiment, Scalar
from schema.papers.optima import OVERLAY_OPTIMA, STORE_OPTIMA, OptimumRow, OverlayOptimumRow
from schema.papers.row_table import RowTable
from spark_analysis.papers.comparison.claim import Claim, JudgedPoint, PaperVerdict, Samples, judge, verdict_on
from spark_analysis.papers.comparison.paper_page import number_text, result_text, write_paper_page
from spark_analysis.papers.comparison.paper_results import FigureResults, PaperResults, read_paper_results
from spark_analysis.papers.registry import PAPER_PAGES
from spark_analysis.papers.stores.claims import CLAIMS
from spark_analysis.papers.stores.contrasts import (
    bends,
    changes_from_first,
    chosen,
    growth_exponents,
    losses_to_planning,
    percent_above,
    percent_below,
    ratios,
    reassignment_gains,
    steps,
)
from spark_analysis.papers.stores.curves import OPTIMUM, policy_curves
from spark_analysis.papers.stores.optimality import optimality_rows

HOPS, ONT, STORES = "mean_hop_distance", "ont_req_hops_s", "stores_installed"
POLICIES = ("seq", "wrr", "grd_opt", "rnd")
OPTIMUM_COLUMNS = ("best_hops", "bound_hops", "unlimited_bound_hops")
Measure = Callable[[Mapping[str, Scalar], int], float]


def made_figure(
    hops: Measure, varying: Mapping[str, Sequence[Scalar]], replications: int = 3, optimum_share: float = 0.0
) -> FigureResults:
    """A figure with every combination of `varying`, whose distances are `hops(point, replication)`."""
    points = [dict(zip(varying, values, strict=True)) for values in product(*varying.values())]
    runs = list(product(points, range(1, replications + 1)))
    values = [
        {"variant": str(point), **point, "replication": k, "metric": metric, "value": value}
        for point, k in runs
        for metric, value in ((HOPS, hops(point, k)), (ONT, 250 * hops(point, k)), (STORES, 20.0))
    ]
    optima = [
        {"variant": "", **point, "replication": k, **dict.fromkeys(OPTIMUM_COLUMNS, optimum_share * hops(point, k))}
        for point, k in runs
        if optimum_share and point["policy"] == "seq" and k == 1
    ]
    experiment = Experiment(
        name="made",
        question="?",
        program="stores",
        network_kind="wired",
        parameters={"rate_scale": 0.1},
        varying={name: tuple(each) for name, each in varying.items()},
        variants=tuple(str(point) for point in points),
        replications=replications,
        source="",
    )
    columns = ["variant", *varying, "replication", *OPTIMUM_COLUMNS]
    return FigureResults(experiment, pd.DataFrame(values), pd.DataFrame(optima, columns=columns))


def by_policy(factors: Mapping[str, float]) -> Measure:
    """Distances that differ from replication to replication, but between policies by fixed factors alone."""
    return lambda point, replication: factors[str(point["policy"])] * (1 + replication / 10)


def one_figure(name: str, figure: FigureResults) -> PaperResults:
    return PaperResults({name: figure})


def test_policies_are_compared_pair_by_pair() -> None:
    factors = {"seq": 2.2, "wrr": 2.0, "grd_opt": 1.0, "rnd": 4.0}
    results = one_figure("fig-4", made_figure(by_policy(factors), {"policy": POLICIES, "brokers": (25, 50)}))
    above = percent_above(results, HOPS, ["fig-4"], ["seq", "wrr"], "grd_opt")
    assert list(above) == [f"Fig. 4, N = {n}, {policy}" for policy in ("seq", "wrr") for n in (25, 50)]
    assert above["Fig. 4, N = 25, seq"] == pytest.approx([120] * 3)
    assert percent_below(results, HOPS, ["fig-4"], ["wrr"], "rnd")["Fig. 4, N = 50, wrr"] == pytest.approx([50] * 3)
    times = ratios(results, HOPS, ["fig-4"], ["seq"], ["wrr"])
    assert times["Fig. 4, N = 25, seq over wrr"] == pytest.approx([1.1] * 3)
    assert percent_above(results, HOPS, ["fig-5"], ["seq"], "rnd") == {}, "a figure that was not swept"


def test_changes_over_a_parameter() -> None:
    def hops(point: Mapping[str, Scalar], replication: int) -> float:
        return replication * float(point["failed_stores"]) + 100.0

    figure = made_figure(hops, {"policy": ("seq",), "failed_stores": (0, 1, 5)})
    results = one_figure("fig-9", figure)
    change = changes_from_first(results, HOPS, "fig-9", "failed_stores", ["seq"])
    assert change == {
        "Fig. 9, failed = 1, seq": pytest.approx([1, 2, 3]),
        "Fig. 9, failed = 5, seq": pytest.approx([5, 10, 15]),
    }
    assert list(chosen(change, "failed = 5")) == ["Fig. 9, failed = 5, seq"]
    assert bends(results, HOPS, "fig-9", "failed_stores", ["seq"])["Fig. 9, failed = 1, seq"] == pytest.approx(
        [0] * 3, abs=1e-9
    )
    step = steps(results, HOPS, "fig-9", "failed_stores", ["seq"])
    assert step["Fig. 9, failed from 1 to 5, seq"] == pytest.approx([400 / 101, 800 / 102, 1200 / 103])


def test_the_exponent_of_a_power_law_is_found() -> None:
    figure = made_figure(
        lambda point, k: k * float(point["brokers"]) ** 0.25, {"policy": ("seq",), "brokers": (25, 50, 400)}
    )
    found = growth_exponents(one_figure("fig-4", figure), {HOPS: "hops"}, "fig-4", "brokers", ["seq"])
    assert found == {"Fig. 4, hops, seq": pytest.approx([0.25] * 3)}


def test_reassignments_are_compared_with_none_and_with_planning() -> None:
    hops = {"none": 4.0, "assignment": 1.0, "planning": 0.8}
    varying = {"policy": ("seq", "wrr"), "reassign": tuple(hops), "popularity": (-1, 1)}
    results = one_figure("fig-10", made_figure(lambda point, k: k * hops[str(point["reassign"])], varying))
    assert reassignment_gains(results, HOPS, ["fig-10"])["Fig. 10, wrr, s_p = 1"] == pytest.approx([75] * 3)
    assert losses_to_planning(results, HOPS, ["fig-10"])["Fig. 10, seq, s_p = -1"] == pytest.approx([25] * 3)


def claim(samples: Samples, low: float = -math.inf, high: float = math.inf, largest: bool = False) -> Claim:
    pick = "largest" if largest else "each"
    return Claim("made", "1", "words", "What.", lambda _: samples, "Why.", low, high, pick=pick)  # type: ignore[arg-type]


INSIDE, OUTSIDE, REACHING = [14.0, 15.0, 16.0], [30.0, 31.0, 32.0], [15.0, 26.0, 37.0]


@pytest.mark.parametrize(
    ("samples", "verdict"),
    [
        ({"a": INSIDE}, PaperVerdict.AGREES),
        ({"a": INSIDE, "b": REACHING}, PaperVerdict.AGREES),
        ({"a": INSIDE, "b": REACHING, "c": REACHING}, PaperVerdict.OPEN),
        ({"a": OUTSIDE}, PaperVerdict.DISAGREES),
        ({"a": OUTSIDE, "b": REACHING}, PaperVerdict.DISAGREES),
        ({"a": INSIDE, "b": OUTSIDE}, PaperVerdict.PARTLY),
        ({"a": REACHING}, PaperVerdict.OPEN),
        ({"a": [31.0]}, PaperVerdict.OPEN),
        ({}, PaperVerdict.ABSENT),
        ({"b": OUTSIDE} | {str(i): INSIDE for i in range(19)}, PaperVerdict.AGREES),
        ({"b": OUTSIDE} | {str(i): INSIDE for i in range(18)}, PaperVerdict.PARTLY),
    ],
)
def test_verdicts(samples: Samples, verdict: PaperVerdict) -> None:
    assert judge(claim(samples, 10, 25), PaperResults({})).verdict == verdict


@pytest.mark.parametrize(
    ("samples", "low", "verdict"),
    [
        ({"a": INSIDE}, 1e-9, PaperVerdict.AGREES),
        ({"a": REACHING}, 1e-9, PaperVerdict.OPEN),
        ({"a": [20.0]}, 1e-9, PaperVerdict.OPEN),
        ({"a": INSIDE, "b": REACHING}, 14.5, PaperVerdict.OPEN),
        ({"a": INSIDE, "b": OUTSIDE}, 25, PaperVerdict.PARTLY),
    ],
)
def test_more_than_needs_the_whole_interval(samples: Samples, low: float, verdict: PaperVerdict) -> None:
    assert judge(claim(samples, low), PaperResults({})).verdict == verdict


def test_up_to_is_judged_at_the_largest_point_alone() -> None:
    judged = judge(claim({"a": INSIDE, "b": OUTSIDE}, 25, 35, largest=True), PaperResults({}))
    assert [point.label for point in judged.points] == ["b"] and judged.verdict == PaperVerdict.AGREES
    assert result_text(judged) == "31.0 ± 2.5 %"


def test_numbers_have_the_digits_that_their_interval_supports() -> None:
    assert number_text(estimate([2.0, 2.0, 2.0])) == "2 ± 0"
    assert number_text(estimate([1.90, 1.92, 1.94])) == "1.920 ± 0.050"
    assert number_text(estimate([1.5])) == "1.500"


def test_the_range_is_worded() -> None:
    words = [
        claim({}, 5, 25).claimed,
        claim({}, high=10).claimed,
        claim({}, low=15).claimed,
        claim({}, -1, 2500).claimed,
    ]
    assert words == ["5 to 25 %", "at most 10 %", "at least 15 %", "−1 to 2,500 %"]


def test_a_point_without_interval_never_disagrees() -> None:
    alone = JudgedPoint("a", estimate([3.0]), agrees=False, disagrees=False)
    assert verdict_on([alone]) == PaperVerdict.OPEN


def test_the_optimum_is_the_mean_less_the_paired_difference() -> None:
    """The optimum of replication 1 is half of seq, so half of replication 1 is taken off the mean of all."""
    figure = made_figure(
        by_policy(dict.fromkeys(POLICIES, 1.0)), {"policy": POLICIES, "brokers": (25,)}, optimum_share=0.5
    )
    (curve,) = [each for each in policy_curves(HOPS, "brokers", optimum=True)(figure) if each.name == OPTIMUM]
    assert [point.estimate.mean for point in curve.points] == pytest.approx([1.2 - 0.55])
    (traffic,) = [
        each for each in policy_curves(ONT, "brokers", at_full_rate=True, optimum=True)(figure) if each.name == OPTIMUM
    ]
    assert traffic.points[0].estimate.mean == pytest.approx(2500 * (1.2 - 0.55))


def test_distances_above_the_optimum() -> None:
    figure = made_figure(
        by_policy(dict.fromkeys(POLICIES, 1.0)), {"policy": POLICIES, "brokers": (25,)}, optimum_share=0.8
    )
    (row,) = optimality_rows(one_figure("fig-4", figure))
    assert (row.label, row.replications, row.gap_percent) == ("Fig. 4, N = 25", 1, pytest.approx(0))
    assert {policy: found.mean for policy, found in row.above.items()} == dict.fromkeys(
        ("seq", "wrr", "rnd", "grd_opt"), pytest.approx(25)
    )


def test_figures_have_the_optima_of_their_folders(tmp_path: Path) -> None:
    made = made_figure(by_policy(dict.fromkeys(POLICIES, 1.0)), {"policy": POLICIES, "brokers": (25, 50)})
    write_figures(PaperResults({"fig-4": made, "fig-5": made}), tmp_path)
    variant = str({"policy": "seq", "brokers": 50})
    STORE_OPTIMA.write(tmp_path / "fig-4", [OptimumRow(variant, 2, 1.0, 0.75, 0.5)])
    read = read_paper_results(tmp_path, ("fig-4", "fig-5"), PAPER_PAGES["stores"].optima)
    (row,) = optimality_rows(read)
    assert (row.label, row.best_hops.mean, row.gap_percent) == ("Fig. 4, N = 50", 1.0, 25.0)
    assert {policy: found.mean for policy, found in row.above.items()} == pytest.approx(
        {"seq": 20, "wrr": 20, "rnd": 20, "grd_opt": 140}
    )
    assert not len(read["fig-5"].optima)


OPTIMA = [
    pytest.param(
        STORE_OPTIMA,
        OptimumRow("policy=seq,brokers=25", 1, 1.5, 1.49, 1 / 3),
        "optima.csv",
        "variant,replication,best_hops,bound_hops,unlimited_bound_hops\n"
        '"policy=seq,brokers=25",1,1.5,1.49,0.3333333333333333\n',
        id="stores",
    ),
    pytest.param(
        OVERLAY_OPTIMA,
        OverlayOptimumRow("strategy=spt", 2, 9e5, 1e6, 2.5e6),
        "overlay_optima.csv",
        "variant,replication,best_residual_bps,bound_residual_bps,total_link_load_bps\n"
        "strategy=spt,2,900000.0,1000000.0,2500000.0\n",
        id="overlays",
    ),
]


@pytest.mark.parametrize(("table", "row", "file", "text"), OPTIMA)
def test_optima_are_read_as_they_were_written(
    table: RowTable[Any], row: object, file: str, text: str, tmp_path: Path
) -> None:
    table.write(tmp_path, [row, row])
    assert (tmp_path / file).read_text() == text + text.partition("\n")[2]
    assert table.read(tmp_path) == [row, row] and table.read(tmp_path / "elsewhere") == []


@pytest.mark.parametrize(
    "text",
    ["", "variant,replication\na,1\n", "{header}\na,1,2\n", "{header}\na,1,2,3,4,5\n", "{header}\na,one,2,3,4\n"],
    ids=["no header", "a missing column", "a short row", "a long row", "a word for a number"],
)
def test_a_malformed_table_of_optima_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "optima.csv").write_text(text.format(header=",".join(STORE_OPTIMA.columns)))
    expected = (
        f"{tmp_path / 'optima.csv'}: not a table of optima, expected the columns variant, replication, best_hops, "
        "bound_hops, unlimited_bound_hops"
    )
    with pytest.raises(UsageError, match=f"^{re.escape(expected)}$"):
        STORE_OPTIMA.read(tmp_path)


FIGURES: Mapping[str, Mapping[str, Sequence[Scalar]]] = {
    "fig-4": {"policy": POLICIES, "brokers": (25, 100)},
    "fig-5": {"policy": POLICIES, "capacity": (2, 5)},
    "fig-6": {"policy": POLICIES, "min_copies": (1, 2)},
    "fig-7": {"policy": POLICIES, "stores": (20, 10), "popularity": (0.0, 1.0)},
    "fig-8": {"policy": POLICIES, "stores": (20, 10), "locality": (0.0, 1.0)},
    "fig-9": {"policy": ("seq", "wrr", "rnd"), "failed_stores": (0, 2, 5)},
    "fig-10": {
        "policy": ("seq", "wrr"),
        "reassign": ("none", "assignment", "planning"),
        "popularity": (-1.0, -0.5, 1.0),
    },
    "fig-11": {"policy": ("seq", "wrr"), "reassign": ("none", "assignment", "planning"), "locality": (-1.0, -0.5, 1.0)},
}


@pytest.fixture(scope="module")
def made_results() -> PaperResults:
    def hops(point: Mapping[str, Scalar], replication: int) -> float:
        level = 2.0 + sum(len(str(value)) for value in point.values()) / 100
        return level * (1 + replication / 50)

    return PaperResults({name: made_figure(hops, each, optimum_share=0.8) for name, each in FIGURES.items()})


@pytest.fixture(scope="module")
def page(made_results: PaperResults, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_paper_page(PAPER_PAGES["stores"], made_results, tmp_path_factory.mktemp("paper"))


def test_the_page_has_every_claim_and_figure(page: Path) -> None:
    text = page.read_text()
    for number, each in enumerate(CLAIMS, 1):
        assert each.words in text and f'<a id="claim-{number}"></a>' in text
    for name in FIGURES:
        image = page.parent / "storage-planning" / f"{name}.png"
        assert image.read_bytes().startswith(b"\x89PNG") and f"(storage-planning/{name}.png)" in text
    assert "not computed" not in text and "nan" not in re.findall(r"\w+", text.lower())


def test_every_table_of_the_page_is_even(page: Path) -> None:
    """All rows of a table have as many cells as its head."""
    tables = re.findall(r"(?:^\|.*\|\n)+", page.read_text(), re.MULTILINE)
    assert len(tables) == 1 + 1 + 1 + 19, "claims, optima, decisions and a table for each panel"
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1, table


def test_the_same_results_give_the_same_page(made_results: PaperResults, page: Path, tmp_path: Path) -> None:
    again = write_paper_page(PAPER_PAGES["stores"], made_results, tmp_path)
    assert again.read_bytes() == page.read_bytes()
    assert (tmp_path / "storage-planning" / "fig-7.png").read_bytes() == (
        page.parent / "storage-planning" / "fig-7.png"
    ).read_bytes()


def test_the_page_is_plain(page: Path, checkout: Path) -> None:
    done = subprocess.run(
        [sys.executable, checkout / "docs" / "style-check", page], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_claims_have_names_of_their_own() -> None:
    assert len({each.name for each in CLAIMS}) == len(CLAIMS)
