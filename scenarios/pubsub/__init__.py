"""ns-3 with our modules, for scenarios in Python; docs/python-scenarios.md is the guide.

`ns` is C++'s namespace ns3, as in `from ns import ns`, `core` is ns3::pubsub and `std` is the standard library's. At
the start they have what `ns3/pubsub-module.h` declares; `include("ns3/names.h")` and `load_module("olsr")` add to `ns`.
`manet`, `broker` and `sdn` are ns3::pubsub::manet, ::broker and ::sdn, each loaded with its module when it is imported.
`connect` and `schedule` have Python functions called.
"""

from __future__ import annotations

from typing import Any

from pubsub.callbacks import connect, schedule
from pubsub.library import core, include, load_kind, load_module, ns, std

__all__ = ["broker", "connect", "core", "include", "load_module", "manet", "ns", "schedule", "sdn", "std"]


def __getattr__(name: str) -> Any:
    """Load the module of a kind of network when its namespace is imported: others start sooner without it."""
    if name in ("broker", "manet", "sdn"):
        return load_kind(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
