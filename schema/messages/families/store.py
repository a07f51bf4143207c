"""Messages of stores (Sourlas et al. 2011, section 4.1): where topics are stored, and requests for what is stored.

advertise      | store u32 | sequence u32 | hops u8 | lifetime_ms u32 | topics list16 of filter |
unadvertise    | store u32 | sequence u32 | topics list16 of filter |
advertise_pull | topics list16 of filter |
request        | client u32 | request u32 | filter | path list16 of u32 |
response       | header u16 length | client u32 | request u32 | store u32 | index u16 | count u16 | path list16 of u32 |
               | then an event, from publisher on |
no_match       | client u32 | request u32 | store u32 | path list16 of u32 |

A request collects the brokers that it passes in `path`. Every answer to it carries the part of that path that it still
has to go; each broker takes itself off the end.
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.families.event import event_carrier
from schema.messages.registry import REGISTRY, MessageType

_MODULE = "pubsub-broker"
_TOPICS = Field("topics", "list16", (Field("filter", "topic"),))
_STORE = Field("store", "u32", help="broker at which the store is")
_SEQUENCE = Field("sequence", "u32", help="of the store's advertisements, counted up")
_CLIENT = Field("client", "u32", help="who asks")
_REQUEST = Field("request", "u32", help="with the client, the request's identity")
_PATH = Field("path", "list16", (Field("broker", "u32"),), help="brokers passed, or still to pass")

REGISTRY.add(
    MessageType(
        "advertise",
        21,
        (
            *(_STORE, _SEQUENCE, Field("hops", "u8", help="links from the store's broker to the sender")),
            *(Field("lifetime_ms", "u32", help="how long it counts; 0: for ever"), _TOPICS),
        ),
        module=_MODULE,
    )
)
REGISTRY.add(MessageType("unadvertise", 22, (_STORE, _SEQUENCE, _TOPICS), module=_MODULE))
REGISTRY.add(MessageType("advertise_pull", 23, (_TOPICS,), module=_MODULE))
REGISTRY.add(MessageType("request", 24, (_CLIENT, _REQUEST, Field("filter", "topic"), _PATH), module=_MODULE))
REGISTRY.add(
    event_carrier(
        "response",
        25,
        *(_CLIENT, _REQUEST, _STORE),
        Field("index", "u16", help="of this answer, from 0"),
        Field("count", "u16", help="answers to the request"),
        _PATH,
        module=_MODULE,
    )
)
REGISTRY.add(MessageType("no_match", 26, (_CLIENT, _REQUEST, _STORE, _PATH), module=_MODULE))
