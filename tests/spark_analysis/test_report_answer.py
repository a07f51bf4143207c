"""The words of the answer: what is claimed, and what is left open."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from report_example import DEFINITIONS, Example

from schema.manifest import Scalar
from spark_analysis.report.data.inputs import read_inputs
from spark_analysis.report.data.story import Story
from spark_analysis.report.sections import answer
from spark_analysis.report.sections.statements import Statement, left_out, statements
from spark_analysis.report.theme import numbers

_LUCK = (0.3, -0.2, 0.5, -0.6, 0.1, 0.4, -0.5, 0.0)
_NOISE = {
    "sp-nhop": (2, 1, -1, -2, 1, -1, 2, -2),
    "topsim": (-1, 2, 1, -2, -2, 1, -1, 2),
    "sp-combo": (1, 1, -2, 2, -1, -1, 2, -2),
    "oracle": (0, 1, 0, -1, 0, 1, 0, -1),
}


def answers(folder: Path, level: Mapping[str, float], **fields: object) -> dict[tuple[str, str], Statement]:
    """The statements where delivery is `level` of the protocol, with some luck that all share and some noise."""

    def measure(metric: str, point: Mapping[str, Scalar], k: int) -> float:
        protocol = str(point["protocol"])
        return level[protocol] + 0.01 * _LUCK[k - 1] + 0.001 * _NOISE[protocol][k - 1]

    example = Example(varying={"protocol": tuple(level)}, replications=8, measure=measure)
    for name, value in fields.items():
        setattr(example, name, value)
    found = statements(Story(read_inputs(example.write(folder), DEFINITIONS)))
    return {(one.topic, one.where): one for one in found}


def test_a_clear_difference(tmp_path: Path) -> None:
    one = answers(tmp_path / "x", {"sp-nhop": 0.80, "topsim": 0.85})["delivery ratio", ""]
    assert one.verdict == "clear"
    assert one.text.startswith("TopSim has the highest delivery ratio: 85.")
    assert "They differ by 5.0" in one.text


def test_no_difference_is_not_equality(tmp_path: Path) -> None:
    one = answers(tmp_path / "x", {"sp-nhop": 0.800, "topsim": 0.8001})["delivery ratio", ""]
    assert one.verdict == "none"
    assert "No difference was found" in one.text
    assert "does not show that they are equal" in one.text


def test_some_differ_and_some_do_not(tmp_path: Path) -> None:
    one = answers(tmp_path / "x", {"sp-nhop": 0.70, "sp-combo": 0.7999, "topsim": 0.80})["delivery ratio", ""]
    assert one.verdict == "partly"
    assert "It differs from SP-NHOP" in one.text
    assert "No difference was found from SP-COMBO" in one.text


def test_lower_overhead_wins(tmp_path: Path) -> None:
    one = answers(tmp_path / "x", {"sp-nhop": 0.80, "topsim": 0.85})["control bytes per delivered byte", ""]
    assert one.text.startswith("SP-NHOP has the lowest control bytes per delivered byte")


def test_a_difference_without_any_noise(tmp_path: Path) -> None:
    """The paper's tree: every replication gives 600 and 500."""

    def measure(metric: str, point: Mapping[str, Scalar], k: int) -> float:
        per_event = 6.0 if point["protocol"] == "sp-nhop" else 5.0
        return per_event * float(point["events"])

    found = answers(
        tmp_path / "x",
        {},
        varying={"protocol": ("sp-nhop", "topsim"), "events": (100, 1000)},
        measure=measure,
    )
    one = found["O(E) as relayed on the air", "events = 100"]
    assert one.verdict == "constant"
    assert "500\N{NO-BREAK SPACE}events (the same in all 8 replications)" in one.text
    assert "They differ by 100\N{NO-BREAK SPACE}events, the same in all 8 replications." in one.text
    assert "5,000" in found["O(E) as relayed on the air", "events = 1,000"].text


def test_a_shared_lead(tmp_path: Path) -> None:
    def measure(metric: str, point: Mapping[str, Scalar], k: int) -> float:
        return 600.0 if metric.endswith("_events") and point["protocol"] == "sp-nhop" else 500.0

    protocols = ("sp-nhop", "sp-combo", "topsim")
    found = answers(tmp_path / "x", {}, varying={"protocol": protocols, "events": (1, 2)}, measure=measure)
    one = found["O(E) as relayed on the air", "events = 1"]
    assert one.verdict == "constant"
    assert one.text.startswith("SP-COMBO and TopSim have the lowest O(E)")
    assert "They differ by 100\N{NO-BREAK SPACE}events" in one.text
    assert found["transmissions per delivery", "at every setting"].verdict == "alike"


def test_a_lead_shared_at_many_settings(tmp_path: Path) -> None:
    """One and the same three lead everywhere, one of them once alone; nobody is said to lead elsewhere as well."""

    def measure(metric: str, point: Mapping[str, Scalar], k: int) -> float:
        if metric == "tx_per_delivery" and point["events"] == 4 and point["protocol"] == "topsim":
            return 1.0
        return 3.0 if point["protocol"] == "sp-nhop" else 2.0

    protocols = ("sp-nhop", "sp-combo", "topsim")
    found = answers(tmp_path / "x", {}, varying={"protocol": protocols, "events": (1, 2, 3, 4)}, measure=measure)
    text = found["control bytes per delivered byte", ""].text
    assert text.startswith(
        "SP-COMBO and TopSim have the lowest mean control bytes per delivered byte at all 4 settings: 2"
    )
    assert "Elsewhere" not in text
    text = found["transmissions per delivery", ""].text
    assert text.startswith(
        "TopSim has the lowest mean transmissions per delivery at all 4 settings, at 3 of them together with others: 2"
    )
    text = found["delivery ratio", ""].text
    assert text.startswith("SP-NHOP has the highest mean delivery ratio at all 4 settings: 300")


def test_latency_is_in_milliseconds_though_one_variant_is_slow(tmp_path: Path) -> None:
    level = {"sp-nhop": 0.02, "topsim": 0.03, "sp-combo": 4.0}
    assert "20.0\N{NO-BREAK SPACE}ms" in answers(tmp_path / "x", level)["95th percentile of latency", ""].text


def test_a_bound_is_no_contestant(tmp_path: Path) -> None:
    level = {"sp-nhop": 0.80, "topsim": 0.85, "oracle": 0.99}
    one = answers(tmp_path / "x", level)["delivery ratio", ""]
    assert one.text.startswith("TopSim has the highest")
    assert "Oracle" not in one.text
    story = Story(read_inputs(tmp_path / "x", DEFINITIONS))
    assert left_out(story) == "Oracle"
    glance = answer.glance(story)
    assert glance is not None
    best = [label for _, rows in glance.groups for label, _, cells in rows if cells[0].best]
    assert best == ["TopSim"]


def test_a_bound_is_what_the_program_calls_one(tmp_path: Path) -> None:
    labels, bounds = {"protocol": {"topsim": "TopSim"}}, {"protocol": ("topsim",)}
    level = {"sp-nhop": 0.80, "topsim": 0.85, "oracle": 0.70}
    one = answers(tmp_path / "x", level, labels=labels, bounds=bounds)
    assert one["delivery ratio", ""].text.startswith("SP-NHOP has the highest")
    assert left_out(Story(read_inputs(tmp_path / "x", DEFINITIONS))) == "TopSim"


def test_nothing_is_concluded_without_pairs(tmp_path: Path) -> None:
    one = answers(tmp_path / "x", {"sp-nhop": 0.80, "topsim": 0.85}, with_pairs=False)["delivery ratio", ""]
    assert one.verdict == "untested"


@pytest.mark.parametrize(
    ("value", "half", "text"),
    [
        (93.4321, 1.234, "93.4"),
        (0.81534, 0.0089, "0.8153"),
        (3851.2, 55.0, "3,851"),
        (600.0, float("nan"), "600"),
        (-0.00001, 0.5, "0.00"),
        (-2.5, 0.5, "−2.50"),
        (float("nan"), 1.0, "–"),
    ],
)
def test_digits_follow_the_interval(value: float, half: float, text: str) -> None:
    assert numbers.fixed(value, numbers.decimals(value, half)) == text


@pytest.mark.parametrize(("p", "text"), [(0.0004, "< 0.001"), (0.0499, "0.0499"), (0.0501, "0.0501"), (0.23, "0.23")])
def test_p_values(p: float, text: str) -> None:
    assert numbers.probability(p) == text
