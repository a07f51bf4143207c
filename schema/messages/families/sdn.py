"""Messages between hosts, controllers and servers of publish/subscribe on switches (Wang et al. 2016).

Most travel over TCP, each behind its length as u32. The probe, the greeting and the subscription notices are payloads
of UDP events on the data links, which the switches hand to their controllers.

sdn_join        | role u8 | term u32 | clusters list16 of u32 |
sdn_heartbeat   | sequence u32 | role u8 | term u32 |
sdn_register    | host u32 | cluster u32 | topic | rate_bps u64 |
sdn_codes       | epoch u16 | sequence u32 | coding u8 | codes list16 of (topic, length u8, bits bytes16,
                | covers list8 of (length u8, bits bytes16)) |
sdn_refusal     | topic | sentence text |
sdn_subscribe   | host u32 | cluster u32 | sequence u32 | time_ns u64 | complete u8
                | filters list16 of filter |
sdn_unsubscribe | host u32 | cluster u32 | sequence u32 | time_ns u64 | complete u8
                | filters list16 of filter |
sdn_topology    | cluster u32 | time_ns u64 | report bytes16 |
sdn_statistics  | cluster u32 | period_ns u64 | topics list16 of (topic, source u32, bytes u64)
                | edges list16 of (cluster u32, bytes u64) |
sdn_route       | batch u32 | topic | source u32 | branches list16 of (a u32, a_switch u32, a_port u32, b u32,
                | b_switch u32, b_port u32) |
sdn_commit      | batch u32 | complete u8 |
sdn_installed   | batch u32 | cluster u32 | flow_mods u32 | group_mods u32 |
sdn_policy      | text bytes16 |
sdn_copy        | header u16 length | cluster u32 | then an event, from publisher on |
sdn_probe       | cluster u32 | switch u32 | port u32 | sequence u32 |
sdn_greeting    | cluster u32 | sequence u32 |
sdn_attached    | host u32 | switch u32 | port u32 |
sdn_replay      | since_ns u64 | topics list16 of topic |
"""

from __future__ import annotations

from schema.messages.codec import Field
from schema.messages.families.event import event_carrier
from schema.messages.registry import REGISTRY, MessageType

_MODULE = "pubsub-sdn"
_CLUSTER = Field("cluster", "u32", help="of the network")
_HOST = Field("host", "u32", help="node of an agent broker")
_TERM = Field("term", "u32", help="counts the servers that were in charge")
_BATCH = Field("batch", "u32", help="of route changes, counted up by the server in charge")
_BITS = (Field("length", "u8", help="bits"), Field("bits", "bytes16", help="from the highest of the first octet on"))
_NOTICE = (
    *(_HOST, _CLUSTER, Field("sequence", "u32", help="of the host's notices, counted up")),
    Field("time_ns", "u64", help="when the subscription changed"),
    Field("complete", "u8", help="1: the filters are all that the host wants"),
    Field("filters", "list16", (Field("filter", "topic"),)),
)


def _add(name: str, number: int, *fields: Field) -> None:
    REGISTRY.add(MessageType(name, number, fields, module=_MODULE))


_add(
    "sdn_join",
    46,
    Field("role", "u8", help="0: host, 1: controller, 2: server in charge, 3: standby"),
    _TERM,
    Field("clusters", "list16", (_CLUSTER,), help="that the sender is in, or is the controller of"),
)
_add(
    "sdn_heartbeat",
    47,
    *(Field("sequence", "u32", help="counted up"), Field("role", "u8", help="as in sdn_join"), _TERM),
)
_add("sdn_register", 48, _HOST, _CLUSTER, Field("topic", "topic"), Field("rate_bps", "u64", help="expected"))
_add(
    "sdn_codes",
    49,
    *(Field("epoch", "u16", help="counts the changes of codes in use"), Field("sequence", "u32")),
    Field("coding", "u8", help="0: own-slot, 1: lcrs, 2: huffman, 3: fixed-width"),
    Field(
        "codes",
        "list16",
        (Field("topic", "topic"), *_BITS, Field("covers", "list8", _BITS, help="of it and its descendants")),
    ),
)
_add("sdn_refusal", 50, Field("topic", "topic"), Field("sentence", "text", help="why the topic has no code"))
_add("sdn_subscribe", 51, *_NOTICE)
_add("sdn_unsubscribe", 52, *_NOTICE)
_add(
    "sdn_topology",
    53,
    _CLUSTER,
    Field("time_ns", "u64", help="when the controller noticed the change"),
    Field("report", "bytes16", help="JSON text"),
)
_add(
    "sdn_statistics",
    54,
    _CLUSTER,
    Field("period_ns", "u64", help="that the bytes were counted in"),
    Field("topics", "list16", (Field("topic", "topic"), Field("source", "u32"), Field("bytes", "u64"))),
    Field("edges", "list16", (_CLUSTER, Field("bytes", "u64")), help="sent to neighbour clusters"),
)
_add(
    "sdn_route",
    55,
    _BATCH,
    Field("topic", "topic", help="#: the spanning tree of subscriptions"),
    Field("source", "u32", help="cluster of the publishers; 0xffffffff: any"),
    Field(
        "branches",
        "list16",
        (
            *(Field("a", "u32", help="cluster"), Field("a_switch", "u32"), Field("a_port", "u32")),
            *(Field("b", "u32", help="cluster"), Field("b_switch", "u32"), Field("b_port", "u32")),
        ),
        help="trunks of the topic's overlay",
    ),
)
_add(
    "sdn_replay",
    56,
    Field("since_ns", "u64", help="of events published from then on"),
    Field("topics", "list16", (Field("topic", "topic"),), help="whose overlay was replaced"),
)
_add("sdn_commit", 57, _BATCH, Field("complete", "u8", help="1: other routes are to be removed"))
_add("sdn_installed", 58, _BATCH, _CLUSTER, Field("flow_mods", "u32"), Field("group_mods", "u32"))
_add("sdn_policy", 59, Field("text", "bytes16", help="XML"))
REGISTRY.add(event_carrier("sdn_copy", 60, _CLUSTER, module=_MODULE))
_add("sdn_probe", 61, _CLUSTER, Field("switch", "u32"), Field("port", "u32"), Field("sequence", "u32"))
_add("sdn_greeting", 62, _CLUSTER, Field("sequence", "u32"))
_add("sdn_attached", 63, _HOST, Field("switch", "u32"), Field("port", "u32"))
