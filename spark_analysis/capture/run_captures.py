"""The captures in a run's folder: where each was taken, and which of its records are transmissions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from schema.kinds import CapturePoint, NetworkKind
from schema.traces import read_trace
from spark_analysis.capture.transmissions import TransmissionRule, transmission_rule


@dataclass(frozen=True)
class RunCapture:
    """One capture of a run."""

    point: CapturePoint
    file: Path
    rule: TransmissionRule | None
    """Which records are transmissions; None where radiotap states it."""


def run_captures(run: Path, kind: NetworkKind) -> tuple[RunCapture, ...]:
    """The captures in folder `run` of network kind `kind`, by node, then receiving end of the link.

    A file whose name no role has is left out. Raises what `addresses_of_nodes` raises where a role needs addresses.
    """
    addresses: dict[int, frozenset[str]] | None = None
    captures: list[RunCapture] = []
    for file in run.glob("*.pcap"):
        point = kind.capture_point(file.name)
        if point is None:
            continue
        role = kind.capture_role(point.role)
        if role.transmissions == "own address" and addresses is None:
            addresses = addresses_of_nodes(run)
        own = addresses.get(point.node, frozenset()) if addresses is not None else frozenset()
        captures.append(RunCapture(point, file, transmission_rule(role, own)))
    return tuple(sorted(captures, key=_place))


def _place(capture: RunCapture) -> tuple[int, int]:
    """Node and receiving end; a capture of the node itself is in front of those of its links."""
    link_to = capture.point.link_to
    return capture.point.node, -1 if link_to is None else link_to


def addresses_of_nodes(run: Path) -> dict[int, frozenset[str]]:
    """Node -> its IP addresses, from the run's table of nodes, whose column `ipv4` may list several with commas or
    spaces between them. Raises OSError and schema.traces.CorruptTrace."""
    nodes = read_trace(run / "nodes.trace")
    texts = zip(nodes.rows["node"].tolist(), nodes.column("ipv4").tolist(), strict=True)
    return {node: frozenset(address for address in re.split(r"[\s,;]+", text) if address) for node, text in texts}
