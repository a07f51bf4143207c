"""Random instances and what the model computes for them; the C++ suite `broker-overlay-model` compares itself.

`python -m tests.overlay.vectors` writes them anew to contrib/pubsub-broker/test/overlay-vectors.txt.

Each line is a keyword and words; `=` separates arguments from the result:

- `instance SEED BROKERS`, then `link A B`, `subscription BROKER FILTER`, `advertised FILTER` and
  `notification PUBLISHER COUNT CONTENT`. Filters and contents are `name=value` joined by commas;
- `costs = NOTIFICATIONS FLOODED`: of all notifications, and of one message to all brokers;
- `delta X Q1 .. QL = CHANGE`, `ocbr B = I J CHANGE` (or `= none`);
- `similar F G KIND = SHARED OF`, reduced;
- `choice B = FILTER PLACE COST` per broker and rank, `path FILTER = MASTER B1 .. BK`, `move X Q1 .. QL`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

from tests.overlay.model import (
    Costs,
    Tree,
    all_moves,
    delta,
    flooding_cost,
    links_of,
    notification_cost,
    ocbr_deltas,
    prufer_tree,
    tables_of,
)
from tests.overlay.predicting_paths import (
    Choice,
    Notification,
    Pairs,
    Subscription,
    Traffic,
    choices_of,
    counts_of,
    moves_of,
    predicting_paths,
    similarity,
    traffic_costs,
)

FILE = Path(__file__).parents[2] / "contrib/pubsub-broker/test/overlay-vectors.txt"

KINDS = ("jaccard", "larger", "first")
FILTERS_PER_ROUND = 2


def random_tree(draw: random.Random, brokers: int) -> Tree:
    return prufer_tree([draw.randrange(brokers) for _ in range(brokers - 2)])


def random_pairs(draw: random.Random, pairs: int, names: int = 5, values: int = 2) -> Pairs:
    chosen = sorted(draw.sample(range(names), pairs))
    return tuple((f"p{name:02}", str(draw.randrange(values))) for name in chosen)


def random_traffic(draw: random.Random, brokers: int) -> Traffic:
    filters = [random_pairs(draw, 2) for _ in range(8)]
    subscriptions = {(draw.randrange(brokers), draw.choice(filters)) for _ in range(2 * brokers)}
    notifications = {(draw.randrange(brokers), random_pairs(draw, 5)) for _ in range(2 * brokers)}
    counted = [Notification(publisher, content, draw.randint(1, 9)) for publisher, content in sorted(notifications)]
    advertised = frozenset(filters[:4]) & {f for _, f in subscriptions}
    return Traffic(tuple(Subscription(b, f) for b, f in sorted(subscriptions)), tuple(counted), advertised)


def text_of(pairs: Pairs) -> str:
    return ",".join(f"{name}={value}" for name, value in pairs)


def words(*values: object) -> str:
    return " ".join(map(str, values))


def choices_in(tree: Tree, costs: Costs, traffic: Traffic) -> dict[int, list[Choice]]:
    return {
        b: choices_of(
            traffic_costs(counts_of(tree, traffic, b), costs.broker(b), traffic.advertised), FILTERS_PER_ROUND
        )
        for b in tree
    }


def instance_lines(seed: int, brokers: int) -> Iterator[str]:
    draw = random.Random(seed)
    tree, traffic, costs = random_tree(draw, brokers), random_traffic(draw, brokers), Costs(seed)
    flows = traffic.flows()
    tables = tables_of(tree, flows)
    yield words("instance", seed, brokers)
    yield from (words("link", a, b) for a, b in links_of(tree))
    yield from (words("subscription", s.broker, text_of(s.filter)) for s in traffic.subscriptions)
    yield from (words("advertised", text_of(f)) for f in sorted(traffic.advertised))
    yield from (words("notification", n.publisher, n.count, text_of(n.content)) for n in traffic.notifications)
    yield words("costs", "=", notification_cost(tree, costs, flows), flooding_cost(tree, costs))
    yield from (words("delta", m.x, *m.path, "=", delta(m, tables, costs)) for m in all_moves(tree))
    for broker in sorted(tree):
        changes = ocbr_deltas(broker, tables[broker], tree[broker], costs)
        best = min(changes, key=lambda pair: (changes[pair], pair), default=None)
        found = ("none",) if best is None or changes[best] >= 0 else (*best, changes[best])
        yield words("ocbr", broker, "=", *found)
    yield from prediction_lines(tree, costs, traffic)


def prediction_lines(tree: Tree, costs: Costs, traffic: Traffic) -> Iterator[str]:
    filters = sorted({s.filter for s in traffic.subscriptions})
    for f, g in permutations(filters[:4], 2):
        for kind in KINDS:
            likeness = similarity(f, g, kind)
            yield words("similar", text_of(f), text_of(g), kind, "=", likeness.numerator, likeness.denominator)
    choices = choices_in(tree, costs, traffic)
    for broker, some in sorted(choices.items()):
        yield from (words("choice", broker, "=", text_of(c.filter), c.place, c.cost) for c in some)
    for path in predicting_paths(tree, choices):
        yield words("path", text_of(path.filter), "=", path.master, *path.brokers)
        yield from (words("move", m.x, *m.path) for m in moves_of(path.brokers))


def all_lines() -> Iterator[str]:
    for seed in range(1, 13):
        yield from instance_lines(seed, 3 + seed % 10)


if __name__ == "__main__":
    FILE.write_text("\n".join(all_lines()) + "\n", encoding="ascii")
