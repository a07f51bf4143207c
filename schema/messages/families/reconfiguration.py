"""Messages with which brokers of an overlay move a link: x leaves its old neighbour for the last broker of a path.

rc_eval       | control u32 | plan u64 | x u32 | brokers list16 of u32 | position u16 | gain u64 | loss u64 | part u8
              | last u8 | rows list16 of flow u64, count u32, seen u8 |
rc_result     | control u32 | plan u64 | status u8 | gain u64 | loss u64 |
rc_lock       | control u32 | plan u64 | lease_ms u32 |
rc_lock_reply | control u32 | plan u64 | granted u8 | holder u64 |
rc_apply      | control u32 | plan u64 | lease_ms u32 | brokers list16 of u32 |
rc_done       | control u32 | plan u64 | done u8 |
rc_unlock     | control u32 | plan u64 | commit u8 |
rc_step       | control u32 | plan u64 | step u8 | x u32 | brokers list16 of u32 | position u16 | part u8 | last u8
              | origins list16 of u32 |
rc_status     | control u32 | plan u64 | state u8 |

`brokers` is the path from the old neighbour of x to its new one. A change of cost, which has a sign, travels as gain
and loss.
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.registry import REGISTRY, MessageType

_MODULE = "pubsub-broker"
_CONTROL = Field("control", "u32", help="to be acknowledged with an ov_ack of the same number")
_PLAN = Field("plan", "u64", help="its master in the high 32 bits, a number in the low")
_X = Field("x", "u32", help="the broker that moves")
_BROKERS = Field("brokers", "list16", (Field("broker", "u32"),), help="path from its old to its new neighbour")
_POSITION = Field("position", "u16", help="of the receiver: 0 is x, 1 the first broker of the path")
_GAIN = (Field("gain", "u64", help="cost saved"), Field("loss", "u64", help="cost added"))
_PARTS = (
    Field("part", "u8", help="number of this message of several, from 0"),
    Field("last", "u8", help="1: no more parts follow"),
)
_ROW = (Field("flow", "u64"), Field("count", "u32"), Field("seen", "u8", help="1: on the side of a broker passed"))

REGISTRY.add(
    MessageType(
        "rc_eval",
        31,
        (_CONTROL, _PLAN, _X, _BROKERS, _POSITION, *_GAIN, *_PARTS, Field("rows", "list16", _ROW)),
        module=_MODULE,
    )
)
REGISTRY.add(
    MessageType(
        "rc_result",
        32,
        (
            *(_CONTROL, _PLAN),
            Field("status", "u8", help="0 evaluated, 1 no such path, 2 degree, 3 frozen, 4 too many rows, 5 stale"),
            *_GAIN,
        ),
        module=_MODULE,
    )
)
REGISTRY.add(
    MessageType(
        "rc_lock",
        33,
        (_CONTROL, _PLAN, Field("lease_ms", "u32", help="time after which the lock ends by itself")),
        module=_MODULE,
    )
)
REGISTRY.add(
    MessageType(
        "rc_lock_reply",
        34,
        (
            *(_CONTROL, _PLAN),
            Field("granted", "u8", help="1: the lock is held"),
            Field("holder", "u64", help="plan that holds it"),
        ),
        module=_MODULE,
    )
)
REGISTRY.add(
    MessageType(
        "rc_apply",
        35,
        (_CONTROL, _PLAN, Field("lease_ms", "u32", help="time for which the locks are still held"), _BROKERS),
        module=_MODULE,
    )
)
REGISTRY.add(
    MessageType("rc_done", 36, (_CONTROL, _PLAN, Field("done", "u8", help="1: executed; 0: given up")), module=_MODULE)
)
REGISTRY.add(
    MessageType(
        "rc_unlock",
        37,
        (_CONTROL, _PLAN, Field("commit", "u8", help="1: the move was executed; 0: given up")),
        module=_MODULE,
    )
)
REGISTRY.add(
    MessageType(
        "rc_step",
        38,
        (
            *(_CONTROL, _PLAN),
            Field("step", "u8", help="0 prepare, 1 prepared, 2 drain, 3 switch, 4 switched, 5 abort"),
            *(_X, _BROKERS, _POSITION, *_PARTS),
            Field("origins", "list16", (Field("broker", "u32"),), help="brokers with filters on the side of x"),
        ),
        module=_MODULE,
    )
)
REGISTRY.add(
    MessageType(
        "rc_status",
        39,
        (_CONTROL, _PLAN, Field("state", "u8", help="0: asks; 1 running, 2 done, 3 aborted")),
        module=_MODULE,
    )
)
