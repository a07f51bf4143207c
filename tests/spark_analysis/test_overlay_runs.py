"""Runs of an overlay whose links change, written by hand: costs, checks and harm, with numbers worked out here."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from made_overlays import CONTROL, MS, PARAMETERS, OverlayRun, S, four_overlay_brokers, write_broker
from written_run import write_plan, write_trace

from schema.messages import encode
from spark_analysis.metrics.catalogue import metrics_of
from spark_analysis.run.measurement import Measurement, measure_run
from spark_analysis.run.overlays.link_history import (
    DisjointSets,
    LinkChange,
    OverlayShape,
    degrees,
    links_at,
    overlay_shapes,
)
from spark_analysis.run.runs import read_plan

TICKS = 8
P = {0: 1, 1: 2, 2: 3, 3: 4}
BEFORE, AFTER = P[0] + (5 + P[1]) + (6 + P[2]) + (7 + P[3]), P[0] + (8 + P[2]) + (7 + P[3])
"""The cost of an event to broker 3 before and after the move."""
NOTIFICATIONS = BEFORE + 4 * AFTER - (7 + P[3]) + P[0]
"""2 goes the old way, 3 to 6 the new one, where 4 gets lost at the last link, and 7 stays at its broker."""
ADVERTISED, SUBSCRIBED = 5 + P[1], (7 + P[2]) + (8 + P[0])
OTHER = (5 + P[1]) + (9 + P[3]) + (5 + P[0])
OVERLAY_METRICS = [metric.name for metric in metrics_of("wired") if 600 <= metric.order < 800]


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    write_plan(tmp_path, ["strategy=ocbr"], 1, "wired")
    four_overlay_brokers().write(tmp_path, "strategy=ocbr", 1, PARAMETERS)
    return tmp_path


def folder_of(experiment: Path) -> Path:
    return Path(read_plan(experiment).finished[0].path)


def measured(experiment: Path) -> Measurement:
    found = measure_run(experiment, read_plan(experiment).finished[0])
    assert not found.damage
    return found


def values(experiment: Path) -> dict[str, float]:
    return {row["metric"]: row["value"] for row in measured(experiment).metrics}


def checks(experiment: Path) -> dict[str, tuple[int, int]]:
    return {row["check"]: (row["trace_value"], row["pcap_value"]) for row in measured(experiment).checks}


def test_every_metric_of_a_run_with_an_overlay(experiment: Path) -> None:
    assert NOTIFICATIONS == 110 and OTHER == 26
    found = values(experiment)
    assert {name: found[name] for name in OVERLAY_METRICS} == {
        "overlay_cost_n": NOTIFICATIONS / TICKS,
        "overlay_cost_a": ADVERTISED / TICKS,
        "overlay_cost_s": SUBSCRIBED / TICKS,
        "overlay_cost": (NOTIFICATIONS + (ADVERTISED + SUBSCRIBED) / 2) / TICKS,
        "overlay_cost_with_control": (NOTIFICATIONS + ADVERTISED + SUBSCRIBED + OTHER) / TICKS,
        "reconfigurations": 1,
        "control_bytes": sum(len(encode(name, {"node": 0, **about})) for _, _, name, about in CONTROL),
        "lock_conflict_ratio": 1 / 4,
        "partition_time_s": 0.25,
        "cycle_time_s": pytest.approx(0.1),
        "lost_notifications": 1,
        "duplicate_notifications": 1,
        "reordered_notifications": 1,
        "overlay_hops_mean": (3 + 0 + 2 + 2 + 2 + 0) / 6,
        "physical_hops_mean": 40 / 20,
        "degree_max": 3,
        "plan_gain_error": pytest.approx((6 + 16) / (24 + 6)),
    }


def test_nothing_of_links_where_only_brokers_have_captures(experiment: Path) -> None:
    found = measured(experiment)
    assert not found.links
    assert not {"link_bytes", "max_link_utilisation", "link_loss_ratio"} & {row["metric"] for row in found.metrics}


def test_costs_step_by_step(experiment: Path) -> None:
    rows = measured(experiment).overlay_costs
    assert [row["time_s"] for row in rows] == [0, 2, 4, 6], "from the start of the window; that of the warm-up is not"
    assert [2 * row["cost_n"] for row in rows] == [BEFORE, 0, 2 * AFTER - 11, 2 * AFTER + P[0]]
    assert [2 * row["cost_s"] for row in rows] == [7 + P[2], 8 + P[0], 0, 0]
    assert [2 * row["cost"] for row in rows] == [BEFORE + (7 + 10) / 2, 9 / 2, 35, 47]
    assert [2 * row["cost_with_control"] for row in rows] == [BEFORE + 17, 9 + OTHER, 35, 47]
    assert [row["reconfigurations"] for row in rows] == [0, 1, 0, 0]
    assert [row["stage"] for row in rows] == [0, 0, 1, 1]
    assert sum(row["control_bytes"] for row in rows) == values(experiment)["control_bytes"]
    assert [row["control_bytes"] > 0 for row in rows] == [True, True, False, False]


def test_degrees_and_loads_of_brokers_and_links(experiment: Path) -> None:
    found = measured(experiment)
    rows = [tuple(row.values()) for row in found.broker_loads]
    assert rows == [(0, 1, 1, 2, 0), (1, 2, 2, 1, 1), (2, 3, 2, 2, 5), (3, 4, 1, 1, 4)]
    links = {(row["node"], row["link_to"]): (row["notifications"], row["messages"]) for row in found.overlay_loads}
    assert links == {(0, 1): (1, 4), (1, 2): (1, 1), (0, 2): (4, 5), (2, 3): (4, 5)}, "1 and 3 have no link"


def test_captures_of_brokers_agree_with_traces(experiment: Path) -> None:
    found = checks(experiment)
    assert all(trace == pcap for trace, pcap in found.values())
    hops = 3 + 3 + 4 * 2 - 1
    assert {name: trace for name, (trace, _) in found.items() if not name.startswith("sent")} == {
        "cost of notifications on overlay links": NOTIFICATIONS + BEFORE - 7 * P[0],
        "cost of advertisements on overlay links": ADVERTISED,
        "cost of subscriptions on overlay links": SUBSCRIBED,
        "cost of other messages on overlay links": OTHER,
        "cost of notifications at publishers": 5 * P[0],
        "messages between brokers": hops + len(CONTROL),
        "control bytes between brokers": values(experiment)["control_bytes"],
        "due deliveries found in a capture": 5,
    }
    assert found["sent: ov_notify"] == (hops, hops)


def test_a_message_that_no_capture_has_shows(experiment: Path) -> None:
    records = four_overlay_brokers().records[2]
    write_broker(folder_of(experiment), 2, [each for each in records if each[0] < 8 * S])
    found = checks(experiment)
    assert found["cost of notifications on overlay links"] == (131, 131 - 2 * (7 + P[3]))
    assert found["due deliveries found in a capture"] == (5, 5), "broker 3 received them"
    write_broker(folder_of(experiment), 0, [])
    found = checks(experiment)
    assert found["cost of notifications at publishers"] == (5, 2 * P[1] + P[2]), "who sent them on seems to publish"


def test_a_sample_of_captures_is_compared_with_what_these_brokers_sent(experiment: Path) -> None:
    for broker in (0, 1, 2):
        (folder_of(experiment) / f"broker-{broker}.pcap").unlink()
    found = checks(experiment)
    assert all(trace == pcap for trace, pcap in found.values())
    assert found["messages between brokers"] == found["sent: ov_subscribe"] == (1, 1)
    assert found["due deliveries found in a capture"] == (5, 5)
    assert "cost of notifications at publishers" not in found


def test_a_large_run_leaves_out_its_transmissions(experiment: Path) -> None:
    write_trace(folder_of(experiment), "transmissions", [], "wired")
    found = checks(experiment)
    assert not [name for name in found if name.startswith("sent")]
    assert all(trace == pcap for trace, pcap in found.values())
    assert values(experiment)["overlay_cost_n"] == (NOTIFICATIONS - P[0]) / TICKS, "4 was lost: no sign of it is left"


def test_no_cost_with_control_where_that_of_a_pair_is_unknown(experiment: Path) -> None:
    write_trace(folder_of(experiment), "overlay_pairs", [], "wired")
    found = values(experiment)
    assert "overlay_cost_with_control" not in found
    assert found["overlay_cost"] == (NOTIFICATIONS + (ADVERTISED + SUBSCRIBED) / 2) / TICKS
    costs = [row["cost_with_control"] for row in measured(experiment).overlay_costs]
    assert [cost is None for cost in costs] == [False, True, False, False]


def test_clients_may_be_their_brokers(tmp_path: Path) -> None:
    write_plan(tmp_path, ["strategy=static"], 1, "wired")
    run = OverlayRun({0: 3, 1: 4}, {})
    run.link(0, 0, 1, 2)
    run.publish(2 * S, 0, 1, (0, 1))
    run.deliver(2 * S + 2 * MS, 1, 0, 1, 1)
    run.tables["due"] = [(0, 1, 1, 1)]
    run.write(tmp_path, "strategy=static", 1, PARAMETERS)
    found = values(tmp_path)
    assert found["overlay_cost"] == (3 + 2 + 4) / TICKS
    assert found["reconfigurations"] == found["lost_notifications"] == found["partition_time_s"] == 0
    assert "lock_conflict_ratio" not in found and "plan_gain_error" not in found, "a static overlay asks for no lock"


# ---- The shape of an overlay


def test_two_moves_that_are_fine_alone_cut_an_overlay() -> None:
    """The path 6-0-1-2-3-4-5: 0 leaves 1 for 4 while 3 leaves 2 for 6. A cycle is left, and 1 and 2 are cut off."""
    path = [(0, 6), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    changes = [LinkChange(0, link, True) for link in path]
    changes += [LinkChange(10, (0, 1), False), LinkChange(10, (0, 4), True)]
    changes += [LinkChange(20, (2, 3), False), LinkChange(20, (3, 6), True)]
    shapes = list(overlay_shapes(range(7), changes))
    assert shapes == [
        OverlayShape(0, 10, parts=1, extra_links=0, degree_max=2),
        OverlayShape(10, 20, parts=1, extra_links=0, degree_max=3),
        OverlayShape(20, None, parts=2, extra_links=1, degree_max=3),
    ]
    assert links_at(changes, 20) == [(0, 4), (0, 6), (1, 2), (3, 4), (3, 6), (4, 5)]
    assert degrees(links_at(changes, 0))[6] == 1


def test_union_find_counts_the_sets_that_are_left() -> None:
    sets = DisjointSets(range(5))
    assert [sets.unite(a, b) for a, b in ((0, 1), (2, 3), (1, 0), (3, 1), (0, 2))] == [True, True, False, True, False]
    assert sets.count == 2


def test_a_window_without_a_whole_step_has_no_cost(tmp_path: Path) -> None:
    write_plan(tmp_path, ["strategy=ocbr"], 1, "wired")
    four_overlay_brokers().write(tmp_path, "strategy=ocbr", 1, {**PARAMETERS, "warmup": 8.5})
    found = values(tmp_path)
    assert "overlay_cost" not in found and not math.isnan(found["partition_time_s"])
