"""What the benchmark of captures does with other people's readers: `peer_readers.py dpkt|scapy FILE…`.

Runs under the interpreter of benchmarks.peers. Of each record: time, length, signal, sender, sequence number, retry
flag, IPv4 addresses, UDP ports. Prints the processor seconds that took, the records, and how many of them had UDP.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path


def by_dpkt(file: Path) -> tuple[int, int]:
    """Objects from radiotap to UDP."""
    import dpkt

    records = datagrams = 0
    with file.open("rb") as opened:
        for stamp, data in dpkt.pcap.Reader(opened):
            records += 1
            tap = dpkt.radiotap.Radiotap(data)
            frame = tap.data
            row = [stamp, len(data), tap.ant_sig.db if tap.ant_sig_present else None, frame.retry]
            if frame.type != dpkt.ieee80211.DATA_TYPE:
                continue
            row += [frame.data_frame.src, frame.data_frame.frag_seq >> 4]
            packet = dpkt.llc.LLC(frame.data_frame.data).data
            if isinstance(packet, dpkt.ip.IP) and isinstance(packet.data, dpkt.udp.UDP):
                row += [packet.src, packet.dst, packet.data.sport, packet.data.dport]
                datagrams += 1
    return records, datagrams


def by_scapy(file: Path) -> tuple[int, int]:
    """Its packets, dissected."""
    from scapy.layers.dot11 import Dot11, RadioTap
    from scapy.layers.inet import IP, UDP
    from scapy.utils import PcapReader

    records = datagrams = 0
    with PcapReader(str(file)) as reader:
        for packet in reader:
            records += 1
            row = [packet.time, packet.wirelen, packet[RadioTap].dBm_AntSignal]
            frame = packet[Dot11]
            row += [frame.addr2, frame.SC, frame.FCfield.retry]
            if UDP in packet:
                row += [packet[IP].src, packet[IP].dst, packet[UDP].sport, packet[UDP].dport]
                datagrams += 1
    return records, datagrams


if __name__ == "__main__":
    read = {"dpkt": by_dpkt, "scapy": by_scapy}[sys.argv[1]]
    read(Path(sys.argv[2]))  # imports, and whatever is made once
    started = time.process_time()
    counts = [read(Path(name)) for name in sys.argv[2:]]
    print(time.process_time() - started, *(sum(column) for column in zip(*counts, strict=True)))
