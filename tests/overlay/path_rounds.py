"""PSOO-FCAT as brokers that exchange notices, each round at a phase of its own: Algorithm 1 and what follows it.

Written from docs/overlays.md, for comparison with the C++ state machine. A message arrives at once, because the next
broker decides much later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.overlay.model import Move, Tree
from tests.overlay.packet_rounds import View
from tests.overlay.predicting_paths import LOCAL, Choice, Pairs, choices_of, counts_of, moves_of, traffic_costs

NOTICE_AGE = 2.0
"""Periods for which a notice counts."""

PathBrokers = tuple[tuple[int, int], ...]
"""Brokers of a path with their traffic costs."""


@dataclass(frozen=True)
class Notice:
    stamp: float
    round: int
    cost: int
    path: PathBrokers


@dataclass
class Pending:
    """A complete path at its master, and the units that have answered."""

    path: tuple[int, ...]
    units: dict[str, set[int]] = field(default_factory=lambda: {"in": set(), "out": set()})


@dataclass
class PathState:
    """One broker."""

    round: int = 0
    counts: Counter[tuple[Pairs, str, int]] = field(default_factory=Counter)
    sent: dict[Pairs, tuple[int, PathBrokers]] = field(default_factory=dict)
    notices: dict[Pairs, dict[int, Notice]] = field(default_factory=dict)
    ended: dict[Pairs, tuple[int, bool, tuple[int, ...]]] = field(default_factory=dict)
    pending: dict[int, Pending] = field(default_factory=dict)


def brokers_of(path: PathBrokers) -> tuple[int, ...]:
    return tuple(broker for broker, _ in path)


def path_number(text: str, brokers: tuple[int, ...]) -> int:
    """FNV-1a of the kind (0: notifications), the filter's text and the brokers; a master proposes in this order."""
    number = 0xCBF29CE484222325
    for byte in b"\0" + text.encode() + b"".join(broker.to_bytes(4, "big") for broker in brokers):
        number = (number ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return number


class PathRounds:
    """A decider for `play_windows`, with strict units."""

    def __init__(self, filters: int, text_of: Callable[[Pairs], str]) -> None:
        self.filters = filters
        self.text_of = text_of
        self.states: dict[int, PathState] = {}

    def state(self, broker: int) -> PathState:
        return self.states.setdefault(broker, PathState())

    def __call__(self, broker: int, view: View) -> list[list[Move]]:
        own = self.state(broker)
        proposals = []
        for _, pending in sorted(own.pending.items()):
            if moves := moves_of(pending.path, pending.units["in"], pending.units["out"]):
                proposals.append(moves)
        own.pending.clear()
        own.counts = counts_of(view.tree, view.traffic, broker)
        costs = traffic_costs(own.counts, view.costs.broker(broker), view.traffic.advertised)
        self.begin_round(broker, choices_of(costs, self.filters), view)
        return proposals

    def begin_round(self, broker: int, choices: list[Choice], view: View) -> None:
        own = self.state(broker)
        own.round += 1
        own.sent = {}
        for choice in choices:
            path = (*self.received(broker, choice, view.now), (broker, choice.cost))
            own.sent[choice.filter] = choice.place, path
        for choice in choices:
            path = own.sent[choice.filter][1]
            if choice.place == LOCAL:
                self.end(broker, choice.filter, view.tree)
            elif choice.place in view.tree[broker]:
                notice = Notice(view.now, own.round, choice.cost, path)
                self.on_notice(choice.place, broker, choice.filter, notice, view.tree)

    def received(self, broker: int, choice: Choice, now: float) -> PathBrokers:
        """The path of the fresh notice of greatest cost; of equal ones that of the smallest sender."""
        fresh = [
            (-notice.cost, sender, notice.path)
            for sender, notice in self.state(broker).notices.get(choice.filter, {}).items()
            if now - notice.stamp <= NOTICE_AGE and sender != choice.place and broker not in brokers_of(notice.path)
        ]
        return min(fresh)[2] if fresh else ()

    def on_notice(self, broker: int, sender: int, chosen: Pairs, notice: Notice, tree: Tree) -> None:
        own = self.state(broker)
        own.notices.setdefault(chosen, {})[sender] = notice
        is_last = chosen not in own.sent or own.sent[chosen][0] == sender or broker in brokers_of(notice.path)
        if own.round > 0 and is_last:
            self.end(sender, chosen, tree)

    def end(self, broker: int, chosen: Pairs, tree: Tree) -> None:
        """The path that this broker has sent goes no further; two equal ones in a row make it complete."""
        own = self.state(broker)
        path = own.sent[chosen][1]
        before, repeated, brokers = own.ended.get(chosen, (-1, False, ()))
        is_same = before + 1 == own.round and brokers == brokers_of(path)
        own.ended[chosen] = own.round, is_same and not repeated, brokers_of(path)
        if is_same and not repeated:
            self.deliver(broker, chosen, path, tree)

    def deliver(self, broker: int, chosen: Pairs, path: PathBrokers, tree: Tree) -> None:
        """Tell the master, which asks for units beyond both ends. What a lost link stops is lost."""
        master = min(path, key=lambda each: (each[1], each[0]))[0]
        brokers = brokers_of(path)
        if not connected(tree, brokers, master, broker):
            return
        pending = Pending(brokers)
        self.state(master).pending[path_number(self.text_of(chosen), brokers)] = pending
        for way, end in (("in", brokers[0]), ("out", brokers[-1])):
            if connected(tree, brokers, master, end):
                pending.units[way] = {
                    near
                    for near in tree[end] - set(brokers)
                    if self.state(end).counts[chosen, way, near] and chosen in self.state(near).sent
                }


def connected(tree: Tree, path: tuple[int, ...], a: int, b: int) -> bool:
    """Whether the links of the path between two of its brokers are still there."""
    first, last = sorted((path.index(a), path.index(b)))
    return all(path[place + 1] in tree[path[place]] for place in range(first, last))
