"""Message of SMF (RFC 6621): a HELLO with the sender's neighbours.

smf_hello      | sequence u32 | neighbours list16 of SMF_NEIGHBOUR |
SMF_NEIGHBOUR  | node u32 | link u8 | priority u16 |
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.registry import REGISTRY, MessageType

SMF_NEIGHBOUR: tuple[Field, ...] = (
    Field("node", "u32"),
    Field("link", "u8", help="0: heard, 1: symmetric, 2: symmetric and the sender's multipoint relay"),
    Field("priority", "u16", help="symmetric neighbours it has by its own last HELLO"),
)

REGISTRY.add(
    MessageType(
        "smf_hello",
        16,
        (
            Field("sequence", "u32"),
            Field("neighbours", "list16", SMF_NEIGHBOUR, help="all that the sender hears"),
        ),
    )
)
