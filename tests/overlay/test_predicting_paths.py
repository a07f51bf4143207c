"""PSOO-FCAT in the abstract model: the worked example, similarity, and what its moves do."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.overlay.model import (
    Costs,
    Move,
    is_tree,
    moved,
    notification_cost,
    ocbr_strategy,
    play_round,
    tree_of,
)
from tests.overlay.predicting_paths import (
    LOCAL,
    Choice,
    Notification,
    Pairs,
    PredictingPath,
    Subscription,
    Traffic,
    choices_of,
    counts_of,
    moves_of,
    path_strategy,
    predicting_paths,
    similarity,
    traffic_costs,
)
from tests.overlay.vectors import FILE, all_lines, random_traffic, random_tree

F: Pairs = (("p00", "1"), ("p01", "2"))
G: Pairs = (("p00", "1"), ("p02", "3"))
WHOLE: Pairs = (("p00", "1"), ("p01", "2"), ("p02", "3"))


def test_vectors_of_the_cpp_suite_are_current() -> None:
    assert FILE.read_text(encoding="ascii").splitlines() == list(all_lines())


def test_similarity_counts_equal_pairs() -> None:
    assert similarity(F, G) == Fraction(1, 3)
    assert similarity(F, WHOLE, "larger") == Fraction(2, 3)
    assert similarity(F, WHOLE, "first") == 1
    assert similarity(F, (("p00", "9"),)) == 0 == similarity((), ())


def test_the_worked_example_of_algorithm_1() -> None:
    tree = tree_of(7, [(1, 2), (2, 3), (2, 4), (4, 5), (4, 6), (0, 3)])
    costs = {2: 10, 1: 20, 5: 30, 4: 40}
    places = {1: 2, 2: 4, 4: 5, 5: LOCAL}
    choices = {b: [Choice(F, places[b], costs[b])] if b in costs else [] for b in tree}
    assert predicting_paths(tree, choices) == [PredictingPath(F, (1, 2, 4, 5), master=2)]


def test_traffic_cost_is_what_was_counted_and_what_a_similar_filter_predicts() -> None:
    counts = {(F, "out", 4): 6, (F, "in", 2): 6, (G, "out", 5): 3, (G, "in", 2): 3}
    plain = traffic_costs(counts, 2, [])
    assert plain == {(F, 4): 12_000, (G, 5): 6_000}
    assert traffic_costs(counts, 2, [G]) == plain | {(G, 4): 4_000}
    assert traffic_costs(counts, 2, [G], weighted=False) == plain | {(G, 4): 12_000}
    assert traffic_costs(counts, 2, [G], only_unseen=True) == plain
    unseen: Pairs = (("p01", "2"), ("p04", "4"))
    assert traffic_costs(counts, 2, [unseen], only_unseen=True) == plain | {(unseen, 4): 4_000}
    assert choices_of(plain) == [Choice(F, 4, 12_000)]
    assert choices_of(plain, 5) == [Choice(F, 4, 12_000), Choice(G, 5, 6_000)]


def test_a_notification_counts_for_each_subscription_that_it_matches() -> None:
    tree = tree_of(4, [(0, 1), (1, 2), (1, 3)])
    traffic = Traffic(
        (Subscription(2, F), Subscription(3, F), Subscription(3, G), Subscription(1, G)),
        (Notification(0, WHOLE, 5), Notification(2, F, 7)),
        frozenset(),
    )
    assert counts_of(tree, traffic, 1) == {
        (F, "in", 0): 5,
        (F, "in", 2): 7,
        (F, "out", 2): 5,
        (F, "out", 3): 12,
        (G, "in", 0): 5,
        (G, "out", 3): 5,
        (G, "out", LOCAL): 5,
    }


def test_moves_of_a_path_with_and_without_units() -> None:
    assert moves_of((1, 2, 3)) == [Move(1, (2, 3))]
    assert moves_of((1, 2)) == []
    assert moves_of((1, 2), before=[7], after=[8]) == [
        Move(1, (2, 8)),
        Move(7, (1, 2)),
        Move(7, (1, 2, 8)),
    ]
    assert moves_of((1,), before=[7], after=[7, 8]) == [Move(7, (1, 8))]


@pytest.mark.parametrize("brokers", range(3, 9))
def test_one_producer_and_one_consumer_end_with_a_direct_link(brokers: int) -> None:
    tree = tree_of(brokers, [(b, b + 1) for b in range(brokers - 1)])
    costs = next(c for c in map(Costs, range(1000)) if c.link(0, brokers - 1) == 1)
    traffic = Traffic((Subscription(brokers - 1, F),), (Notification(0, F, 1),), frozenset())
    done = play_round(tree, traffic.flows(), costs, path_strategy(traffic))
    assert done.executed == (Move(0, tuple(range(1, brokers))),)
    direct = costs.broker(0) + costs.broker(brokers - 1) + costs.link(0, brokers - 1)
    assert notification_cost(done.tree, costs, traffic.flows()) == direct


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6), st.integers(3, 10), st.sampled_from([1, 3]))
def test_rounds_keep_the_tree_and_lower_the_cost_as_predicted(seed: int, brokers: int, filters: int) -> None:
    draw = random.Random(seed)
    tree, traffic, costs = random_tree(draw, brokers), random_traffic(draw, brokers), Costs(seed)
    flows = traffic.flows()
    for strategy in (path_strategy(traffic, filters), ocbr_strategy):
        before = notification_cost(tree, costs, flows)
        order = draw.sample(range(brokers), brokers)
        done = play_round(tree, flows, costs, strategy, order)
        assert is_tree(done.tree)
        assert notification_cost(done.tree, costs, flows) == before + done.predicted
        assert done.tree == moved(tree, done.executed)
