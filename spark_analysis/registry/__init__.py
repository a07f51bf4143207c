"""Objects that register themselves: metrics, figures and sections are found in the modules of their folders.

A new one is one new file. Nothing lists the files; `order` alone decides the order.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from typing import Protocol, TypeVar


class Ordered(Protocol):
    """What can be registered: a name, and a place among its kind."""

    @property
    def name(self) -> str: ...
    @property
    def order(self) -> int: ...


Object = TypeVar("Object", bound=Ordered)


def registered(package: str, kind: type[Object]) -> tuple[Object, ...]:
    """Return all objects of type `kind` in the modules of `package` and of its subpackages, by `order`.

    Raises ValueError where two of them share a name or an order.
    """
    modules = walk_packages(import_module(package).__path__, f"{package}.")
    found = {
        id(each): each for info in modules for each in vars(import_module(info.name)).values() if isinstance(each, kind)
    }
    objects = sorted(found.values(), key=lambda each: each.order)
    for shared in ("name", "order"):
        values = [getattr(each, shared) for each in objects]
        twice = sorted({str(value) for value in values if values.count(value) > 1})
        if twice:
            names = ", ".join(each.name for each in objects if str(getattr(each, shared)) in twice)
            raise ValueError(f"{package}: {names} have the same {shared} {', '.join(twice)}")
    return tuple(objects)
