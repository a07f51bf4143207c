"""Message of HODMRP: a Join Query with the history of the session, which carries an event.

history_query, the header  | Join Query, 20 octets | least_degree u8 | degree_sum u16 |
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.families.event import event_carrier
from schema.messages.families.odmrp import JOIN_QUERY
from schema.messages.registry import REGISTRY

REGISTRY.add(
    event_carrier(
        "history_query",
        14,
        *JOIN_QUERY,
        Field("least_degree", "u8", help="of the nodes that have sent it on, 0 to 255; 255: none has"),
        Field("degree_sum", "u16", help="of the same nodes, query_hops in number"),
    )
)
