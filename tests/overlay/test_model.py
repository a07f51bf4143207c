"""The abstract model against brute force, closed forms and a counterexample."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from statistics import fmean, stdev

import pytest
from hypothesis import given
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


@dataclass(frozen=True)
class Landscape:
    """What all trees of 6 brokers cost, and what the trees cost that OCBR turns them into."""

    cost_of: list[int]
    final_cost_of: list[int]

    def excess(self, costs: list[int]) -> float:
        """How far the mean is above the least cost of all trees."""
        return fmean(costs) / min(self.cost_of) - 1


def landscape(seed: int) -> Landscape:
    """Play OCBR from each of the 1,296 trees, under random traffic that stands still."""
    draw, costs = random.Random(seed), Costs(seed)
    flows = [
        Flow(draw.randrange(6), frozenset(draw.sample(range(6), draw.randint(1, 2))), draw.randint(1, 9))
        for _ in range(draw.randint(3, 6))
    ]
    index = {tuple(links_of(tree)): number for number, tree in enumerate(SIX)}
    after = [index[tuple(links_of(play_round(tree, flows, costs, ocbr_strategy).tree))] for tree in SIX]
    cost_of = [notification_cost(tree, costs, flows) for tree in SIX]
    finals = list(range(len(SIX)))
    while (further := [after[number] for number in finals]) != finals:
        assert all(cost_of[b] < cost_of[a] for a, b in zip(finals, further, strict=True) if a != b)
        finals = further
    for number in set(finals):
        near = [move for move in all_moves(SIX[number]) if len(move.path) == 2]
        assert all(recomputed(SIX[number], flows, costs, move) >= 0 for move in near), "a local optimum"
    return Landscape(cost_of, [cost_of[number] for number in finals])


def check_local_optima(seeds: Iterable[int]) -> None:
    found = [landscape(seed) for seed in seeds]
    for each in found:
        assert min(each.final_cost_of) == min(each.cost_of), "the optimum is one of them"
        assert each.excess(each.final_cost_of) < each.excess(each.cost_of)
    final = fmean(each.excess(each.final_cost_of) for each in found)
    any_tree = fmean(each.excess(each.cost_of) for each in found)
    worst = max(max(each.final_cost_of) / min(each.cost_of) - 1 for each in found)
    print(f"above the optimum: OCBR {final:.1%}, worst {worst:.1%}; any tree {any_tree:.1%}")
    assert final < any_tree / 4


def test_local_optima_of_ocbr_against_all_trees_of_6_brokers() -> None:
    check_local_optima(range(1, 3))


@pytest.mark.long
def test_local_optima_of_ocbr_in_many_instances() -> None:
    check_local_optima(range(1, 41))


@pytest.mark.parametrize("brokers", [50, 400])
def test_mean_distance_in_random_labelled_trees(brokers: int) -> None:
    """About the square root of pi n / 2 for large n: the least cost of a notification in the first overlay."""
    draw = random.Random(brokers)
    distances = []
    for _ in range(400):
        tree = prufer_tree([draw.randrange(brokers) for _ in range(brokers - 2)])
        a, b = draw.sample(range(brokers), 2)
        distances.append(len(path_between(tree, a, b)) - 1)
    expected = math.sqrt(math.pi * brokers / 2)
    assert abs(fmean(distances) - expected) < 4 * stdev(distances) / math.sqrt(len(distances)) + 1


@pytest.mark.parametrize("k", range(3, 8))
def test_flooding_takes_one_packet_for_each_link(k: int) -> None:
    tree = line(k)
    assert flooding_cost(tree, Unit(0)) == k + (k - 1), "each broker and each link once"


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
