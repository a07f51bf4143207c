"""Messages of an overlay whose links change at run time: links, filters, events, acknowledgements.

ov_link      | control u32 | plan u64 | epoch u32 | operation u8 |
ov_advertise | control u32 | origin u32 | sequence u32 | action u8 | hops u8 | filters list16 of filter |
ov_subscribe | control u32 | origin u32 | sequence u32 | action u8 | hops u8 | filters list16 of filter |
ov_notify    | header u16 length | epoch u32 | flow u64 | then an event, from publisher on |
ov_ack       | control u32 |

`control` numbers the messages of one broker to another that have to be acknowledged. The filters of all clients of one
broker, their origin, travel together; a change names the filters that were added or removed.
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.families.event import event_carrier
from schema.messages.registry import REGISTRY, MessageType

_MODULE = "pubsub-broker"
_CONTROL = Field("control", "u32", help="to be acknowledged with an ov_ack of the same number")
_EPOCH = Field("epoch", "u32", help="of the link between these two brokers, counted up")
_ORIGIN_FILTERS = (
    _CONTROL,
    Field("origin", "u32", help="broker of the clients"),
    Field("sequence", "u32", help="of the origin's changes, counted up"),
    Field("action", "u8", help="0 these end, 1 these count, too, 2 these alone count; 3, 4: 1, 0 after a move"),
    Field("hops", "u8", help="overlay links crossed, this one included"),
    Field("filters", "list16", (Field("filter", "topic"),)),
)

REGISTRY.add(
    MessageType(
        "ov_link",
        27,
        (
            _CONTROL,
            Field("plan", "u64", help="reconfiguration that the link belongs to; 0: none"),
            _EPOCH,
            Field("operation", "u8", help="0 open, 1 accept, 2 close, 3 closed"),
        ),
        module=_MODULE,
    )
)
REGISTRY.add(MessageType("ov_advertise", 28, _ORIGIN_FILTERS, module=_MODULE))
REGISTRY.add(MessageType("ov_subscribe", 29, _ORIGIN_FILTERS, module=_MODULE))
REGISTRY.add(
    event_carrier(
        "ov_notify",
        30,
        _EPOCH,
        Field("flow", "u64", help="publisher's broker in the high 32 bits, class of content in the low"),
        module=_MODULE,
    )
)
REGISTRY.add(MessageType("ov_ack", 40, (Field("control", "u32", help="number of the message"),), module=_MODULE))
