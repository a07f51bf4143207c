"""Exact Steiner trees and the largest minimum residual, by the mixed-integer program and by enumeration."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from overlay_bench import (
    KNOWN_ANSWER,
    all_trees,
    largest_residual_by_enumeration,
    overlay_instances,
    random_overlay_instance,
    relabelled_clusters,
)

from pyharness.overlays.balanced_overlays import balanced_overlays
from pyharness.overlays.exact_trees import exact_steiner_tree
from pyharness.overlays.greedy_overlays import greedy_overlays
from pyharness.overlays.overlay_instance import OverlayInstance
from pyharness.overlays.overlay_plan import Overlays, residuals_of
from schema.errors import UsageError


def assert_trees(instance: OverlayInstance, overlays: Overlays) -> None:
    """Fail unless each overlay is a tree of usable edges that spans the terminals, without needless leaves."""
    for topic, edges in zip(instance.topics, overlays, strict=True):
        ends = [end for e in edges for end in (instance.edges[e].a, instance.edges[e].b)]
        assert edges <= set(instance.usable_edges(topic))
        assert len(set(ends)) == (len(edges) + 1 if edges else 0), "a tree has one cluster more than edges"
        assert set(topic.terminals) <= set(ends) or len(topic.terminals) < 2
        assert {end for end in ends if ends.count(end) == 1} <= set(topic.terminals)


@settings(deadline=None, max_examples=40)
@given(overlay_instances(clusters=7, topics=2), st.booleans(), st.integers(0, 2**32 - 1))
def test_the_exact_tree_is_the_lightest_of_all(instance: OverlayInstance, weighted: bool, seed: int) -> None:
    count = len(instance.edges)
    weights = np.random.default_rng(seed).uniform(0.1, 3.0, count) if weighted else np.ones(count)
    for topic in instance.topics:
        found = exact_steiner_tree(instance, topic, weights.tolist())
        least = min(weights[list(tree)].sum() for tree in all_trees(instance, topic))
        assert found.weight == pytest.approx(least)
        assert found.bound == pytest.approx(least) and found.gap == pytest.approx(0.0, abs=1e-6)
        assert_trees(replace(instance, topics=(topic,)), (found.edges,))


@settings(deadline=None, max_examples=40)
@given(overlay_instances(clusters=5, topics=3))
def test_the_largest_minimum_residual_is_that_of_enumeration(instance: OverlayInstance) -> None:
    found = balanced_overlays(instance, gap=0.0)
    best = largest_residual_by_enumeration(instance)
    assert found.min_residual == pytest.approx(best)
    assert found.bound == pytest.approx(best, abs=1e-4) and found.gap < 1e-5
    assert residuals_of(instance, found.overlays).min() == pytest.approx(found.min_residual)
    assert_trees(instance, found.overlays)


@settings(deadline=None, max_examples=40)
@given(overlay_instances(clusters=9, topics=6))
def test_greedy_overlays_are_trees(instance: OverlayInstance) -> None:
    assert_trees(instance, greedy_overlays(instance))


def test_the_known_answer() -> None:
    found = balanced_overlays(KNOWN_ANSWER, gap=0.0)
    assert found.min_residual == largest_residual_by_enumeration(KNOWN_ANSWER) == 3
    assert [exact_steiner_tree(KNOWN_ANSWER, topic).weight for topic in KNOWN_ANSWER.topics] == [2, 3]


def test_labels_and_scale_do_not_change_the_optimum() -> None:
    random = np.random.default_rng(16)
    instance = random_overlay_instance(random, 8, 14, 4)
    best = balanced_overlays(instance, gap=0.0).min_residual
    renamed = relabelled_clusters(instance, random.permutation(8).tolist())
    assert balanced_overlays(renamed, gap=0.0).min_residual == pytest.approx(best)
    edges = tuple(replace(edge, capacity=1e6 * edge.capacity) for edge in instance.edges)
    topics = tuple(replace(topic, load=1e6 * topic.load) for topic in instance.topics)
    scaled = replace(instance, edges=edges, topics=topics)
    assert balanced_overlays(scaled, gap=0.0).min_residual == pytest.approx(1e6 * best)


def test_a_search_without_time_still_returns_overlays_and_an_honest_gap() -> None:
    instance = random_overlay_instance(np.random.default_rng(17), 25, 45, 20, members=6)
    found = balanced_overlays(instance, time_limit_s=1e-3, gap=0.0)
    assert_trees(instance, found.overlays)
    assert found.min_residual == residuals_of(instance, found.overlays).min() <= found.bound
    assert found.bound <= min(edge.capacity for edge in instance.edges)
    assert found.gap == pytest.approx((found.bound - found.min_residual) / max(e.capacity for e in instance.edges))
    assert found.gap > 0


def test_policies_that_leave_no_path_are_refused() -> None:
    cut = replace(KNOWN_ANSWER.topics[0], denied=frozenset({1, 3}))  # 0 is alone, 5 subscribes
    instance = replace(KNOWN_ANSWER, topics=(cut,))
    for solve in (lambda: exact_steiner_tree(instance, cut), lambda: balanced_overlays(instance)):
        with pytest.raises(UsageError, match="no tree spans the clusters of topic t, expected policies that leave"):
            solve()
