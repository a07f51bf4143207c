"""PSOO-FCAT in the abstract model: counts by filter, traffic costs, and the paths on which brokers agree.

The C++ state machine finds a path by exchanging notices; here it is found from its definition, in the whole tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tests.overlay.model import Costs, Flow, Move, Strategy, Tree

Pairs = tuple[tuple[str, str], ...]
"""Attribute pairs, in order of name: a filter of equalities, or the attributes of a notification."""

LOCAL = (1 << 32) - 2
"""The clients of a broker, in place of a neighbour."""

MILLI = 1000


@dataclass(frozen=True)
class Subscription:
    broker: int
    filter: Pairs


@dataclass(frozen=True)
class Notification:
    publisher: int
    content: Pairs
    count: int


@dataclass(frozen=True)
class Traffic:
    """Subscriptions, notifications and advertised filters of one window."""

    subscriptions: tuple[Subscription, ...]
    notifications: tuple[Notification, ...]
    advertised: frozenset[Pairs]

    @cached_property
    def matches(self) -> list[list[Subscription]]:
        """The subscriptions that each notification matches."""
        return [self.matching(one) for one in self.notifications]

    def flows(self) -> list[Flow]:
        return [
            Flow(one.publisher, frozenset(s.broker for s in matching), one.count)
            for one, matching in zip(self.notifications, self.matches, strict=True)
        ]

    def matching(self, notification: Notification) -> list[Subscription]:
        content = set(notification.content)
        return [s for s in self.subscriptions if content.issuperset(s.filter)]


def similarity(f: Pairs, g: Pairs, kind: str = "jaccard") -> Fraction:
    """Formula (5) and its alternatives: equal pairs over those of both, of the larger, or of the first."""
    of = {"jaccard": len(set(f) | set(g)), "larger": max(len(f), len(g)), "first": len(f)}[kind]
    return Fraction(len(set(f) & set(g)), of) if of else Fraction(0)


def first_steps(tree: Tree, broker: int) -> dict[int, int]:
    """The neighbour behind which each broker is; the broker itself is behind its clients."""
    steps = {broker: LOCAL, **{near: near for near in tree[broker]}}
    waiting = sorted(tree[broker])
    for passed in waiting:
        for near in sorted(tree[passed] - steps.keys()):
            steps[near] = steps[passed]
            waiting.append(near)
    return steps


def counts_of(tree: Tree, traffic: Traffic, broker: int) -> Counter[tuple[Pairs, str, int]]:
    """The count table of a broker: (filter, direction, place) -> notifications."""
    counts: Counter[tuple[Pairs, str, int]] = Counter()
    steps = first_steps(tree, broker)
    for notification, matching in zip(traffic.notifications, traffic.matches, strict=True):
        source = steps[notification.publisher]
        rows = set()
        for subscription in matching:
            place = steps[subscription.broker]
            if place != source or place == LOCAL:
                rows |= {(subscription.filter, "out", place), (subscription.filter, "in", source)}
        for row in rows:
            counts[row] += notification.count
    return counts


@dataclass(frozen=True)
class Choice:
    """A filter with the greatest traffic cost at a broker, and where most of its traffic goes."""

    filter: Pairs
    place: int
    cost: int


def traffic_costs(
    counts: Mapping[tuple[Pairs, str, int], int],
    broker_cost: int,
    advertised: Iterable[Pairs],
    kind: str = "jaccard",
    weighted: bool = True,
    only_unseen: bool = False,
) -> dict[tuple[Pairs, int], int]:
    """Formula (7) in thousandths for each filter and outgoing place: (4) plus (6) for the advertised filters."""
    trained = {(f, place): broker_cost * count for (f, way, place), count in counts.items() if way == "out"}
    totals: Counter[Pairs] = Counter()
    for (f, _, _), count in counts.items():
        totals[f] += count
    costs = {row: MILLI * cost for row, cost in trained.items()}
    for f in advertised:
        likenesses = {g: similarity(f, g, kind) for g in totals if g != f and similarity(f, g, kind)}
        if not likenesses or (only_unseen and f in totals):
            continue
        best = min(likenesses, key=lambda g: (-likenesses[g], -totals[g], g))
        weight = likenesses[best] if weighted else Fraction(1)
        for (g, place), cost in trained.items():
            if g == best:
                costs[f, place] = costs.get((f, place), 0) + int(MILLI * cost * weight)
    return costs


def choices_of(costs: Mapping[tuple[Pairs, int], int], filters: int = 1) -> list[Choice]:
    """The filters of greatest cost, each with its best place; ties by place, and by filter."""
    best: dict[Pairs, Choice] = {}
    for (f, place), cost in sorted(costs.items(), key=lambda row: (-row[1], row[0][1])):
        if cost > 0:
            best.setdefault(f, Choice(f, place, cost))
    return sorted(best.values(), key=lambda choice: (-choice.cost, choice.filter))[:filters]


@dataclass(frozen=True)
class PredictingPath:
    filter: Pairs
    brokers: tuple[int, ...]
    master: int


def predicting_paths(tree: Tree, choices: Mapping[int, list[Choice]]) -> list[PredictingPath]:
    """The paths on which all brokers chose the same filter, each as long as it can be.

    A path ends where the next place has other choices, or sends most of its traffic back. Of several brokers that
    precede one, the one of greatest cost belongs to the path.
    """
    chosen = {(b, choice.filter): choice for b, some in choices.items() for choice in some}
    next_of = {key: choice.place for key, choice in chosen.items()}
    paths = []
    for end, f in sorted(chosen):
        following = next_of.get((next_of[end, f], f))
        if following is not None and following != end:
            continue
        path = [end]
        while before := [b for b in tree[path[0]] if next_of.get((b, f)) == path[0] and next_of[path[0], f] != b]:
            path.insert(0, min(before, key=lambda b: (-chosen[b, f].cost, b)))
        master = min(path, key=lambda b: (chosen[b, f].cost, b))
        paths.append(PredictingPath(f, tuple(path), master))
    return paths


def moves_of(path: tuple[int, ...], before: Iterable[int] = (), after: Iterable[int] = ()) -> list[Move]:
    """The moves of the reconfiguration model, with and without a unit at each end."""
    ends_before = [None, *sorted(before)]
    ends_after = [None, *sorted(after)]
    moves = []
    for a in ends_before:
        for b in ends_after:
            x, start = (path[0], path[1:]) if a is None else (a, path)
            whole = start if b is None else (*start, b)
            if len(whole) >= 2 and (a is None or a != b):
                moves.append(Move(x, whole))
    return moves


def path_strategy(traffic: Traffic, filters: int = 1) -> Strategy:
    """PSOO-FCAT with strict units for `play_round`: the masters propose the moves of the stable paths."""

    def decide(broker: int, tree: Tree, _tables: object, costs: Costs) -> list[list[Move]]:
        choices = {
            b: choices_of(traffic_costs(counts_of(tree, traffic, b), costs.broker(b), traffic.advertised), filters)
            for b in tree
        }
        masters = [p for p in predicting_paths(tree, choices) if p.master == broker]
        return [moves for p in masters if (moves := moves_of(p.brokers))]

    return decide
