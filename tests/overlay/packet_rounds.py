"""The rounds of an overlay whose brokers exchange packets: windows, phases, and tables that moves make useless.

The same moves as the program `overlay` makes, if each reconfiguration ends before the next broker decides. A broker
decides with the window that ended last. Its table describes the present tree unless a move has changed it, so a broker
that took part in a move waits until a whole window has passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tests.overlay.model import Costs, Move, Table, Tree, delta, moved, ocbr, tables_of
from tests.overlay.predicting_paths import Traffic


@dataclass(frozen=True)
class View:
    """What the brokers know when one of them decides."""

    now: float
    """In periods."""
    tree: Tree
    traffic: Traffic
    """Of the last window."""
    tables: dict[int, Table]
    costs: Costs


class Decider(Protocol):
    """A strategy: its proposals at one broker, each a list of alternatives."""

    def __call__(self, broker: int, view: View) -> Sequence[Sequence[Move]]: ...


@dataclass(frozen=True)
class Step:
    """A move that was made in a window, and its change of cost."""

    window: int
    move: Move
    change: int


@dataclass(frozen=True)
class Course:
    """All moves in order, and the tree at the end of each window."""

    steps: tuple[Step, ...]
    trees: tuple[Tree, ...]


def decide_ocbr(broker: int, view: View) -> list[list[Move]]:
    moves = ocbr(broker, view.tables, view.tree[broker], view.costs)
    return [moves] if moves else []


def is_possible(tree: Tree, move: Move) -> bool:
    """Whether the links of the move are those of the tree."""
    links = zip((move.x, *move.path), move.path, strict=False)
    return all(b in tree[a] for a, b in links) and move.path[-1] not in tree[move.x]


def best_of(alternatives: Sequence[Move], current: set[int], view: View) -> tuple[Move, int] | None:
    """The alternative that lowers the cost most, among those that all brokers of the path can evaluate."""
    found = [
        (move, delta(move, view.tables, view.costs))
        for move in alternatives
        if current.issuperset(move.path) and is_possible(view.tree, move)
    ]
    best = min(found, key=lambda each: each[1], default=None)
    return best if best and best[1] < 0 else None


def play_windows(
    tree: Tree, windows: Sequence[Traffic], costs: Costs, phases: dict[int, float], decider: Decider
) -> Course:
    """Play all windows; `phases` are the shares of a period at which the brokers decide."""
    steps: list[Step] = []
    trees = [tree]
    current: set[int] = set()
    for number in range(1, len(windows)):
        last = windows[number - 1]
        current = set(tree) if number == 1 else current
        tables = tables_of(tree, last.flows())
        changed: set[int] = set()
        for broker in sorted(tree, key=lambda each: phases[each]):
            if broker not in current:
                continue
            view = View(number + phases[broker], tree, last, tables, costs)
            for alternatives in decider(broker, view):
                view = View(view.now, tree, last, tables, costs)
                if found := best_of(alternatives, current, view):
                    steps.append(Step(number, *found))
                    tree = moved(tree, [found[0]])
                    changed |= found[0].locked()
                    current -= changed
        current = set(tree) - changed
        trees.append(tree)
    return Course(tuple(steps), tuple(trees))
