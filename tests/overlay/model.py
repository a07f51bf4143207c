"""An abstract model of overlays that rewire themselves: brokers, a tree, flows and costs, round by round, no packets.

It is written from the definitions of docs/overlays.md and shares no code with `contrib/pubsub-broker/overlay/traffic`,
so that each checks the other. All costs are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Tree = dict[int, frozenset[int]]
"""The neighbours of each broker."""

Table = dict[int, "Row"]
"""What a broker saw of each flow that reached it; the key is the flow's index."""

MASK = (1 << 64) - 1


def mixed(state: int) -> int:
    """The number that SplitMix64 generates from a state."""
    state = (state + 0x9E3779B97F4A7C15) & MASK
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB & MASK
    return state ^ (state >> 31)


@dataclass(frozen=True)
class Costs:
    """Costs from 1 to 10 of links and brokers, by a hash of the seed and the ids."""

    seed: int

    def _cost(self, key: int) -> int:
        return 1 + mixed(mixed(self.seed) ^ mixed(key)) % 10

    def link(self, a: int, b: int) -> int:
        return self._cost(min(a, b) << 32 | max(a, b))

    def broker(self, broker: int) -> int:
        return self._cost(broker << 32 | broker)


@dataclass(frozen=True)
class Flow:
    """Notifications of one class from one broker to the brokers of its consumers."""

    publisher: int
    consumers: frozenset[int]
    count: int = 1


@dataclass(frozen=True)
class Row:
    """A flow at one broker: the neighbours whose links it uses, and whether it is published or delivered here."""

    touched: frozenset[int]
    is_local: bool
    count: int


@dataclass(frozen=True)
class Move:
    """Broker x replaces its link to path[0] by one to path[-1]."""

    x: int
    path: tuple[int, ...]

    def locked(self, rule: str = "path") -> set[int]:
        return {self.x, *(self.path if rule == "path" else (self.path[0], self.path[-1]))}


# ---- trees


def tree_of(brokers: int, links: Iterable[tuple[int, int]]) -> Tree:
    neighbours: dict[int, set[int]] = {broker: set() for broker in range(brokers)}
    for a, b in links:
        neighbours[a].add(b)
        neighbours[b].add(a)
    return {broker: frozenset(near) for broker, near in neighbours.items()}


def prufer_tree(sequence: Sequence[int]) -> Tree:
    """The labelled tree of a Pruefer sequence; each tree has exactly one."""
    brokers = len(sequence) + 2
    uses = [1 + sequence.count(broker) for broker in range(brokers)]
    links = []
    for broker in sequence:
        leaf = uses.index(1)
        links.append((leaf, broker))
        uses[leaf] = 0
        uses[broker] -= 1
    first, second = (broker for broker in range(brokers) if uses[broker] == 1)
    return tree_of(brokers, [*links, (first, second)])


def links_of(tree: Tree) -> list[tuple[int, int]]:
    return [(a, b) for a in sorted(tree) for b in sorted(tree[a]) if a < b]


def is_tree(tree: Tree) -> bool:
    reached, waiting = {0}, [0]
    while waiting:
        new = tree[waiting.pop()] - reached
        reached |= new
        waiting += new
    return len(reached) == len(tree) == len(links_of(tree)) + 1


def path_between(tree: Tree, start: int, end: int) -> tuple[int, ...]:
    paths: dict[int, tuple[int, ...]] = {start: (start,)}
    waiting = [start]
    for broker in waiting:
        for near in sorted(tree[broker] - paths.keys()):
            paths[near] = (*paths[broker], near)
            waiting.append(near)
    return paths[end]


def moved(tree: Tree, moves: Iterable[Move]) -> Tree:
    links = set(links_of(tree))
    for move in moves:
        links.remove((min(move.x, move.path[0]), max(move.x, move.path[0])))
        links.add((min(move.x, move.path[-1]), max(move.x, move.path[-1])))
    return tree_of(len(tree), links)


def all_moves(tree: Tree) -> Iterator[Move]:
    """Every move of a tree: each link end to each broker beyond the link."""
    for x in sorted(tree):
        for end in sorted(tree):
            path = path_between(tree, x, end)[1:]
            if len(path) >= 2:
                yield Move(x, path)


# ---- costs, from whole trees


def subtree(tree: Tree, flow: Flow) -> tuple[set[int], set[frozenset[int]]]:
    """Brokers and links of the least subtree that joins the publisher's broker and the consumers' brokers."""
    brokers, links = {flow.publisher}, set()
    for consumer in flow.consumers:
        path = path_between(tree, flow.publisher, consumer)
        brokers |= set(path)
        links |= {frozenset(link) for link in pairwise(path)}
    return brokers, links


def flow_cost(tree: Tree, costs: Costs, flow: Flow) -> int:
    brokers, links = subtree(tree, flow)
    return flow.count * (sum(map(costs.broker, brokers)) + sum(costs.link(*link) for link in links))


def notification_cost(tree: Tree, costs: Costs, flows: Iterable[Flow]) -> int:
    return sum(flow_cost(tree, costs, flow) for flow in flows)


def flooding_cost(tree: Tree, costs: Costs) -> int:
    """Cost of one advertisement, or of one subscription under simple routing: it reaches all brokers."""
    return sum(map(costs.broker, tree)) + sum(costs.link(a, b) for a, b in links_of(tree))


# ---- decisions, from the tables of single brokers


def tables_of(tree: Tree, flows: Sequence[Flow]) -> dict[int, Table]:
    tables: dict[int, Table] = {broker: {} for broker in tree}
    for index, flow in enumerate(flows):
        brokers, links = subtree(tree, flow)
        for broker in brokers:
            touched = frozenset(near for near in tree[broker] if frozenset((broker, near)) in links)
            local = broker == flow.publisher or broker in flow.consumers
            tables[broker][index] = Row(touched, local, flow.count)
    return tables


def delta(move: Move, tables: Mapping[int, Table], costs: Costs) -> int:
    """The change of cost that the brokers q1 .. qL compute one after the other, each from its own table."""
    path, x = move.path, move.x
    crossing = {flow: row.count for flow, row in tables[path[0]].items() if x in row.touched}
    total = sum(crossing.values()) * (costs.link(x, path[-1]) - costs.link(x, path[0]))
    seen: set[int] = set()
    for place, broker in enumerate(path):
        around = {x, *path[max(place - 1, 0) : place + 2]}
        for flow, count in crossing.items():
            row = tables[broker].get(flow)
            if row is not None and (row.is_local or row.touched - around):
                seen.add(flow)
            is_last = broker == path[-1]
            total += count * costs.broker(broker) * ((is_last or flow in seen) - (row is not None))
            if not is_last:
                uses = row is not None and path[place + 1] in row.touched
                total += count * costs.link(broker, path[place + 1]) * ((flow in seen) - uses)
    return total


def ocbr_deltas(broker: int, table: Table, neighbours: Iterable[int], costs: Costs) -> dict[tuple[int, int], int]:
    """Change of cost of each ordered pair (i, j): broker i leaves this broker for its neighbour j."""
    near = sorted(neighbours)
    changes = {}
    for i, j in ((i, j) for i in near for j in near if i != j):
        rows = [row for row in table.values() if i in row.touched]
        only_both = sum(r.count for r in rows if r.touched == {i, j} and not r.is_local)
        both_and_more = sum(r.count for r in rows if j in r.touched) - only_both
        others = sum(r.count for r in rows) - only_both - both_and_more
        c_ij, c_bi, c_bj = costs.link(i, j), costs.link(broker, i), costs.link(broker, j)
        changes[i, j] = (
            others * (c_ij + c_bj + costs.broker(j) - c_bi)
            + only_both * (c_ij - c_bi - c_bj - costs.broker(broker))
            + both_and_more * (c_ij - c_bi)
        )
    return changes


def ocbr(broker: int, tables: Mapping[int, Table], neighbours: Iterable[int], costs: Costs) -> list[Move]:
    """The move of least change if that is negative; ties by i, then j."""
    changes = ocbr_deltas(broker, tables[broker], neighbours, costs)
    best = min(changes, key=lambda pair: (changes[pair], pair), default=None)
    return [Move(best[0], (broker, best[1]))] if best is not None and changes[best] < 0 else []


# ---- rounds

Strategy = Callable[[int, Tree, Mapping[int, Table], Costs], Sequence[Sequence[Move]]]
"""The proposals of one broker, each a list of alternatives."""


def ocbr_strategy(broker: int, tree: Tree, tables: Mapping[int, Table], costs: Costs) -> list[list[Move]]:
    moves = ocbr(broker, tables, tree[broker], costs)
    return [moves] if moves else []


@dataclass(frozen=True)
class Round:
    """What one round did."""

    tree: Tree
    executed: tuple[Move, ...]
    refused: tuple[Move, ...]
    predicted: int


def play_round(
    tree: Tree,
    flows: Sequence[Flow],
    costs: Costs,
    strategy: Strategy,
    order: Sequence[int] | None = None,
    lock: str = "path",
) -> Round:
    """All brokers decide on the tables of one window, in the given order (default: by id).

    A proposal is evaluated; its best alternative is executed if it lowers the cost and none of the brokers that it
    locks takes part in an executed move of this round. The locks hold until the round ends, because a broker whose
    links or flows have changed has no table of the new tree before the next window has passed.
    """
    tables = tables_of(tree, flows)
    busy: set[int] = set()
    executed: list[Move] = []
    refused: list[Move] = []
    predicted = 0
    for broker in sorted(tree) if order is None else order:
        for alternatives in strategy(broker, tree, tables, costs):
            changes = [delta(move, tables, costs) for move in alternatives]
            best = changes.index(min(changes))
            move = alternatives[best]
            if changes[best] >= 0:
                continue
            if busy & move.locked(lock):
                refused.append(move)
                continue
            busy |= move.locked(lock)
            executed.append(move)
            predicted += changes[best]
    return Round(moved(tree, executed), tuple(executed), tuple(refused), predicted)
