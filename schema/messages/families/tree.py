"""Messages of the publish/subscribe trees (SHOPPARENT): beacons, reports of subscriptions, and leaving.

beacon      | sequence u32 | inherent list16 of filters | trees list8 of TREE_ENTRY |
TREE_ENTRY  | root u32 | root_sequence u32 | parent u32 | path list8 of u32 | attached u8 | proxied | advertised |
report      | root u32 | parent u32 | sequence u32 | effective list16 of filters |
report_ack  | root u32 | child u32 | sequence u32 |
leave       | root u32 | parent u32 |
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.registry import REGISTRY, MessageType

FILTERS = (Field("filter", "topic", help="a topic, a last word # for its subtree, [predicates]"),)
WEIGHTED_FILTERS = (Field("filter", "topic"), Field("count", "u16"))

TREE_ENTRY: tuple[Field, ...] = (
    Field("root", "u32", help="the publisher this tree belongs to"),
    Field("root_sequence", "u32", help="bumped by the root at every beacon: how fresh the path is"),
    Field("parent", "u32", help="0xFFFFFFFF: none"),
    Field("path", "list8", (Field("node", "u32"),), help="nodes from the parent to the root; empty at the root"),
    Field("attached", "u8", help="1: the sender has a path to the root now"),
    Field("proxied", "list16", WEIGHTED_FILTERS, help="s'_i: each filter with the number of children that want it"),
    Field("advertised", "list16", WEIGHTED_FILTERS, help="E: topics the root publishes, each with its weight"),
)

REGISTRY.add(
    MessageType(
        "beacon",
        2,
        (
            Field("sequence", "u32"),
            Field("inherent", "list16", FILTERS, help="s_i"),
            Field("trees", "list8", TREE_ENTRY),
        ),
    )
)
REGISTRY.add(
    MessageType(
        "report",
        3,
        (
            Field("root", "u32"),
            Field("parent", "u32", help="whose child the sender is"),
            Field("sequence", "u32", help="acknowledged by number"),
            Field("effective", "list16", FILTERS, help="S_i"),
        ),
    )
)
REGISTRY.add(
    MessageType("report_ack", 4, (Field("root", "u32"), Field("child", "u32"), Field("sequence", "u32"))),
)
REGISTRY.add(
    MessageType("leave", 5, (Field("root", "u32"), Field("parent", "u32", help="whose child the sender no longer is"))),
)
