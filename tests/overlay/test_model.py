"""The abstract model against brute force, closed forms and a counterexample."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.overlay.model import (
    Costs,
    Flow,
    Move,
    Tree,
    all_moves,
    delta,
    flooding_cost,
    is_tree,
    links_of,
    moved,
    notification_cost,
    ocbr,
    ocbr_deltas,
    ocbr_strategy,
    path_between,
    play_round,
    prufer_tree,
    tables_of,
    tree_of,
)


@st.composite
def instances(draw: st.DrawFn) -> tuple[Tree, list[Flow], Costs]:
    brokers = draw(st.integers(3, 12))
    ids = st.integers(0, brokers - 1)
    tree = prufer_tree(draw(st.lists(ids, min_size=brokers - 2, max_size=brokers - 2)))
    flow = st.builds(Flow, ids, st.frozensets(ids, max_size=4), st.integers(1, 5))
    return tree, draw(st.lists(flow, min_size=1, max_size=8)), Costs(draw(st.integers(0, 2**64 - 1)))


def line(brokers: int) -> Tree:
    return tree_of(brokers, [(b, b + 1) for b in range(brokers - 1)])


def recomputed(tree: Tree, flows: list[Flow], costs: Costs, *moves: Move) -> int:
    return notification_cost(moved(tree, moves), costs, flows) - notification_cost(tree, costs, flows)


@given(instances(), st.data())
def test_the_change_of_a_move_equals_the_recomputed_one(
    instance: tuple[Tree, list[Flow], Costs], data: st.DataObject
) -> None:
    tree, flows, costs = instance
    tables = tables_of(tree, flows)
    move = data.draw(st.sampled_from(list(all_moves(tree))))
    assert is_tree(moved(tree, [move]))
    assert delta(move, tables, costs) == recomputed(tree, flows, costs, move)


@given(instances())
def test_the_three_classes_of_ocbr_are_the_change_of_a_path_of_two(instance: tuple[Tree, list[Flow], Costs]) -> None:
    tree, flows, costs = instance
    tables = tables_of(tree, flows)
    for broker in tree:
        for (i, j), change in ocbr_deltas(broker, tables[broker], tree[broker], costs).items():
            assert change == delta(Move(i, (broker, j)), tables, costs)


@given(instances(), st.data())
def test_changes_of_disjoint_moves_add_up(instance: tuple[Tree, list[Flow], Costs], data: st.DataObject) -> None:
    tree, flows, costs = instance
    tables = tables_of(tree, flows)
    chosen: list[Move] = []
    for move in data.draw(st.permutations(list(all_moves(tree)))):
        if not any(move.locked() & other.locked() for other in chosen):
            chosen.append(move)
    together = moved(tree, chosen)
    assert is_tree(together)
    assert sum(delta(move, tables, costs) for move in chosen) == recomputed(tree, flows, costs, *chosen)


@given(instances())
def test_a_round_lowers_the_cost_by_what_it_predicts(instance: tuple[Tree, list[Flow], Costs]) -> None:
    tree, flows, costs = instance
    for _ in range(100):
        done = play_round(tree, flows, costs, ocbr_strategy)
        assert is_tree(done.tree)
        assert done.predicted == recomputed(tree, flows, costs, *done.executed)
        assert bool(done.executed) == (done.predicted < 0)
        if not done.executed:
            return
        tree = done.tree
    pytest.fail("still moving after 100 rounds")


SIX = [prufer_tree(sequence) for sequence in product(range(6), repeat=4)]


def test_there_are_1296_trees_of_6_brokers() -> None:
    assert len({tuple(links_of(tree)) for tree in SIX}) == 1296 and all(map(is_tree, SIX))


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_local_optima_of_ocbr_against_all_trees_of_6_brokers(seed: int, data: st.DataObject) -> None:
    ids = st.integers(0, 5)
    flow = st.builds(Flow, ids, st.frozensets(ids, min_size=1, max_size=2), st.integers(1, 9))
    flows = data.draw(st.lists(flow, min_size=3, max_size=6))
    costs = Costs(seed)
    cost_of = [notification_cost(tree, costs, flows) for tree in SIX]
    tree = data.draw(st.sampled_from(SIX))
    while (done := play_round(tree, flows, costs, ocbr_strategy)).executed:
        tree = done.tree
    final = notification_cost(tree, costs, flows)
    assert min(cost_of) <= final
    # A local optimum: no move over a path of two brokers lowers the cost, by recomputation.
    near = [move for move in all_moves(tree) if len(move.path) == 2]
    assert all(recomputed(tree, flows, costs, move) >= 0 for move in near)


def test_cost_of_a_line_and_of_a_star() -> None:
    costs = Costs(3)
    flow = Flow(0, frozenset({3}), count=4)
    path = sum(map(costs.broker, range(4))) + sum(costs.link(b, b + 1) for b in range(3))
    assert notification_cost(line(4), costs, [flow]) == 4 * path
    assert flooding_cost(line(4), costs) == path
    star = tree_of(5, [(0, b) for b in range(1, 5)])
    to_all = Flow(1, frozenset({2, 4}))
    ends = sum(costs.broker(b) + costs.link(0, b) for b in (1, 2, 4))
    assert notification_cost(star, costs, [to_all]) == costs.broker(0) + ends
    assert notification_cost(star, costs, [Flow(2, frozenset())]) == costs.broker(2)


class Unit(Costs):
    """Every link and broker costs 1."""

    def _cost(self, key: int) -> int:
        return 1


@pytest.mark.parametrize("k", range(3, 10))
def test_one_move_over_a_line_does_what_ocbr_needs_many_moves_for(k: int) -> None:
    costs, flows = Unit(0), [Flow(0, frozenset({k - 1}))]
    one = Move(0, tuple(range(1, k)))
    assert delta(one, tables_of(line(k), flows), costs) == -2 * (k - 2), "k-2 links and as many brokers"
    tree, moves = line(k), 0
    while found := next((m for b in sorted(tree) for m in ocbr(b, tables_of(tree, flows), tree[b], costs)), None):
        tree, moves = moved(tree, [found]), moves + 1
    assert moves == k - 2
    assert path_between(tree, 0, k - 1) == (0, k - 1)


def test_endpoint_locks_let_two_moves_close_a_cycle_and_path_locks_do_not() -> None:
    tree = tree_of(7, [(6, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
    first, second = Move(0, (1, 2, 3, 4)), Move(3, (2, 1, 0, 6))
    assert is_tree(moved(tree, [first])) and is_tree(moved(tree, [second]))
    assert not first.locked("endpoints") & second.locked("endpoints")
    both = moved(tree, [first, second])
    assert not is_tree(both)
    assert both[1] == {2} and both[2] == {1}, "1 and 2 are cut off"
    assert first.locked() & second.locked()


@pytest.mark.parametrize(("lock", "tree_left"), [("endpoints", False), ("path", True)])
def test_the_counterexample_in_a_round(lock: str, tree_left: bool) -> None:
    tree = tree_of(7, [(6, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
    flows = [Flow(0, frozenset({4})), Flow(3, frozenset({6}))]
    plans = {0: Move(0, (1, 2, 3, 4)), 3: Move(3, (2, 1, 0, 6))}
    done = play_round(tree, flows, Unit(0), lambda b, *_: [[plans[b]]] if b in plans else [], lock=lock)
    assert is_tree(done.tree) == tree_left
    assert len(done.refused) == tree_left
