"""ns-3 with our modules, for scenarios in Python; docs/python-scenarios.md is the guide.

`ns` is C++'s namespace ns3, as in `from ns import ns`, `core` is ns3::pubsub, `manet` is ns3::pubsub::manet and `std`
is the standard library's. At the start they have what `ns3/pubsub-module.h` and `ns3/pubsub-manet-module.h` declare;
`include("ns3/names.h")` and `load_module("olsr")` add to `ns`. `broker` is ns3::pubsub::broker with what
`ns3/pubsub-broker-module.h` declares, loaded when it is imported. `connect` and `schedule` have Python functions
called.
"""

from __future__ import annotations

from typing import Any

from pubsub.callbacks import connect, schedule
from pubsub.library import core, include, load_broker, load_module, manet, ns, std

__all__ = ["broker", "connect", "core", "include", "load_module", "manet", "ns", "schedule", "std"]


def __getattr__(name: str) -> Any:
    """Load the module of brokers when `broker` is imported: radio scenarios start sooner without it."""
    if name == "broker":
        return load_broker()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
