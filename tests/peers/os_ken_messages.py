"""Reads OpenFlow messages with os-ken: lines of hexadecimal digits in, one JSON object per line out.

Executed by the interpreter of build/peers, which has os-ken.
"""

from __future__ import annotations

import json
import sys

from os_ken.ofproto import ofproto_parser, ofproto_protocol


def main() -> None:
    """For each message: the class that os-ken gives it, its content, and its bytes as os-ken would write them."""
    datapath = ofproto_protocol.ProtocolDesc(version=4)
    for line in sys.stdin:
        octets = bytes.fromhex(line)
        version, kind, length, xid = ofproto_parser.header(octets)
        message = ofproto_parser.msg(datapath, version, kind, length, xid, octets)
        written = ""
        try:
            message.serialize()
            written = bytes(message.buf).hex()
        except (NotImplementedError, AssertionError, TypeError, AttributeError):
            pass  # a message that os-ken only reads
        print(json.dumps({"class": type(message).__name__, "body": message.to_jsondict(), "written": written}))


if __name__ == "__main__":
    main()
