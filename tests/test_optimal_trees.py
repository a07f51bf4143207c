"""The brute force of benchmarks.optimal_trees against sums done by hand."""

from __future__ import annotations

from benchmarks.optimal_trees import Network, least_overhead


def test_the_papers_ring_can_do_with_500() -> None:
    ring = {node: tuple(sorted({(node + 1) % 5, (node - 1) % 5})) for node in range(5)}
    network = Network(root=0, neighbours=ring, wants={2: 1, 3: 1}, events=(100,))
    assert least_overhead(network) == 500


def test_a_star_costs_one_send_of_the_root() -> None:
    star = {0: (1, 2, 3), 1: (0,), 2: (0,), 3: (0,)}
    assert least_overhead(Network(0, star, wants={1: 1, 3: 1}, events=(7,))) == 14


def test_unreachable_subscribers_cost_nothing() -> None:
    apart = {0: (1,), 1: (0,), 2: (3,), 3: (2,)}
    assert least_overhead(Network(0, apart, wants={3: 1}, events=(7,))) == 0


def test_two_topics_add_up() -> None:
    line = {0: (1,), 1: (0, 2), 2: (1,)}
    # Topic 0 is wanted by both (2 + 1 per event), topic 1 by the last alone (2 + 2).
    assert least_overhead(Network(0, line, wants={1: 0b01, 2: 0b11}, events=(10, 1))) == 34
