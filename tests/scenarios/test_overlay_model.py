"""The program overlay against the abstract model: the same moves with the same changes of cost, round by round.

The model knows the program's initial tree, its publications, and the phases at which brokers decide. What it computes
from them is compared with the plans of the trace and with the captures, read back from their files.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from scenario_bench import Recorded

from tests.overlay.model import Flow, Tree, flow_cost, moved
from tests.overlay.packet_rounds import Course, Decider, decide_ocbr, play_windows
from tests.overlay.path_rounds import PathRounds
from tests.overlay.predicting_paths import Pairs
from tests.overlay.random_streams import decision_phase
from tests.overlay.run_record import RunRecord

S = 10**9
TICK_S = 10
"""Long, so that a reconfiguration ends before the next broker decides."""
COST_SEED = 7
WINDOWS = 24
BROKERS = 24
CYCLE_TICKS = 8
"""In which a publisher has published each of its four types once."""


def text_of(pairs: Pairs) -> str:
    return "stage[" + ",".join(f"{name}={value}" for name, value in pairs) + "]"


def deciders() -> dict[str, tuple[Callable[[], Decider], tuple[str, ...]]]:
    """Name of a case -> its model, and the arguments of the program."""
    many = "--ns3::pubsub::broker::PsooFcatStrategy::FiltersPerRound=5"
    return {
        "ocbr": (lambda: decide_ocbr, ("--strategy=ocbr",)),
        "psoo-fcat": (lambda: PathRounds(1, text_of), ("--strategy=psoo-fcat",)),
        "psoo-fcat, 5 filters": (lambda: PathRounds(5, text_of), ("--strategy=psoo-fcat", many)),
    }


def arguments(window_ticks: int, run: int) -> tuple[str, ...]:
    window_s = window_ticks * TICK_S
    return (
        f"--brokers={BROKERS}",
        "--routers=60",
        f"--tick_s={TICK_S}",
        f"--window_ticks={window_ticks}",
        f"--warmup={window_s}",
        f"--duration={WINDOWS * window_s + 50}",
        "--drain=50",
        f"--cost_seed={COST_SEED}",
        f"--RngRun={run}",
    )


def played(record: RunRecord, window_ns: int, run: int, decider: Decider) -> Course:
    windows = record.windows(window_ns)
    phases = {broker: decision_phase(broker, run) for broker in record.tree}
    return play_windows(record.tree, windows, record.costs, phases, decider)


def assert_windows_are_clean(record: RunRecord, window_ns: int) -> None:
    """No event crosses a link in a later window than that of its publication: then all brokers count it in one."""
    for sent in record.sent:
        if sent.message == "ov_notify":
            published = record.published[int(sent.fields["publisher"]), int(sent.fields["sequence"])][0]
            assert sent.time_ns // window_ns == published // window_ns


def assert_same_moves(record: RunRecord, course: Course, window_ns: int) -> None:
    done = sorted(record.done, key=lambda each: (each.proposed_ns, each.done_ns))
    assert all(a.done_ns < b.done_ns for a, b in pairwise(done)), "one after the other"
    assert [(d.proposed_ns // window_ns, d.move, d.change) for d in done] == [
        (step.window, step.move, step.change) for step in course.steps
    ]


def costs_by_event(record: RunRecord) -> list[tuple[int, int]]:
    """What each event cost by its capture and by the tree of the model, but for events that met a move."""
    done = sorted(record.done, key=lambda each: each.proposed_ns)
    tree: Tree = record.tree
    pairs, passed = [], 0
    for event, (time_ns, content) in sorted(record.published.items(), key=lambda each: each[1][0]):
        while passed < len(done) and done[passed].done_ns + S < time_ns:
            tree = moved(tree, [done[passed].move])
            passed += 1
        if passed < len(done) and done[passed].proposed_ns <= time_ns:
            continue
        consumers = frozenset(s.broker for s in record.subscriptions if set(content).issuperset(s.filter))
        flow = Flow(event[0], consumers)
        pairs.append((record.captured_costs[event], flow_cost(tree, record.costs, flow)))
    return pairs


QUICK = [("ocbr", 1), ("ocbr", 2), ("psoo-fcat", 2), ("psoo-fcat, 5 filters", 1), ("psoo-fcat, 5 filters", 2)]
LONG = [(case, run) for case in deciders() for run in range(3, 13)]


def compare(recorded: Recorded, case: str, run: int) -> int:
    """Compare one run with the model. Returns the number of moves."""
    make, more = deciders()[case]
    window_ns = 50 * TICK_S * S
    record = RunRecord(recorded("overlay", *arguments(50, run), *more), COST_SEED)
    assert_windows_are_clean(record, window_ns)
    course = played(record, window_ns, run, make())
    assert_same_moves(record, course, window_ns)
    costs = costs_by_event(record)
    assert len(costs) > 0.9 * len(record.published)
    assert [packets for packets, _ in costs] == [model for _, model in costs]
    return len(course.steps)


@pytest.mark.parametrize(("case", "run"), QUICK)
def test_packets_and_model_make_the_same_moves_at_the_same_costs(recorded: Recorded, case: str, run: int) -> None:
    assert compare(recorded, case, run) > 1


@pytest.mark.long
@pytest.mark.parametrize("case", deciders())
def test_packets_and_model_make_the_same_moves_in_ten_more_runs(recorded: Recorded, case: str) -> None:
    moves = 0
    for run in (run for name, run in LONG if name == case):
        moves += compare(recorded, case, run)
    assert moves > 30


# ---- traffic that stands still


def steady(recorded: Recorded, *more: str, run: int = 1) -> tuple[RunRecord, int]:
    """A run in which all windows with events are alike, and the length of a window."""
    window_ticks = 6 * CYCLE_TICKS
    folder = recorded("overlay", *arguments(window_ticks, run), "--type_order=cyclic", *more)
    record = RunRecord(folder, COST_SEED)
    window_ns = window_ticks * TICK_S * S
    assert_windows_are_clean(record, window_ns)
    windows = record.windows(window_ns)[1:WINDOWS]
    assert windows[0].notifications and all(window == windows[0] for window in windows)
    return record, window_ns


def captured_windows(record: RunRecord, window_ns: int) -> list[int]:
    """What the events of each window cost, from the captures."""
    costs = [0] * WINDOWS
    for event, cost in record.captured_costs.items():
        number = record.published[event][0] // window_ns
        if number < WINDOWS:
            costs[number] += cost
    return costs


@pytest.mark.parametrize("case", deciders())
def test_executed_changes_add_up_to_the_change_of_cost_in_the_captures(recorded: Recorded, case: str) -> None:
    record, window_ns = steady(recorded, *deciders()[case][1])
    costs = captured_windows(record, window_ns)
    busy = {time_ns // window_ns for each in record.done for time_ns in (each.proposed_ns, each.done_ns)}
    quiet = [number for number in range(1, WINDOWS) if number not in busy]
    assert len(record.done) > 1 and quiet[0] == 1 and max(busy) < quiet[-1]
    for number in quiet:
        changes = sum(each.change for each in record.done if each.done_ns // window_ns < number)
        assert costs[number] == costs[1] + changes, f"window {number}"
    assert costs[quiet[-1]] < costs[1] and all(a >= b for a, b in pairwise(costs[1:]))


def test_windows_that_moves_cut_predict_too_small_gains(recorded: Recorded) -> None:
    """Why `WholeWindows` is the default: without it, brokers evaluate with a part of a window."""
    cut = ("--strategy=ocbr", "--ns3::pubsub::broker::OverlayBroker::WholeWindows=false")
    record, window_ns = steady(recorded, *cut, run=3)
    costs = captured_windows(record, window_ns)
    assert max(each.done_ns for each in record.done) // window_ns < WINDOWS - 1
    assert sum(each.change for each in record.done) > costs[-1] - costs[1]
    costs = captured_windows(*steady(recorded, *cut, run=2))
    assert any(a < b for a, b in pairwise(costs[1:])), "moves that raise the cost"


def test_notices_count_for_two_periods_of_any_length(recorded: Recorded) -> None:
    """`NoticeAge` was 100 s whatever the period, so that no path was found where periods are longer."""
    record = RunRecord(recorded("overlay", *arguments(50, 2), *deciders()["psoo-fcat"][1]), COST_SEED)
    assert record.done and max(len(each.move.path) for each in record.done) > 1


def test_hindsight_makes_its_plan_whatever_the_last_window_says(recorded: Recorded) -> None:
    """The executor gave up moves of strategies that need no evaluation, for want of a gain or of a window."""
    folder = recorded("overlay", *arguments(50, 1), "--strategy=hindsight")
    reasons = {reason for state, reason in RunRecord(folder, COST_SEED).reasons if state == "aborted"}
    assert RunRecord(folder, COST_SEED).reasons["done", ""] > 5
    assert not reasons & {"no gain", "no window since the last move"}
