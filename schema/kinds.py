"""The kinds of network that a program can simulate: radio and wired.

A program declares its kind in `--describe`, and the harness records it in the manifest. The kind selects the trace
tables and the captures of a run. Metrics, figures and report sections name the kinds that they apply to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType


class UnknownKind(ValueError):
    """A name that no kind of network has; the message lists the names there are."""


@dataclass(frozen=True)
class CapturePoint:
    """The place where a capture was taken, as its file's name gives it."""

    role: str
    """Name of the CaptureRole."""
    node: int
    """The node that captured: the radio's node, the sender of a link direction, or the broker."""
    link_to: int | None = None
    """The receiving end of the link direction; None where the capture is not of one link direction."""


@dataclass(frozen=True)
class CaptureRole:
    """A group of capture files with one form of name, and the rule that separates transmissions from receptions."""

    name: str
    form: str
    """The file's name, with `{node}` and, for a link direction, `{link_to}` in the places of the numbers."""
    transmissions: str
    """Which records are transmissions: `radiotap` (those without a signal strength), `all`, or `own address` (those
    whose IP source address belongs to the node)."""

    @property
    def pattern(self) -> str:
        """The form as a shell pattern, for `Path.glob`."""
        return re.sub(r"\{\w+\}", "*", self.form)

    def point_of(self, file_name: str) -> CapturePoint | None:
        """The place that `file_name` names; None where the name has another form."""
        found = self._expression.fullmatch(file_name)
        if found is None:
            return None
        numbers = {name: int(digits) for name, digits in found.groupdict().items()}
        return CapturePoint(self.name, numbers["node"], numbers.get("link_to"))

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[0-9]+)", re.escape(self.form)))


@dataclass(frozen=True)
class NetworkKind:
    """A kind of network: what every run of it writes, and the nouns that reports use for it."""

    name: str
    captures: tuple[CaptureRole, ...]
    words: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Nouns for reports: `network`, `node`, `sender` (what transmits), `pairing` (what all variants of a replication
    have in common)."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The trace tables that runs have; schema.traces.tables_of(name) has their columns, too."""
        from schema.traces import tables_of  # imports numpy, which slows the start of commands that read no table

        return tuple(tables_of(self.name))

    def capture_point(self, file_name: str) -> CapturePoint | None:
        """The place that the name of a capture file gives; None where no role of this kind has such a name."""
        points = (role.point_of(file_name) for role in self.captures)
        return next((point for point in points if point is not None), None)

    def capture_role(self, name: str) -> CaptureRole:
        """The role called `name`. Raises KeyError where this kind has no such role."""
        return {role.name: role for role in self.captures}[name]


RADIO = NetworkKind(
    name="radio",
    captures=(CaptureRole("radio", "radio-{node}.pcap", transmissions="radiotap"),),
    words=MappingProxyType(
        {"network": "mobile ad hoc network", "node": "node", "sender": "radio", "pairing": "mobility"}
    ),
)

WIRED = NetworkKind(
    name="wired",
    captures=(
        CaptureRole("link", "link-{node}-{link_to}.pcap", transmissions="all"),
        CaptureRole("broker", "broker-{node}.pcap", transmissions="own address"),
    ),
    words=MappingProxyType({"network": "wired network", "node": "host", "sender": "link", "pairing": "topology"}),
)

KINDS: Mapping[str, NetworkKind] = MappingProxyType({kind.name: kind for kind in (RADIO, WIRED)})


def network_kind(name: str) -> NetworkKind:
    """The kind of network called `name`. Raises UnknownKind, which lists the kinds there are."""
    if name not in KINDS:
        raise UnknownKind(f"network kind {name!r}: expected one of {', '.join(KINDS)}")
    return KINDS[name]
