"""Messages of the extended ODMRP, with Bloom filters of what is published and wanted.

filter_query  | Join Query, 20 octets | hashes u8 | advertised bytes16 |
filter_reply  | Join Reply, 16 octets | entries: sender u32, next_hop u32, hashes u8, filter bytes16 |
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.families.odmrp import JOIN_QUERY, JOIN_REPLY, REPLY_ENTRY
from schema.messages.registry import REGISTRY, MessageType

FILTER_ENTRY = (
    *REPLY_ENTRY,
    Field("hashes", "u8", help="bits that a key sets in the filter"),
    Field("filter", "bytes16", help="Bloom filter of what is wanted of the sender"),
)

REGISTRY.add(
    MessageType(
        "filter_query",
        12,
        (
            *JOIN_QUERY,
            Field("hashes", "u8", help="bits that a key sets in the filter"),
            Field("advertised", "bytes16", help="Bloom filter of what the source publishes; empty: anything"),
        ),
    )
)
REGISTRY.add(
    MessageType("filter_reply", 13, (*JOIN_REPLY, Field("entries", "counted", FILTER_ENTRY, count="entry_count"))),
)
