"""Series, their table, their scaling and the paper's inputs: what is refused, and with which sentence."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from spark_analysis.prediction.series.link_series import LinkSeries, leak_future_changes, traffic_only
from spark_analysis.prediction.series.paper_inputs import examples, inputs_for
from spark_analysis.prediction.series.scaling import Scaling, extremes, training_extremes
from spark_analysis.prediction.series.series_table import COLUMNS, read_series
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, finite_values

SERIES = LinkSeries(
    np.array([10.0, 11.0, 13.0, 16.0]), np.array([1.0, 2.0, 3.0, 4.0]), np.array([-1.0, -2.0, -3.0, -4.0]), 5
)


def table(*rows: tuple[float, ...]) -> dict[str, np.ndarray]:
    return {name: np.array(column) for name, column in zip(COLUMNS, zip(*rows, strict=True), strict=True)}


@pytest.mark.parametrize(
    ("values", "fault", "sentence"),
    [
        ([], Fault.EMPTY, "the series is empty"),
        ([1.0, float("nan")], Fault.NOT_FINITE, "the series has the value nan at position 1"),
        ([float("inf")], Fault.NOT_FINITE, "the series has the value inf at position 0"),
        ([[1.0]], Fault.SHAPE, "the series has 2 dimensions, expected 1"),
        (["x"], Fault.SHAPE, "the series has values that are no numbers"),
        ([[1.0], [1.0, 2.0]], Fault.SHAPE, "the series has values that are no numbers"),
        ([1.0, 2.0], Fault.TOO_SHORT, "the series has 2 values, needed are at least 3"),
    ],
)
def test_values_that_are_refused(values: object, fault: Fault, sentence: str) -> None:
    with pytest.raises(UnusableSeries) as error:
        finite_values(values, 3)
    assert (error.value.fault, str(error.value)) == (fault, sentence)
    again = pickle.loads(pickle.dumps(error.value))
    assert (again.fault, str(again)) == (fault, sentence), "Spark's workers send it"


def test_values_are_copied() -> None:
    given = np.array([1.0, 2.0])
    series = traffic_only(given)
    given[0] = 99
    assert series.traffic.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        series.traffic[0] = 3


def test_parts_of_different_lengths() -> None:
    with pytest.raises(UnusableSeries, match="different numbers of steps") as error:
        LinkSeries(np.ones(3), np.ones(2), np.ones(3))
    assert error.value.fault is Fault.SHAPE
    with pytest.raises(UnusableSeries, match="subscription_change is empty"):
        LinkSeries(np.ones(3), np.ones(0), np.ones(3))


def test_inputs_end_at_the_step_before_the_target() -> None:
    inputs, targets = examples(SERIES)
    assert inputs.tolist() == [[11, 10, 2, -2], [13, 11, 3, -3]]
    assert targets.tolist() == [13, 16]
    assert inputs_for(SERIES, 4).tolist() == [[16, 13, 4, -4]], "of the step after the series"
    assert examples(SERIES, with_changes=False).inputs.tolist() == [[11, 10], [13, 11]]
    for first in (1, 5):
        with pytest.raises(UnusableSeries, match=f"step {first} of a series of 4 steps has no inputs"):
            inputs_for(SERIES, first)
    with pytest.raises(UnusableSeries, match="a series of 2 steps has no example"):
        examples(SERIES.until(2))


def test_the_leak_takes_changes_of_the_step_that_is_predicted() -> None:
    leaked = leak_future_changes(SERIES)
    assert examples(leaked).inputs.tolist() == [[11, 10, 3, -3]]
    assert examples(leaked).targets.tolist() == [13]
    with pytest.raises(UnusableSeries, match="no future changes"):
        leak_future_changes(SERIES.until(1))


def test_scaling_there_and_back() -> None:
    scaling = training_extremes(SERIES.traffic)
    assert scaling == Scaling(10, 16)
    assert scaling.scaled(np.array([10.0, 13.0, 16.0, 19.0])).tolist() == [0, 0.5, 1, 1.5]
    assert scaling.restored(scaling.scaled(SERIES.traffic)) == pytest.approx(SERIES.traffic)
    constant = training_extremes(np.full(4, 7.0))
    assert constant.scaled(np.array([7.0, 8.0])).tolist() == [0, 0]
    assert constant.restored(np.array([0.0, 0.9])).tolist() == [7, 7]


def test_only_the_switch_that_leaks_uses_later_values() -> None:
    assert extremes(SERIES.traffic, 2) == Scaling(10, 11)
    assert extremes(SERIES.traffic, 2, leak_whole_series_extremes=True) == Scaling(10, 16)


def test_a_table_of_links() -> None:
    rows = [(step, a, b, 10 * a + step, step, -step) for a, b in ((1, 2), (2, 1), (3, 1)) for step in (4, 5, 6)]
    found = read_series(table(*rows[::-1]))
    assert set(found.series) == {(1, 2), (2, 1), (3, 1)} and not found.excluded and not found.ended_early
    one = found.series[2, 1]
    assert (one.traffic.tolist(), one.first_step) == ([24, 25, 26], 4)
    assert (one.subscription_change.tolist(), one.advertisement_change.tolist()) == ([4, 5, 6], [-4, -5, -6])


def test_links_that_are_left_out_are_counted() -> None:
    nan = float("nan")
    found = read_series(
        table(
            *((step, 1, 2, step, 0, 0) for step in range(5)),
            *((step, 2, 1, step, 0, 0) for step in (0, 1, 3, 4)),
            *((step, 3, 1, step, 0, 0) for step in (0, 1, 1, 2)),
            *((step, 4, 1, nan if step == 2 else step, 0, 0) for step in range(5)),
            (0, 5, 1, 7, 0, 0),
            *((step, 6, 1, step, 0, 0) for step in range(3)),
        )
    )
    assert set(found.series) == {(1, 2), (6, 1)}
    assert found.ended_early == ((6, 1),), "the broker vanished"
    assert found.exclusions == {Fault.GAP: 2, Fault.NOT_FINITE: 1, Fault.TOO_SHORT: 1}
    assert {link: str(error) for link, error in found.excluded.items()} == {
        (2, 1): "link 2-1 has step 3 after step 1",
        (3, 1): "link 3-1 has step 1 after step 1",
        (4, 1): "notifications of link 4-1 has the value nan at position 2",
        (5, 1): "notifications of link 5-1 has 1 values, needed are at least 2",
    }


def test_a_table_of_another_shape() -> None:
    good = table((0, 1, 2, 3, 0, 0), (1, 1, 2, 4, 0, 0))
    with pytest.raises(UnusableSeries, match="the table of series has no column dS, dA"):
        read_series({name: good[name] for name in COLUMNS[:4]})
    with pytest.raises(UnusableSeries, match="different lengths"):
        read_series(good | {"dS": np.zeros(3)})
    with pytest.raises(UnusableSeries, match="column step is empty"):
        read_series({name: np.empty(0) for name in COLUMNS})
    with pytest.raises(UnusableSeries, match="column step has values that are no integers"):
        read_series(good | {"step": np.array([0.5, 1.5])})
