"""The instance of a planning problem, and its file.

brokers 6
link 0 3
capacity 2            # topics that a store can hold
stores 3              # stores to place
topic a copies 2
demand a 1 5.0        # topic, broker, requests/s; 0 where the file has no such line
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pyharness.placement.problem.broker_tree import BrokerTree, Distances, breadth_first_tree
from pyharness.placement.problem.statements import Statement, read_statements
from schema.digests import write_whole
from schema.errors import UsageError
from schema.text import listed, nearest

Rates = NDArray[np.float64]


@dataclass(frozen=True)
class StoreInstance:
    """Brokers in a network, the demand at each, and the limits of the stores to place."""

    brokers: int
    links: tuple[tuple[int, int], ...]
    topics: tuple[str, ...]
    copies: tuple[int, ...]
    """By topic: its number of replicas."""
    demand: tuple[tuple[float, ...], ...]
    """By topic and broker, in requests/s."""
    capacity: int
    """Topics that a store can hold."""
    stores: int

    @cached_property
    def tree(self) -> BrokerTree:
        """The tree along which requests travel."""
        return breadth_first_tree(self.brokers, self.links)

    @cached_property
    def distances(self) -> Distances:
        """The links between each two brokers on the tree."""
        return self.tree.distances()

    @cached_property
    def rates(self) -> Rates:
        """The demand as an array, by topic and broker."""
        return np.array(self.demand, dtype=np.float64).reshape(len(self.topics), self.brokers)


def instance_text(instance: StoreInstance) -> str:
    """Return the file of `instance`. Equal instances have the same text."""
    lines = [f"brokers {instance.brokers}", f"capacity {instance.capacity}", f"stores {instance.stores}"]
    lines += [f"link {one} {other}" for one, other in sorted(map(_ascending, instance.links))]
    lines += [f"topic {name} copies {copies}" for name, copies in zip(instance.topics, instance.copies, strict=True)]
    for topic, rates in zip(instance.topics, instance.demand, strict=True):
        lines += [f"demand {topic} {broker} {float(rate)!r}" for broker, rate in enumerate(rates) if rate]
    return "\n".join(lines) + "\n"


def write_instance(file: Path, instance: StoreInstance) -> None:
    """Write `instance` to `file`, whole or not at all."""
    write_whole(file, instance_text(instance))


def read_instance(file: Path) -> StoreInstance:
    """Return the instance in `file`. Raises UsageError with file, line and what was expected."""
    statements = read_statements(file)
    if not statements or statements[0].words[0] != "brokers":
        raise statements[0].error("`brokers NUMBER` first") if statements else _missing(file, "`brokers NUMBER`")
    statements[0].require_form("brokers NUMBER")
    draft = _Draft(statements[0].integer(1, 1))
    readers: dict[str, Callable[[Statement], None]] = {
        "link": draft.read_link,
        "capacity": draft.read_limit,
        "stores": draft.read_limit,
        "topic": draft.read_topic,
    }
    demand = []
    for statement in statements[1:]:
        keyword = statement.words[0]
        if keyword == "demand":  # may precede its topic
            demand.append(statement)
        elif keyword in readers:
            readers[keyword](statement)
        elif keyword == "brokers":
            raise statement.error("one line `brokers NUMBER`")
        else:
            known = [*readers, "demand"]
            raise statement.error(f"{listed(known)} as first word{nearest(keyword, known)}")
    for statement in demand:
        draft.read_demand(statement)
    return draft.finish(file)


@dataclass
class _Draft:
    """What has been read of an instance."""

    brokers: int
    links: list[tuple[int, int]] = field(default_factory=list)
    limits: dict[str, int] = field(default_factory=dict)
    copies: dict[str, int] = field(default_factory=dict)
    demand: dict[tuple[str, int], float] = field(default_factory=dict)

    def read_link(self, statement: Statement) -> None:
        statement.require_form("link BROKER BROKER")
        link = _ascending((statement.integer(1, 0, self.brokers - 1), statement.integer(2, 0, self.brokers - 1)))
        if link[0] == link[1]:
            raise statement.error("two different brokers")
        if link in self.links:
            raise statement.error("each link once")
        self.links.append(link)

    def read_limit(self, statement: Statement) -> None:
        name = statement.words[0]
        statement.require_form(f"{name} NUMBER")
        if name in self.limits:
            raise statement.error(f"one line `{name} NUMBER`")
        self.limits[name] = statement.integer(1, 1, self.brokers if name == "stores" else None)

    def read_topic(self, statement: Statement) -> None:
        statement.require_form("topic NAME copies NUMBER")
        if statement.words[2] != "copies":
            raise statement.error("`topic NAME copies NUMBER`")
        if statement.words[1] in self.copies:
            raise statement.error("each topic once")
        self.copies[statement.words[1]] = statement.integer(3, 1, self.brokers)

    def read_demand(self, statement: Statement) -> None:
        statement.require_form("demand TOPIC BROKER RATE")
        topic, broker = statement.words[1], statement.integer(2, 0, self.brokers - 1)
        if topic not in self.copies:
            raise statement.error(f"a line `topic {topic} copies NUMBER`{nearest(topic, self.copies)}")
        if (topic, broker) in self.demand:
            raise statement.error("each topic and broker once")
        self.demand[topic, broker] = statement.rate(3)

    def finish(self, file: Path) -> StoreInstance:
        for name in ("capacity", "stores"):
            if name not in self.limits:
                raise _missing(file, f"`{name} NUMBER`")
        if not self.copies:
            raise _missing(file, "`topic NAME copies NUMBER`")
        unreached = sorted(set(range(self.brokers)) - set(breadth_first_tree(self.brokers, self.links).order))
        if unreached:
            raise UsageError(f"{file}: no path of links leads from broker 0 to broker {unreached[0]}, expected one")
        return StoreInstance(
            brokers=self.brokers,
            links=tuple(sorted(self.links)),
            topics=tuple(self.copies),
            copies=tuple(self.copies.values()),
            demand=tuple(tuple(self.demand.get((topic, b), 0.0) for b in range(self.brokers)) for topic in self.copies),
            capacity=self.limits["capacity"],
            stores=self.limits["stores"],
        )


def _ascending(link: tuple[int, int]) -> tuple[int, int]:
    return min(link), max(link)


def _missing(file: Path, form: str) -> UsageError:
    return UsageError(f"{file}: expected a line {form}")
