"""The ns-3 log of an experiment, in the spelling of ns-3's variable `NS_LOG`, one component at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable

from schema.errors import UsageError
from schema.text import nearest

_COMPONENT = re.compile(r"\*|[A-Za-z][A-Za-z0-9_.-]*")
_LEVELS = ("error", "warn", "debug", "info", "function", "logic", "all")
_PREFIXES = ("func", "time", "node", "level", "all")
_WORDS = frozenset({*_LEVELS, *(f"level_{level}" for level in _LEVELS), *(f"prefix_{each}" for each in _PREFIXES)}) | {
    *_PREFIXES, "none", "*", "**"
}  # fmt: skip


def validated_log(entries: Iterable[str], where: str) -> tuple[str, ...]:
    """Return `entries`, each `Component` or `Component=level|prefix`, as they are.

    Raises UsageError for another form; messages name `where` they come from. `plan.log_of` checks the component.
    """
    return tuple(_checked(entry, where) for entry in entries)


def _checked(entry: str, where: str) -> str:
    component, equals, words = entry.partition("=")
    if not _COMPONENT.fullmatch(component):
        raise UsageError(f"{where} is '{entry}', expected Component or Component=level, as in ShopParentChoice=info")
    for word in words.split("|") if equals else ():
        if word not in _WORDS:
            raise UsageError(
                f"{where} is '{entry}': {word!r} is not a level of ns-3's log{nearest(word, sorted(_WORDS))}"
            )
    return entry
