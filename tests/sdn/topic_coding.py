"""The codings of topics, written again from their definitions in docs/topic-codes.md."""

from __future__ import annotations

import heapq
import ipaddress
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

FIELD = 103
"""Bits of an address for a code."""
LENGTH_BITS = 7
"""Bits of the length that follows a code of `lcrs`."""


@dataclass(frozen=True)
class CodedTopic:
    """The bits of a topic as texts of 0 and 1."""

    code: str
    """Of its node."""
    own: str
    """The code field of its own events, all 103 bits."""
    cover: tuple[str, ...]
    """Prefixes of the code field that match it and its descendants."""


@dataclass
class TopicNode:
    """A topic of a tree; the root has no name."""

    name: str
    rate: float = 0.0
    children: list[TopicNode] = field(default_factory=list)

    def whole_rate(self) -> float:
        return self.rate + sum(child.whole_rate() for child in self.children)

    def walk(self) -> Iterator[TopicNode]:
        yield self
        for child in self.children:
            yield from child.walk()


def tree_of(topics: Sequence[tuple[str, float]]) -> TopicNode:
    """The tree of topics and their rates; missing ancestors have the rate 0."""
    root = TopicNode("")
    nodes = {"": root}
    for topic, rate in topics:
        words = topic.split(".")
        for length in range(1, len(words) + 1):
            name = ".".join(words[:length])
            if name not in nodes:
                nodes[name] = TopicNode(name)
                nodes[".".join(words[: length - 1])].children.append(nodes[name])
        nodes[topic].rate = rate
    return root


def covers(upper: str, lower: str) -> bool:
    """Whether `upper` is `lower` or one of its ancestors, by their names."""
    return f"{lower}.".startswith(f"{upper}.")


def huffman(weights: Sequence[float]) -> list[str]:
    """Codes of symbols: the two lightest groups are joined, of equal ones the older."""
    codes = [""] * len(weights)
    groups = [(weight, age, [age]) for age, weight in enumerate(weights)]
    heapq.heapify(groups)
    age = len(weights)
    while len(groups) > 1:
        zero, one = heapq.heappop(groups), heapq.heappop(groups)
        for bit, group in (("0", zero), ("1", one)):
            for symbol in group[2]:
                codes[symbol] = bit + codes[symbol]
        heapq.heappush(groups, (zero[0] + one[0], age, zero[2] + one[2]))
        age += 1
    return codes


def fixed_width(node: TopicNode) -> list[str]:
    """Numbers of the same width: 0 for the node's own events, then its children."""
    width = len(node.children).bit_length()
    return [f"{number:0{width}b}" if width else "" for number in range(len(node.children) + 1)]


def binary_tree(root: TopicNode, step: str) -> dict[str, str]:
    """The code of each node: child i of code c is c, then `step`, then i ones, i from 0."""
    codes = {"": ""}
    for node in root.walk():
        for index, child in enumerate(node.children):
            codes[child.name] = codes[node.name] + step + "1" * index
    del codes[""]
    return codes


def own_slot(root: TopicNode) -> dict[str, CodedTopic]:
    codes = binary_tree(root, "01")
    return {name: CodedTopic(code, code.ljust(FIELD, "0"), ((code + "0")[:FIELD],)) for name, code in codes.items()}


def lcrs(root: TopicNode) -> dict[str, CodedTopic]:
    coded = {}
    for name, code in binary_tree(root, "0").items():
        own = code.ljust(FIELD - LENGTH_BITS, "1") + f"{len(code):0{LENGTH_BITS}b}"
        below = (f"{code}0",) if len(code) < FIELD - LENGTH_BITS else ()
        coded[name] = CodedTopic(code, own, (own, *below))
    return coded


def by_symbols(root: TopicNode, symbols_of: Callable[[TopicNode], list[str]]) -> dict[str, CodedTopic]:
    codes = {"": ""}
    coded = {}
    for node in root.walk():
        own, *others = symbols_of(node)
        code = codes[node.name]
        if node.name:
            coded[node.name] = CodedTopic(code, (code + own).ljust(FIELD, "0"), (code,))
        codes.update({child.name: code + symbol for child, symbol in zip(node.children, others, strict=True)})
    return coded


CODINGS: dict[str, Callable[[TopicNode], dict[str, CodedTopic]]] = {
    "own-slot": own_slot,
    "lcrs": lcrs,
    "huffman": lambda root: by_symbols(
        root, lambda node: huffman([node.rate, *(child.whole_rate() for child in node.children)])
    ),
    "fixed-width": lambda root: by_symbols(root, fixed_width),
}
"""Codes of all topics below a root, by the name of the coding."""

KINDS = ("publish", "subscribe", "unsubscribe", "control")
"""Kinds of events, in the order of their two bits."""


def prefix_of(kind: str, bits: str) -> ipaddress.IPv6Network:
    """The addresses of events whose code field begins with these bits."""
    head = (0xFF << 16 | 0x18 << 8) << 1 | KINDS.index(kind)  # 8 + 8 bits, 7 of the system, 2 of the kind
    whole = f"{head:025b}{bits}"
    return ipaddress.IPv6Network((int(whole.ljust(128, "0"), 2), len(whole)))


def address_of(kind: str, own: str) -> ipaddress.IPv6Address:
    return prefix_of(kind, own).network_address
