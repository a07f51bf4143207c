"""Messages of PSOO-FCAT (Chi et al. 2014, section 4): brokers that forward the same filter most find their path.

path_notice  | control u32 | round u32 | kind u8 | filter | cost u64 | stamp_ns u64
             | path list16 of broker u32, cost u64 |
path_end     | control u32 | round u32 | kind u8 | filter |
path         | control u32 | path_id u64 | kind u8 | filter | path list16 of broker u32, cost u64 |
rc_construct | control u32 | path_id u64 | kind u8 | filter | side u8 | path list16 of broker u32, cost u64 |
rc_reply     | control u32 | path_id u64 | kind u8 | filter | side u8 | accepted u8 | unit u32
             | path list16 of broker u32, cost u64 |

The first broker of a path is the one that the filter's events reach first. Costs are in thousandths.
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.registry import REGISTRY, MessageType

_MODULE = "pubsub-broker"
_CONTROL = Field("control", "u32", help="to be acknowledged with an ov_ack of the same number")
_ROUND = Field("round", "u32", help="of the sender's periods")
_FILTER = Field("filter", "topic", help="that the path is about")
_COST = Field("cost", "u64", help="traffic cost of the filter there, thousandths")
_PATH = Field("path", "list16", (Field("broker", "u32"), _COST), help="in the direction of the filter's events")
_KIND = Field("kind", "u8", help="of the traffic: 0 notifications, 1 subscriptions, 2 advertisements")
_PATH_ID = Field("path_id", "u64", help="of the filter and the brokers")
_SIDE = Field("side", "u8", help="of the path: 0 upstream, towards publishers; 1 downstream")
_NAMED_PATH = (_CONTROL, _PATH_ID, _KIND, _FILTER)

REGISTRY.add(
    MessageType(
        "path_notice",
        41,
        (
            *(_CONTROL, _ROUND, _KIND, _FILTER, _COST),
            Field("stamp_ns", "u64", help="simulated time of the notice"),
            _PATH,
        ),
        module=_MODULE,
    )
)
REGISTRY.add(MessageType("path_end", 42, (_CONTROL, _ROUND, _KIND, _FILTER), module=_MODULE))
REGISTRY.add(MessageType("path", 43, (*_NAMED_PATH, _PATH), module=_MODULE))
REGISTRY.add(MessageType("rc_construct", 44, (*_NAMED_PATH, _SIDE, _PATH), module=_MODULE))
REGISTRY.add(
    MessageType(
        "rc_reply",
        45,
        (
            *(*_NAMED_PATH, _SIDE),
            Field("accepted", "u8", help="1: there is a unit to attach"),
            Field("unit", "u32", help="broker next to the end of the path"),
            _PATH,
        ),
        module=_MODULE,
    )
)
