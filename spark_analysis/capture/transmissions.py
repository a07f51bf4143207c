"""The rule that separates a capture's transmissions from its receptions where its link layer does not.

Radiotap states it: a record without a signal strength is a transmission. Ethernet, PPP and raw IP state nothing, so the
role of the capture decides (schema.kinds). Without a rule the direction is unknown: all elements of the column `is_tx`
are masked, and null in Arrow and Spark.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from schema.kinds import CaptureRole
from spark_analysis.capture.columns import COLUMNS, Column

_LOW_64 = (1 << 64) - 1


@dataclass(frozen=True)
class TransmissionRule:
    """Which records of a capture are transmissions: every one, or those with an IP source address of the node."""

    every_record: bool
    own_addresses: frozenset[str] = frozenset()
    """IPv4 and IPv6 addresses as text. Not used where every record is a transmission."""


EVERY_RECORD = TransmissionRule(every_record=True)


def transmission_rule(role: CaptureRole, addresses: Iterable[str]) -> TransmissionRule | None:
    """The rule for captures of `role` at a node with IP addresses `addresses`; None where radiotap states it.

    Raises ValueError where the role has a rule that is not implemented here, or an address is none.
    """
    if role.transmissions == "radiotap":
        return None
    if role.transmissions == "all":
        return EVERY_RECORD
    if role.transmissions == "own address":
        return TransmissionRule(False, frozenset(str(ipaddress.ip_address(address)) for address in addresses))
    raise ValueError(f"capture role {role.name!r}: no rule {role.transmissions!r} for transmissions")


def with_direction(
    columns: Mapping[str, Column], has_direction: bool, rule: TransmissionRule | None
) -> dict[str, Column]:
    """`columns` with the definition of `is_tx` for a link layer that `has_direction` or not, and for `rule`."""
    wanted = dict(columns)
    if "is_tx" in wanted and not has_direction:
        wanted["is_tx"] = _direction_column(wanted["is_tx"], rule)
    return wanted


def _direction_column(column: Column, rule: TransmissionRule | None) -> Column:
    record = COLUMNS["time_ns"].fields
    if rule is None:
        return replace(column, fields=record, value=lambda time_ns: np.zeros(len(time_ns), bool), is_known=False)
    if rule.every_record:
        return replace(column, fields=record, value=lambda time_ns: np.ones(len(time_ns), bool))
    addresses = [ipaddress.ip_address(text) for text in sorted(rule.own_addresses)]
    ipv4 = np.array([int(address) for address in addresses if address.version == 4], np.int64)
    ipv6 = [(int(address) >> 64, int(address) & _LOW_64) for address in addresses if address.version == 6]
    halves = np.array(ipv6, np.uint64).reshape(-1, 2).view(np.int64)

    def from_own_address(ipv4_source: np.ndarray, high: np.ndarray, low: np.ndarray) -> np.ndarray:
        sent = np.isin(ipv4_source, ipv4)
        for own_high, own_low in halves:
            sent |= (high == own_high) & (low == own_low)
        return np.asarray(sent)

    fields = (*COLUMNS["ipv4_source"].fields, *COLUMNS["ipv6_source"].fields)
    return replace(column, fields=fields, value=from_own_address)
