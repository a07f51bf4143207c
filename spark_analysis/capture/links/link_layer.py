"""The registry of link layers: how the frames of a capture begin, by the link type in the capture's file header."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spark_analysis.capture.layers.places import EXPECTED, LAYERS
from spark_analysis.capture.stream.pcap_format import NotACapture

Locate = Callable[..., tuple[int, int, int, int, int]]
"""`locate(data, at, end, sent_end, places)`, compiled by spark_analysis.capture.kernels.compiler.inlined.

The frame's captured bytes are data[at:end]; `sent_end` is where it ended before the capture cut it. `locate` writes
into `places` where the layer's fields are. It returns the layer that is malformed, or SOUND; what follows, as an
EtherType or a constant of spark_analysis.capture.layers.ethertypes; where that begins; the new `end` and `sent_end`.
"""


class DuplicateLinkLayer(ValueError):
    """Two link layers with one link type, or with one number in the column `malformed`."""


@dataclass(frozen=True)
class LinkLayer:
    """A link layer. A module of this folder that registers one is all that a new link type takes."""

    link_type: int
    """The number that libpcap has for it (https://www.tcpdump.org/linktypes.html)."""
    name: str
    locate: Locate
    layer: int | None = None
    """Its number in the column `malformed`: one in spark_analysis.capture.layers.places, or a new one from FREE_LAYER
    on. None for a link without a header."""
    expected: str = ""
    """What was expected where the header is malformed: a noun phrase for the table in docs/captures.md."""
    has_direction: bool = False
    """Whether its header separates transmissions from receptions."""


_BY_LINK_TYPE: dict[int, LinkLayer] = {}


def register_link_layer(layer: LinkLayer) -> None:
    """Add `layer`. Raises DuplicateLinkLayer where its link type or its number is taken."""
    if layer.link_type in _BY_LINK_TYPE:
        known = _BY_LINK_TYPE[layer.link_type]
        raise DuplicateLinkLayer(f"link layers {known.name!r} and {layer.name!r} both have link type {layer.link_type}")
    if layer.layer is not None and layer.layer in malformed_layers():
        taken_by, _ = malformed_layers()[layer.layer]
        raise DuplicateLinkLayer(f"link layer {layer.name!r} has number {layer.layer}, which {taken_by} has")
    _BY_LINK_TYPE[layer.link_type] = layer


def link_layers() -> tuple[LinkLayer, ...]:
    """All link layers, by link type."""
    return tuple(layer for _, layer in sorted(_BY_LINK_TYPE.items()))


def link_layer_of(link_type: int, capture: str) -> LinkLayer:
    """The link layer of `link_type`. Raises NotACapture, which names the file `capture` and the known link types."""
    if link_type not in _BY_LINK_TYPE:
        known = ", ".join(f"{layer.link_type} ({layer.name})" for layer in link_layers())
        raise NotACapture(f"{capture}: link type {link_type}, expected one of {known}")
    return _BY_LINK_TYPE[link_type]


def malformed_layers() -> dict[int, tuple[str, str]]:
    """Number in the column `malformed` -> the layer's name, and what was expected there."""
    layers = {number: (LAYERS[number], expected) for number, expected in EXPECTED.items()}
    for link in link_layers():
        if link.layer is not None:
            layers[link.layer] = (LAYERS.get(link.layer, link.name), link.expected)
    return dict(sorted(layers.items()))
