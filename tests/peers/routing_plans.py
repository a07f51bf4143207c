"""Random trees of brokers, and what their clients advertise, subscribe to and publish, one step after the other."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

TOPICS = ("north", "south", "east", "west")
"""The last one is not advertised."""
ATTRIBUTES = ("kind", "side", "unit")
VALUES = ("u", "v")


@dataclass(frozen=True)
class Step:
    """What one client does. A publication has all its `values`; None in a filter is any value."""

    verb: str
    client: str
    topic: str
    values: Mapping[str, str | None]
    name: str
    """Unique in its plan."""

    @property
    def filter(self) -> str:
        """Its canonical text."""
        predicates = ",".join(f"{name}={value or '*'}" for name, value in sorted(self.values.items()))
        return f"{self.topic}[{predicates}]" if predicates else self.topic


@dataclass
class Plan:
    """A tree, the broker of each client, and what the clients do."""

    brokers: int
    links: list[tuple[int, int]]
    """Broker i + 1 and an earlier one, for each i."""
    clients: dict[str, int] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def add(self, verb: str, broker: int, topic: str, values: Mapping[str, str | None]) -> None:
        """Add a client that advertises or subscribes."""
        client = f"{verb}r{len(self.clients)}"
        self.clients[client] = broker
        self.steps.append(Step(verb, client, topic, values, client))

    def publish(self, client: str, topic: str, values: Mapping[str, str | None]) -> None:
        """Add a publication of a client that advertises."""
        count = sum(step.verb == "publish" for step in self.steps)
        self.steps.append(Step("publish", client, topic, values, f"event{count}"))

    def of(self, verb: str) -> list[Step]:
        return [step for step in self.steps if step.verb == verb]

    def side(self, near: int, far: int) -> set[int]:
        """The brokers on the side of `near` if the link between the two is cut."""
        reached, open_brokers = {near}, [near]
        while open_brokers:
            here = open_brokers.pop()
            for a, b in self.links:
                other = {a: b, b: a}.get(here)
                if other is not None and other not in reached and {here, other} != {near, far}:
                    reached.add(other)
                    open_brokers.append(other)
        return reached


def random_plan(seed: int, *, are_advertised_first: bool = False) -> Plan:
    """10 to 12 brokers, 8 advertisements and 20 subscriptions in random order, then 30 publications.

    Every advertisement names all attributes. Some filters occur twice, at one broker or at two. With
    `are_advertised_first`, all advertisements come before the subscriptions.
    """
    rng = random.Random(seed)
    brokers = rng.randint(10, 12)
    plan = Plan(brokers, [(i, rng.randrange(i)) for i in range(1, brokers)])
    verbs = ["advertise"] * 8 + ["subscribe"] * 20
    for verb in verbs if are_advertised_first else rng.sample(verbs, len(verbs)):
        earlier = plan.of(verb)
        if earlier and rng.random() < 0.2:
            again = rng.choice(earlier)
            broker = plan.clients[again.client] if rng.random() < 0.5 else rng.randrange(brokers)
            plan.add(verb, broker, again.topic, again.values)
        elif verb == "advertise":
            plan.add(verb, rng.randrange(brokers), rng.choice(TOPICS[:-1]), _advertised(rng))
        else:
            plan.add(verb, rng.randrange(brokers), rng.choice(TOPICS), _wanted(rng))
    for _ in range(30):
        step = rng.choice(plan.of("advertise"))
        values = {name: value or rng.choice(VALUES) for name, value in step.values.items()}
        plan.publish(step.client, step.topic, values)
    return plan


def _advertised(rng: random.Random) -> dict[str, str | None]:
    return {name: rng.choice(VALUES) if rng.random() < 0.4 else None for name in ATTRIBUTES}


def _wanted(rng: random.Random) -> dict[str, str | None]:
    return {name: rng.choice(VALUES) for name in rng.sample(ATTRIBUTES, rng.choice((0, 1, 1, 2)))}
