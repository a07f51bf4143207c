"""Messages of ODMRP (draft-ietf-manet-odmrp-04, section 4).

Join Query, 20 octets  | type u8 = 1 | reserved u8 | TTL u8 | hops u8 | group u32 | sequence u32 | source u32
                       | previous_hop u32 |
Join Reply, 16 octets  | type u8 = 2 | count u8 | flags u16 | group u32 | previous_hop u32 | sequence u32 |
join_query, the header | Join Query |
join_reply             | Join Reply | entries: sender u32, next_hop u32 |
unreachable            | group u32 | origin u32 | sequence u32 | ttl u8 | sources list8 of u32 |
reply_ack              | group u32 | replier u32 | sequence u32 | senders list8 of u32 |
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.families.event import event_carrier
from schema.messages.registry import REGISTRY, MessageType

JOIN_QUERY: tuple[Field, ...] = (
    Field("query_type", "u8", help="1"),
    Field("query_reserved", "u8", help="0"),
    Field("query_ttl", "u8", help="links it may still cross"),
    Field("query_hops", "u8", help="links crossed before this one"),
    Field("group", "u32", help="239.x.y.z"),
    Field("query_sequence", "u32", help="with the source, the query's identity"),
    Field("source", "u32"),
    Field("previous_hop", "u32", help="who sends this copy"),
)
"""Section 4.1."""

JOIN_REPLY: tuple[Field, ...] = (
    Field("reply_type", "u8", help="2"),
    Field("entry_count", "u8"),
    Field("flags", "u16", help="0x8000: acknowledgement requested; 0x4000: by a node of the forwarding group"),
    Field("group", "u32", help="239.x.y.z"),
    Field("previous_hop", "u32", help="who sends it"),
    Field("sequence", "u32", help="counted by the sender"),
)
"""Section 4.2, without the entries."""

REPLY_ENTRY = (Field("sender", "u32", help="a source of the group"), Field("next_hop", "u32", help="towards it"))

REGISTRY.add(event_carrier("join_query", 8, *JOIN_QUERY))
REGISTRY.add(
    MessageType("join_reply", 9, (*JOIN_REPLY, Field("entries", "counted", REPLY_ENTRY, count="entry_count"))),
)
REGISTRY.add(
    MessageType(
        "unreachable",
        10,
        (
            Field("group", "u32", help="239.x.y.z"),
            Field("origin", "u32", help="who cannot reach its next hop"),
            Field("sequence", "u32", help="with the origin, the message's identity"),
            Field("ttl", "u8", help="links it may still cross"),
            Field("sources", "list8", (Field("source", "u32"),), help="that the origin has lost"),
        ),
    )
)
REGISTRY.add(
    MessageType(
        "reply_ack",
        11,
        (
            Field("group", "u32", help="239.x.y.z"),
            Field("replier", "u32", help="whose Join Reply it acknowledges"),
            Field("sequence", "u32", help="of the Join Reply"),
            Field("senders", "list8", (Field("sender", "u32"),), help="of the entries it answers for"),
        ),
    )
)
