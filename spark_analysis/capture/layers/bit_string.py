"""A bit string of egresses in a hop-by-hop options header of IPv6 (schema.routes): BIER, RFC 8296."""

from __future__ import annotations

import numpy as np

from schema.routes import (
    BIER_IPV6,
    BIER_NIBBLE,
    BIER_OPTION,
    BIT_STRING_AT,
    FEWEST_BITS_CODE,
    MOST_BITS_CODE,
    OPTION_HEADER_BYTES,
    ROUTE_BITS,
)
from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.places import EGRESSES, ROUTE

_OPTION_AT, _OPTION_BYTES_AT, _CODE_AT, _PROTOCOL_AT = 2, 3, 8, 12


@inlined
def bit_string(data: np.ndarray, at: int, length: int, places: np.ndarray) -> None:
    """Write that a route is in the options header of `length` captured bytes at `at`, and how many egresses it has.

    Another option, or one whose lengths contradict each other, is no route: switches do not follow it either.
    """
    if length < BIT_STRING_AT or u8(data, at + _OPTION_AT) != BIER_OPTION:
        return
    code = u16(data, at + _CODE_AT) >> 4 & 15
    if u8(data, at + _CODE_AT) >> 4 != BIER_NIBBLE or u16(data, at + _PROTOCOL_AT) & 0x3F != BIER_IPV6:
        return
    octets = 4 << code
    is_allowed = code >= FEWEST_BITS_CODE and code <= MOST_BITS_CODE
    says = u8(data, at + _OPTION_BYTES_AT) + OPTION_HEADER_BYTES
    if not is_allowed or length != BIT_STRING_AT + octets or says != length:
        return
    egresses = np.int64(0)
    for octet in range(octets):
        bits = u8(data, at + BIT_STRING_AT + octet)
        while bits != 0:
            bits &= bits - 1
            egresses += 1
    places[ROUTE], places[EGRESSES] = ROUTE_BITS, egresses
