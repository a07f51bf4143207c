"""The columns of a capture as tshark reads them, and their comparison with ours."""

from __future__ import annotations

import ipaddress
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from spark_analysis.capture import NO_SIGNAL, read_capture

FIELDS: dict[str, Sequence[str]] = {
    "time_ns": ["frame.time_epoch"],
    "captured_bytes": ["frame.cap_len"],
    "record_bytes": ["frame.len"],
    "has_fcs": ["radiotap.flags.fcs"],
    "bad_fcs": ["radiotap.flags.badfcs"],
    "tsft_us": ["radiotap.mactime"],
    "rate_kbps": ["radiotap.datarate"],
    "channel_mhz": ["radiotap.channel.freq"],
    "signal_dbm": ["radiotap.dbm_antsignal"],
    "noise_dbm": ["radiotap.dbm_antnoise"],
    "mcs": ["radiotap.mcs.index"],
    "frame_type": ["wlan.fc.type"],
    "frame_subtype": ["wlan.fc.subtype"],
    "retry": ["wlan.fc.retry"],
    "destination": ["wlan.ra", "eth.dst", "wlan.bssid"],
    "source": ["wlan.ta", "eth.src", "wlan.bssid"],
    "frame": ["wlan.seq"],
    "fragment": ["wlan.frag"],
    "tid": ["wlan.qos.tid"],
    "vlan": ["ieee8021ad.id", "vlan.id"],
    "ethertype": ["llc.type", "vlan.etype", "eth.type"],
    "arp_operation": ["arp.opcode"],
    "arp_sender_mac": ["arp.src.hw_mac"],
    "arp_sender_ipv4": ["arp.src.proto_ipv4"],
    "arp_target_mac": ["arp.dst.hw_mac"],
    "arp_target_ipv4": ["arp.dst.proto_ipv4"],
    "ipv4_source": ["ip.src"],
    "ipv4_destination": ["ip.dst"],
    "ipv4_bytes": ["ip.len"],
    "ipv4_identification": ["ip.id"],
    "ipv4_offset": ["ip.frag_offset"],
    "ipv4_more": ["ip.flags.mf"],
    "ipv6_source": ["ipv6.src"],
    "ipv6_destination": ["ipv6.dst"],
    "ipv6_bytes": ["ipv6.plen"],
    "flow_label": ["ipv6.flow"],
    "hop_limit": ["ip.ttl", "ipv6.hlim"],
    "ip_protocol": ["ip.proto", "ipv6.fraghdr.nxt", "ipv6.dstopts.nxt", "ipv6.hopopts.nxt", "ipv6.nxt"],
    "udp_source": ["udp.srcport"],
    "udp_destination": ["udp.dstport"],
    "udp_bytes": ["udp.length"],
}
"""Column -> names of tshark's fields; the first that a record has is compared."""
LAST = ("ip_protocol",)
"""Columns of the last of several equal headers, where a packet is in a packet. All others are of the first."""

NONE = {"signal_dbm": NO_SIGNAL, "noise_dbm": NO_SIGNAL, "mcs": 255, "tid": 255, "ip_protocol": 255}
_NO_REASSEMBLY = ("ip.defragment:FALSE", "ipv6.defragment:FALSE", "wlan.defragment:FALSE")


def compare_with_tshark(file: Path) -> int:
    """Assert that tshark reads the same columns in every record that is good: the number of these records."""
    fields = [field for alternatives in FIELDS.values() for field in alternatives]
    command = ["tshark", "-n", "-r", str(file), "-T", "fields", "-E", "occurrence=a", "-E", "aggregator=;"]
    command += [word for option in _NO_REASSEMBLY for word in ("-o", option)]
    command += [word for field in fields for word in ("-e", field)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    columns = read_capture(file).columns
    good = np.flatnonzero(columns["malformed"] == 0)
    assert len(lines) == len(columns["time_ns"])
    shown = dict(zip(fields, zip(*lines, strict=True), strict=True)) if lines else {}
    for name, alternatives in FIELDS.items() if lines else ():
        values = columns[name].tolist()
        for record in good:
            text = next((word for field in alternatives if (word := shown[field][record])), "")
            if name == "rate_kbps" and shown["radiotap.mcs.index"][record]:
                continue  # tshark computes the rate where only an MCS is given
            text = text.split(";")[-1 if name in LAST else 0]
            assert values[record] == _value(name, text), (file.name, record + 1, name, text)
    return len(good)


def _value(name: str, text: str) -> int | bytes:
    if name.startswith("ipv6_") and name != "ipv6_bytes":
        return ipaddress.ip_address(text).packed if text else bytes(16)
    if not text:
        return NONE.get(name, 0)
    if name == "time_ns":
        seconds, fraction = text.split(".")
        return int(seconds) * 1_000_000_000 + int(fraction.ljust(9, "0"))
    if name == "rate_kbps":
        return round(float(text) * 1000)
    if name == "ipv4_offset":
        return int(text) * 8
    if ":" in text:
        return int(text.replace(":", ""), 16)
    if text.count(".") == 3:
        return int(ipaddress.ip_address(text))
    return {"True": 1, "False": 0}[text] if text in ("True", "False") else int(text, 0)
