"""Messages of TopSim: a joining node's candidates, and the topics that answer it.

join    | root u32 | sequence u32 | candidates list8 of u32 |
status  | root u32 | joiner u32 | sequence u32 | topics list16 of filters |
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.families.tree import FILTERS
from schema.messages.registry import REGISTRY, MessageType

REGISTRY.add(
    MessageType(
        "join",
        6,
        (
            Field("root", "u32"),
            Field("sequence", "u32"),
            Field("candidates", "list8", (Field("node", "u32"),), help="TopSim's set C"),
        ),
    )
)
REGISTRY.add(
    MessageType(
        "status",
        7,
        (
            Field("root", "u32"),
            Field("joiner", "u32"),
            Field("sequence", "u32", help="of the JOIN it answers"),
            Field("topics", "list16", FILTERS, help="TopSim's topic_list"),
        ),
    )
)
