"""ns-3 with the models of contrib/pubsub, for scenarios in Python; docs/python-scenarios.md tells how to use it.

`ns` is C++'s namespace ns3, as in `from ns import ns`, and `std` the standard library's. At the start `ns` has what
`ns3/pubsub-module.h` has; `include("ns3/names.h")` and `load_module("olsr")` add to it. `connect` and `schedule` have
Python functions called.
"""

from pubsub.callbacks import connect, schedule
from pubsub.library import include, load_module, ns, std

__all__ = ["connect", "include", "load_module", "ns", "schedule", "std"]
