"""Reads OpenFlow messages with os-ken: lines of hexadecimal digits in, one JSON object per line out.

os-ken is a controller, so it has no parser for some messages that only a controller sends. Those are read piece by
piece and written by os-ken's own classes; the caller compares the bytes.

Executed by the interpreter of build/peers, which has os-ken.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

from os_ken.ofproto import ofproto_parser, ofproto_protocol
from os_ken.ofproto import ofproto_v1_3 as numbers
from os_ken.ofproto import ofproto_v1_3_parser as classes

Writer = Callable[[Any, bytes], Any]
"""Of a message of os-ken's from a datapath and the bytes of ours."""


def pieces(parser: Any, octets: bytes, at: int, end: int) -> Iterator[Any]:
    """Parts that follow each other, each with its length."""
    while at < end:
        part = parser(octets, at)
        yield part
        at += part.len


def group_mod(datapath: Any, octets: bytes) -> Any:
    """A GROUP_MOD with its buckets."""
    command, kind, group = struct.unpack_from("!HBxI", octets, 8)
    buckets = list(pieces(classes.OFPBucket.parser, octets, 16, len(octets)))
    return classes.OFPGroupMod(datapath, command, kind, group, buckets)


def packet_out(datapath: Any, octets: bytes) -> Any:
    """A PACKET_OUT with its actions."""
    buffer, in_port, size = struct.unpack_from("!IIH", octets, 8)
    actions = list(pieces(classes.OFPAction.parser, octets, 24, 24 + size))
    return classes.OFPPacketOut(datapath, buffer, in_port, actions, octets[24 + size :])


def multipart_request(datapath: Any, octets: bytes) -> Any:
    """A MULTIPART_REQUEST of flows, port counters or port descriptions."""
    (kind,) = struct.unpack_from("!H", octets, 8)
    if kind == numbers.OFPMP_FLOW:
        table, port, group, cookie, mask = struct.unpack_from("!B3xII4xQQ", octets, 16)
        match = classes.OFPMatch.parser(octets, 48)
        return classes.OFPFlowStatsRequest(datapath, 0, table, port, group, cookie, mask, match)
    if kind == numbers.OFPMP_PORT_STATS:
        return classes.OFPPortStatsRequest(datapath, 0, *struct.unpack_from("!I", octets, 16))
    return classes.OFPPortDescStatsRequest(datapath, 0)


WRITERS: dict[int, Writer] = {
    numbers.OFPT_FEATURES_REQUEST: lambda datapath, octets: classes.OFPFeaturesRequest(datapath),
    numbers.OFPT_GET_CONFIG_REQUEST: lambda datapath, octets: classes.OFPGetConfigRequest(datapath),
    numbers.OFPT_BARRIER_REQUEST: lambda datapath, octets: classes.OFPBarrierRequest(datapath),
    numbers.OFPT_SET_CONFIG: lambda datapath, octets: classes.OFPSetConfig(datapath, *struct.unpack("!HH", octets[8:])),
    numbers.OFPT_ROLE_REQUEST: lambda datapath, octets: classes.OFPRoleRequest(
        datapath, *struct.unpack("!I4xQ", octets[8:])
    ),
    numbers.OFPT_GROUP_MOD: group_mod,
    numbers.OFPT_PACKET_OUT: packet_out,
    numbers.OFPT_MULTIPART_REQUEST: multipart_request,
}


def main() -> None:
    """For each message: the class that os-ken gives it and, where os-ken writes it, its bytes."""
    datapath = ofproto_protocol.ProtocolDesc(version=4)
    for line in sys.stdin:
        octets = bytes.fromhex(line)
        version, kind, length, xid = ofproto_parser.header(octets)
        written = ""
        if kind in WRITERS:
            message = WRITERS[kind](datapath, octets)
            message.set_xid(xid)
            message.serialize()
            written = bytes(message.buf).hex()
        else:
            message = ofproto_parser.msg(datapath, version, kind, length, xid, octets)
        print(json.dumps({"class": type(message).__name__, "written": written}))


if __name__ == "__main__":
    main()
