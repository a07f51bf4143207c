"""The fields of both kinds of routes, as tables, and a plain decoder of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from schema.routes import (
    BIER_IPV6,
    BIER_NIBBLE,
    BIER_OPTION,
    BIT_STRING_AT,
    FEWEST_BITS_CODE,
    IPV6_BYTES,
    MOST_BITS_CODE,
    OPTION_HEADER_BYTES,
)


class NoRoute(ValueError):
    """The header is not one of a route."""


@dataclass(frozen=True)
class RouteField:
    """A number in a header."""

    name: str
    first: int
    """Its first bit, from the beginning of the header."""
    bits: int
    help: str

    def read(self, header: bytes) -> int:
        """The number in `header`, which has all of it."""
        number = int.from_bytes(header, "big") >> (8 * len(header) - self.first - self.bits)
        return number & ((1 << self.bits) - 1)


FILTER_FIELDS = (
    RouteField("table", 29, 3, "which alternative of the identifiers of links"),
    RouteField("hop_limit", 56, 8, "links that are left"),
)
"""Of an IPv6 header whose addresses are a Bloom filter."""
FILTER_AT = 8
"""From the beginning of that header, to its end."""

BIT_FIELDS = (
    RouteField("option", 16, 8, "type of the option: experimental"),
    RouteField("bytes", 24, 8, "of the option"),
    RouteField("bift_id", 32, 20, "table of forwarding"),
    RouteField("ttl", 56, 8, "links that are left"),
    RouteField("nibble", 64, 4, "always 5"),
    RouteField("length_code", 72, 4, "1: 64 bits, 2: 128, 3: 256, 4: 512, 5: 1,024"),
    RouteField("protocol", 106, 6, "what follows; 6: IPv6"),
    RouteField("ingress", 112, 16, "BFIR-id of the switch that put the header in, or 0"),
)
"""Of a hop-by-hop options header with a bit string."""


@dataclass(frozen=True)
class FilterRoute:
    """A route by a Bloom filter of links."""

    values: Mapping[str, int]
    """FILTER_FIELDS."""
    filter: int
    """256 bits; the first in the packet is the highest."""


@dataclass(frozen=True)
class BitsRoute:
    """A route by a bit for each egress."""

    values: Mapping[str, int]
    """BIT_FIELDS."""
    egresses: frozenset[int]
    """BFR-ids."""


def filter_route(header: bytes) -> FilterRoute:
    """Decode an IPv6 header in front of another. Raises NoRoute."""
    if len(header) < IPV6_BYTES:
        raise NoRoute(f"{len(header)} bytes, expected {IPV6_BYTES}")
    header = header[:IPV6_BYTES]
    values = {field.name: field.read(header) for field in FILTER_FIELDS}
    return FilterRoute(values, int.from_bytes(header[FILTER_AT:], "big"))


def bits_route(header: bytes) -> BitsRoute:
    """Decode a hop-by-hop options header, all of it. Raises NoRoute."""
    if len(header) < BIT_STRING_AT:
        raise NoRoute(f"{len(header)} bytes, expected {BIT_STRING_AT} and a bit string")
    values = {field.name: field.read(header) for field in BIT_FIELDS}
    found = values["option"], values["nibble"], values["protocol"]
    octets = 4 << values["length_code"]
    lengths = 8 * (header[1] + 1), values["bytes"] + OPTION_HEADER_BYTES, BIT_STRING_AT + octets
    if found != (BIER_OPTION, BIER_NIBBLE, BIER_IPV6) or set(lengths) != {len(header)}:
        raise NoRoute(f"option, nibble and protocol {found}, lengths {lengths} in {len(header)} bytes")
    if not FEWEST_BITS_CODE <= values["length_code"] <= MOST_BITS_CODE:
        raise NoRoute(f"length code {values['length_code']}, expected {FEWEST_BITS_CODE} to {MOST_BITS_CODE}")
    string = int.from_bytes(header[BIT_STRING_AT:], "big")
    return BitsRoute(values, frozenset(bit + 1 for bit in range(8 * octets) if string >> bit & 1))
