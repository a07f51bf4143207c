"""Python functions called by the simulation: at trace sources, and after a time."""

from __future__ import annotations

import itertools
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

from pubsub.library import cpp

_trampolines = cpp.gbl.pubsub
_functions: dict[int, Callable[..., object]] = {}
"""By key. C++ has the key alone: a Python function in C++ would be compiled one by one, some 15 ms each."""
_keys = itertools.count()
_sinks: dict[str, Any] = {}
"""By signature."""


def connect(source_of: Any, name: str, function: Callable[..., object], *context: object) -> None:
    """Call `function(*context, ...)` with what trace source `name` of object `source_of` tells.

    Texts come as str, ns-3's Ptr as the object; what comes by reference, such as an event, is good during the call
    only. An exception in `function` ends the process with its traceback and status 1. Raises ValueError where there is
    no trace source of that name.
    """
    signature = str(_trampolines.SignatureOf(source_of, name))
    if not signature:
        type_name = source_of.GetInstanceTypeId().GetName()
        known = str(_trampolines.SourcesOf(source_of)) or "none at all"
        raise ValueError(f"{type_name} has no trace source {name!r}; there are {known}")
    if signature not in _sinks:
        _sinks[signature] = _sink(signature)
    _sinks[signature].Connect(source_of, name, _keep(lambda *told: function(*context, *told)))


def schedule(delay: Any, function: Callable[..., object], *arguments: object) -> None:
    """Call `function(*arguments)` when `delay` (an ns.Time) has passed, as ns-3's Simulator::Schedule does."""
    _trampolines.Schedule(delay, _keep(lambda: function(*arguments)))


def _keep(function: Callable[..., object]) -> int:
    key = next(_keys)
    _functions[key] = function
    return key


def _call(key: int, *told: object) -> None:
    _end_if_it_fails(_functions[key], *told)


def _call_once(key: int) -> None:
    _end_if_it_fails(_functions.pop(key))


def _end_if_it_fails(function: Callable[..., object], *told: object) -> None:
    """On its way through C++ an exception would lose where it came from, and what it left half done would go on."""
    try:
        function(*told)
    except Exception:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


def _sink(signature: str) -> Any:
    """C++ for the trace sources of one signature, such as `ns3::pubsub::Endpoint::DeliverTracedCallback`.

    A class of its own around the template, since cppyy loses its way in a template's name that has std::string in it.
    """
    name = f"Sink{len(_sinks)}"
    cpp.cppdef(
        f"namespace pubsub {{ struct {name} {{"
        f" static void Call(Sink<{signature}>::Function f) {{ Sink<{signature}>::call = f; }}"
        f" static void Connect(ns3::Ptr<ns3::Object> from, const std::string& source, uint64_t key)"
        f" {{ Sink<{signature}>::Connect(from, source, key); }} }}; }}"
    )
    sink = getattr(_trampolines, name)
    sink.Call(_call)
    return sink


_trampolines.CallDue(_call_once)
