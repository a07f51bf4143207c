"""ns-3 with contrib/pubsub and contrib/pubsub-manet, for scenarios in Python; docs/python-scenarios.md is the guide.

`ns` is C++'s namespace ns3, as in `from ns import ns`, `core` is ns3::pubsub, `manet` is ns3::pubsub::manet and `std`
is the standard library's. At the start they have what `ns3/pubsub-module.h` and `ns3/pubsub-manet-module.h` declare;
`include("ns3/names.h")` and `load_module("olsr")` add to `ns`. `connect` and `schedule` have Python functions called.
"""

from pubsub.callbacks import connect, schedule
from pubsub.library import core, include, load_module, manet, ns, std

__all__ = ["connect", "core", "include", "load_module", "manet", "ns", "schedule", "std"]
