"""Message of hint-driven routing: an event with its credit and its destinations.

hint_event, the header  | credit u8 | destinations list8: node u32, hint u8 |
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.families.event import event_carrier
from schema.messages.registry import REGISTRY

REGISTRY.add(
    event_carrier(
        "hint_event",
        15,
        Field("credit", "u8", help="relays left to nodes that come no closer"),
        Field(
            "destinations",
            "list8",
            (Field("node", "u32"), Field("hint", "u8", help="the least on the way so far")),
            help="who wants the event, by id",
        ),
    )
)
