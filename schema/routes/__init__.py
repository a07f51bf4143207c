"""Routes that switches put into packets: the one description for the capture reader, Wireshark's dissector and tests.

Bloom filter of links (LIPSIN): an IPv6 header in front of the event's own. Its next header is IPV6_IN_IPV6, the last
three bits of its flow label are the table of identifiers, and its two addresses are the filter.

Bit string of egresses (BIER, RFC 8296): a hop-by-hop options header behind the event's IPv6 header, with one option.

 0       1       2       3       4                   8                  12          14      16
+-------+-------+-------+-------+-------------------+------------------+-----------+-------+- - - - - -+
| next  |length | 0x3E  | bytes | BIFT, TC, S, TTL  | 5,ver,BSL,entropy|OAM,DSCP,6 | BFIR  | bit string|
+-------+-------+-------+-------+-------------------+------------------+-----------+-------+- - - - - -+

The last bit stands for the egress with BFR-id 1. The bit string has 2^BSL * 32 bits. The C++ sources are
contrib/pubsub-sdn/dataplane/source-routing.
"""

from __future__ import annotations

ROUTE_FILTER, ROUTE_BITS = 1, 2
"""Kinds of routes, as in the column `route` of a capture."""

HOP_BY_HOP, IPV6_IN_IPV6 = 0, 41
"""Next headers of IPv6."""
IPV6_BYTES = 40
FILTER_BITS = 256
TABLES = 8
"""Alternative identifiers of a link."""

BIER_OPTION = 0x3E
"""Type of the option: experimental (RFC 4727), skipped by who does not know it, changed on the way."""
BIER_NIBBLE = 5
BIER_IPV6 = 6
"""Protocol of what follows a bit string."""
OPTION_HEADER_BYTES = 4
"""Of the extension header and of the option, in front of RFC 8296's header."""
BIT_STRING_AT = 16
"""From the beginning of the extension header."""
FEWEST_BITS_CODE, MOST_BITS_CODE = 1, 5
"""BSL of 64 and of 1,024 bits, the most that an option has room for."""
