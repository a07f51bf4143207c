"""Numbers, lists and near misses as text, for messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ` (did you mean 'x'?)` for a near miss, else an empty text."""
    by_lower = {name.lower(): name for name in known}
    match = difflib.get_close_matches(word.lower(), by_lower, n=1)
    if not match:  # an attribute is often given without its class
        match = [name for name in by_lower if name.endswith("::" + word.lower())][:1]
    return f" (did you mean {by_lower[match[0]]!r}?)" if match else ""


def listed(names: Iterable[str]) -> str:
    """Return `a, b and c`."""
    items = list(names)
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def counted(number: int, noun: str) -> str:
    """Return `1 run`, `2 runs`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """Return a rounded duration: `0.05 s`, `0.4 s`, `12 s`, `3 min 05 s`, `2 h 07 min`."""
    if 0 < seconds < 0.095:
        return f"{float(f'{seconds:.1g}'):f}".rstrip("0") + " s"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def exact_duration(seconds: float) -> str:
    """Return a duration without rounding, for a limit: `0.05 s`, `1.25 s`, `90.5 s`, `10 min 00 s`."""
    shown_to = 60 if seconds >= 3600 else 1
    return f"{seconds!r} s" if seconds % shown_to else duration(seconds)


def size(count: float) -> str:
    """Return bytes as `812 bytes`, `34 kB`, `1.2 GB` (powers of 1,000)."""
    if count < 1000:
        return counted(round(count), "byte")
    units = iter(("kB", "MB", "GB", "TB", "PB"))
    while count >= 999.5:
        count, unit = count / 1000, next(units)
    return f"{count:.1f} {unit}" if count < 9.95 else f"{count:.0f} {unit}"
