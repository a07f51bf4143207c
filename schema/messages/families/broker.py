"""Messages of brokers: filters of subscribers and of publishers, from one overlay neighbour to the next.

subscribe   | lifetime_ms u32 | filters list16 of filter |
unsubscribe | filters list16 of filter |
announce    | lifetime_ms u32 | filters list16 of filter |
unannounce  | filters list16 of filter |

A subscription says what the sender wants to receive over the link, an announcement what comes from the sender's side
(Carzaniga et al. 2001 call it an advertisement; here that word is kept for stores, as in the storage-planning paper).
A lifetime of 0 has no end.
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.registry import REGISTRY, MessageType

_MODULE = "pubsub-broker"
_FILTERS = Field("filters", "list16", (Field("filter", "topic"),))
_LIFETIME = Field("lifetime_ms", "u32", help="how long they count without being sent again; 0: for ever")

REGISTRY.add(MessageType("subscribe", 17, (_LIFETIME, _FILTERS), module=_MODULE))
REGISTRY.add(MessageType("unsubscribe", 18, (_FILTERS,), module=_MODULE))
REGISTRY.add(MessageType("announce", 19, (_LIFETIME, _FILTERS), module=_MODULE))
REGISTRY.add(MessageType("unannounce", 20, (_FILTERS,), module=_MODULE))
