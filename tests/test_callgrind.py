"""Callgrind's files are read as its manual describes them."""

from __future__ import annotations

from pathlib import Path

from benchmarks.callgrind import Function, read
from benchmarks.own_cost import own_spending, preloading_ns3

MAIN = Function("/build/bin/manet", "main")
RUN = Function("/build/lib/libpubsub.so", "Run(int)")
MALLOC = Function("/lib/libc.so.6", "malloc")
SEND = Function("/ns3/lib64/libns3.44-wifi.so", "operator=")

FILE = """\
# callgrind format
version: 1
cmd: /build/bin/manet --protocol=topsim
part: 1

positions: line
events: Ir
summary: 1145

ob=(1) /build/bin/manet
fl=(1) manet.cc
fn=(1) main
16 100
cob=(2) /build/lib/libpubsub.so
cfn=(2) Run(int)
calls=1 50
+2 1045
cfn=(3) warm
calls=2 50
* 30

fn=(3)
51 30

ob=(2)
fn=(2)
51 400
cob=(3) /lib/libc.so.6
cfn=(4) malloc
calls=7 0
-3 105
cob=(4) /ns3/lib64/libns3.44-wifi.so
cfn=(5) operator=
calls=1 0
0 510

ob=(3)
fn=(4)
0 105

ob=(4)
fn=(5)
0 510

totals: 1145
"""


def test_every_line_is_counted_once() -> None:
    found = read(FILE.splitlines(keepends=True))
    warm = Function(MAIN.object, "warm")
    assert found.total == 1145
    assert found.spent == {MAIN: 100, warm: 30, RUN: 400, MALLOC: 105, SEND: 510}
    assert found.calls == {(MAIN, RUN): 1045, (MAIN, warm): 30, (RUN, MALLOC): 105, (RUN, SEND): 510}
    assert found.by_object()["/build/bin/manet"] == 130


def test_what_libc_does_for_us_is_ours_and_what_ns3_does_is_not() -> None:
    found = read(FILE.splitlines(keepends=True))
    found.calls[Function(MAIN.object, "(below main)"), MALLOC] = 1145
    found.calls[RUN, Function(SEND.object, "std::sort(int*)")] = 7
    found.calls[RUN, Function("???", "0x0000000006e1b638")] = 300  # a jump to what is counted where it is
    assert own_spending(found, Path("/build")) == {MAIN: 100, Function(MAIN.object, "warm"): 30, RUN: 512}


def test_ns3_is_preloaded_from_a_folder_with_a_blank() -> None:
    linked = "\tlibns3.44-wifi.so => /a b/lib64/libns3.44-wifi.so (0x7f)\n\tlibc.so.6 => /lib/libc.so.6 (0x7e)\n"
    linked += "\tlibns3.44-core.so => /a b/lib64/libns3.44-core.so (0x7d)\n"
    assert preloading_ns3(linked) == {
        "LD_PRELOAD": "libns3.44-wifi.so libns3.44-core.so",
        "LD_LIBRARY_PATH": "/a b/lib64",
    }
